"""What is done with messages once they are said, over real sockets: edits, threads, reactions, pins."""

import sqlite3

import pytest

from conftest import Community
from store_audit import audit
from wire import refusal


def id_of(account):
    return account["user"]["id"]


class Table:
    """A channel with three people in it, each on a connection of their own."""

    def __init__(self, community):
        self.community = community
        self.accounts = [community.account(name) for name in ("Ann", "Bob", "Eve")]
        self.ids = [id_of(account) for account in self.accounts]
        self.room = community.channel(*self.accounts)
        self.ann, self.bob, self.eve = self.wires = [community.wire(account) for account in self.accounts]
        self.sent = 0

    def say(self, wire, text, **arguments):
        self.sent += 1
        return wire.request("send", room=self.room, text=text, nonce=f"t:{self.sent}", **arguments)["seq"]

    def hear(self, kind, *wires):
        """The next event of this kind, which everybody hears alike."""
        heard = [wire.wait_for("event", lambda event: event["kind"] == kind) for wire in wires or self.wires]
        for event in heard:
            event.pop("safe")
        assert all(event == heard[0] for event in heard)
        return heard[0]

    def message(self, seq, wire):
        (event,) = [event for event in wire.request("history", room=self.room)["events"] if event["seq"] == seq]
        return event


@pytest.fixture
def table(start):
    return Table(Community(start(loops=4)))


def test_an_edit_reaches_everybody_and_what_it_said_stays_with_who_may_see_it(table):
    seq = table.say(table.bob, "frist")
    answer = table.bob.request("edit", room=table.room, seq=seq, text="first")
    event = table.hear("message.edited")
    assert (event["target"], event["author"], event["text"]) == (seq, table.ids[1], "first")
    assert event["edited_at"] == answer["edited_at"] == table.message(seq, table.eve)["edited_at"]
    assert table.bob.request("edit", room=table.room, seq=seq, text="first") == answer
    (before,) = table.ann.request("edits", room=table.room, seq=seq)["edits"]
    assert before["text"] == "frist"
    assert refusal(table.eve.request, "edits", room=table.room, seq=seq)["code"] == "forbidden"
    assert refusal(table.ann.request, "edit", room=table.room, seq=seq, text="x")["code"] == "forbidden"
    assert refusal(table.bob.request, "edit", room=table.room, seq=99, text="x")["field"] == "seq"
    since = table.eve.ready["safe"]
    table.bob.request("edit", room=table.room, seq=seq, text="again")
    events = table.eve.request("sync", since=since)["events"]
    assert [event["text"] for event in events if event.get("text")] == ["again", "again", "again"], "each as it is now"
    table.bob.request("delete", room=table.room, seq=seq)
    events = table.eve.request("sync", since=since)["events"]
    edits = [event for event in events if event["kind"] == "message.edited"]
    assert len(edits) == 2 and all(event["gone"] and "text" not in event for event in edits)


def test_a_thread_counts_for_itself_and_follows_its_people_on_every_device(table):
    root = table.say(table.ann, "root")
    phone = table.community.wire(table.accounts[0])
    first = table.say(table.bob, "reply", thread=root)
    event = table.hear("message", table.eve)
    event = table.hear("message", table.eve)
    assert (event["seq"], event["thread"], event["text"]) == (first, root, "reply")
    for wire in (table.ann, phone):
        told = wire.wait_for("event", lambda event: event["kind"] == "thread.followed")
        assert (told["room"], told["thread"], told["following"], told["cursor"]) == (table.room, root, True, first - 1)
    room = table.eve.request("room", room=table.room)["room"]
    assert room["unread"] == 1 and room["last_seq"] == first
    assert [event["seq"] for event in table.eve.request("history", room=table.room)["events"]][-1] == root
    replies = table.message(root, table.eve)["replies"]
    assert (replies["count"], replies["last_seq"], replies["users"]) == (1, first, [table.ids[1]])
    thread = table.ann.request("thread", room=table.room, thread=root)
    assert [event["seq"] for event in thread["events"]] == [first] and thread["root"]["seq"] == root
    assert (thread["following"], thread["cursor"], thread["unread"], thread["more"]) == (True, first - 1, 1, False)
    assert table.ann.request("thread.read", room=table.room, thread=root, seq=999)["seq"] == first
    told = phone.wait_for("event", lambda event: event["kind"] == "thread.cursor")
    assert (told["thread"], told["seq"]) == (root, first)
    (listed,) = table.ann.request("threads")["threads"]
    assert (listed["room"], listed["root"]["seq"], listed["unread"]) == (table.room, root, 0)
    table.ann.request("thread.follow", room=table.room, thread=root, following=False)
    assert phone.wait_for("event", lambda event: event["kind"] == "thread.followed")["following"] is False
    assert table.ann.request("threads")["threads"] == []
    for arguments in ({"thread": first}, {"thread": 99}, {"thread": root, "reply_to": 1}, {"reply_to": first}):
        error = refusal(table.bob.request, "send", room=table.room, text="x", nonce="refused", **arguments)
        assert error["code"] == "not_found" and error["field"] in arguments
    table.bob.request("delete", room=table.room, seq=first)
    assert table.hear("message.deleted")["thread"] == root
    assert "replies" not in table.message(root, table.eve)
    assert table.eve.request("room", room=table.room)["room"]["unread"] == 1


def test_reactions_and_pins_are_seen_by_all_and_gone_with_their_message(table):
    seq = table.say(table.bob, "hello")
    for wire in (table.eve, table.ann, table.eve):
        wire.request("react", room=table.room, seq=seq, emoji="👩🏽‍🚀", on=True)
    event = table.hear("reaction")
    assert (event["target"], event["emoji"], event["on"], event["user"]) == (seq, "👩🏽‍🚀", True, table.ids[2])
    (reaction,) = table.message(seq, table.ann)["reactions"]
    assert reaction == {"emoji": "👩🏽‍🚀", "count": 2, "users": [table.ids[2], table.ids[0]], "mine": True}
    assert "mine" not in table.message(seq, table.bob)["reactions"][0]
    assert refusal(table.bob.request, "react", room=table.room, seq=seq, emoji="ok", on=True)["field"] == "emoji"
    assert refusal(table.bob.request, "pin", room=table.room, seq=seq, pinned=True)["code"] == "forbidden"
    table.ann.request("pin", room=table.room, seq=seq, pinned=True)
    assert table.hear("message.pinned")["pinned"] is True
    (pin,) = table.eve.request("pins", room=table.room)["events"]
    assert pin["seq"] == seq and pin["pinned"] is True
    since = table.eve.ready["safe"]
    table.bob.request("delete", room=table.room, seq=seq)
    assert table.eve.request("pins", room=table.room) == {"events": [], "more": False}
    events = table.eve.request("sync", since=since)["events"]
    reactions = [event for event in events if event["kind"] == "reaction"]
    assert len(reactions) == 2 and all(event["gone"] and "emoji" not in event for event in reactions)


def test_the_bytes_of_what_was_said_before_are_not_in_the_database_once_the_message_is_gone(start, tmp_path):
    server = start(tmp_path / "kept", loops=2)
    table = Table(Community(server))
    root = table.say(table.ann, "root")
    seqs = [table.say(table.bob, "needle one"), table.say(table.bob, "needle two", thread=root)]
    for seq in seqs:
        table.bob.request("edit", room=table.room, seq=seq, text=f"needle three {seq}")
        table.eve.request("react", room=table.room, seq=seq, emoji="иголка", on=True)
        table.ann.request("pin", room=table.room, seq=seq, pinned=True)
        table.bob.request("delete", room=table.room, seq=seq)
    assert server.terminate() == 0
    assert audit(tmp_path / "kept") == []
    database = sqlite3.connect(tmp_path / "kept" / "roost.db")
    dump = "\n".join(database.iterdump())
    assert "needle" not in dump and "иголка" not in dump and "root" in dump


def test_all_of_it_survives_a_crash(start, tmp_path):
    server = start(tmp_path / "crashed", loops=2)
    table = Table(Community(server))
    root = table.say(table.ann, "root")
    reply = table.say(table.bob, "reply", thread=root, reply_to=root)
    table.bob.request("edit", room=table.room, seq=reply, text="better")
    table.eve.request("react", room=table.room, seq=root, emoji="🦊", on=True)
    table.ann.request("pin", room=table.room, seq=root, pinned=True)
    before = table.eve.request("thread", room=table.room, thread=root)
    history = table.eve.request("history", room=table.room)
    server.kill()
    table.community.server = start(tmp_path / "crashed", loops=2)
    wire = table.community.wire(table.accounts[2])
    assert wire.request("thread", room=table.room, thread=root) == before
    assert wire.request("history", room=table.room) == history
    assert before["events"][0]["text"] == "better" and before["events"][0]["reply_to"] == root
    assert before["root"]["reactions"][0]["mine"] is True and before["root"]["pinned"] is True
