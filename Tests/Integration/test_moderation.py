"""Removing people and messages, marking unread, and what a sync gives afterwards."""

import sqlite3
import time

import pytest

from conftest import Community
from wire import Wire, refusal


@pytest.fixture
def community(start):
    return Community(start(loops=4))


@pytest.fixture
def trio(community):
    maker, member, other = (community.account(name) for name in ("Maker", "Member", "Other"))
    wire = community.wire(maker)
    room = wire.request("channel.create", name=community.name("moderated"))["room"]["id"]
    for account in (member, other):
        joining = community.wire(account)
        joining.request("join", room=room)
        joining.close()
    return maker, member, other, room


@pytest.mark.parametrize("transports", [["websocket"], ["polling"]])
def test_the_removed_hear_it_last_on_every_device(community, trio, transports):
    maker, member, other, room = trio
    # Enough connections that every loop has one of them.
    devices = [community.person(member, transports=transports) for _ in range(8)]
    wire = community.wire(maker)
    before = wire.send(room, "before", "m:1")["seq"]
    wire.request("member.remove", room=room, user=member["user"]["id"])
    after = wire.send(room, "after", "m:2")["seq"]
    # What the directory tells next shows that each loop has come past the removal and the message after it.
    made = wire.request("channel.create", name=community.name("marker"))["room"]["id"]
    for device in devices:
        removed = device.wait_for("event", lambda event: event["kind"] == "member.removed")
        assert removed["member"] == member["user"]["id"] and removed["user"] == maker["user"]["id"]
        device.wait_for(
            "event", lambda event: event["kind"] == "channel.created" and event["channel"]["id"] == made)
        seqs = [payload["seq"] for name, payload in device.frames if name == "event" and payload.get("room") == room]
        assert before in seqs and max(seqs) == removed["seq"] < after
        device.close()
    assert wire.request("member.remove", room=room, user=member["user"]["id"]) == {}


def test_what_a_member_may_not(community, trio):
    maker, member, other, room = trio
    wire = community.wire(member)
    assert refusal(wire.request, "member.remove", room=room, user=other["user"]["id"])["code"] == "forbidden"
    assert refusal(wire.request, "member.remove", room=room, user=member["user"]["id"])["code"] == "invalid_argument"
    seq = community.wire(maker).send(room, "mine", "x:1")["seq"]
    assert refusal(wire.request, "delete", room=room, seq=seq)["code"] == "forbidden"
    assert refusal(wire.request, "delete", room=room, seq=99)["code"] == "not_found"


def test_a_deleted_message_leaves_a_shell(community, trio):
    maker, member, other, room = trio
    wire, reader = community.wire(maker), community.wire(member)
    since = reader.ready["safe"]
    sent = wire.send(room, "a secret text", "d:1")
    unread = reader.request("why", room=room)
    assert unread["unread"] == 1 and unread["first"]["seq"] == sent["seq"] and unread["first"]["id"] == sent["id"]
    assert wire.request("delete", room=room, seq=sent["seq"]) == {"room": room, "seq": sent["seq"]}
    assert wire.request("delete", room=room, seq=sent["seq"]) == {"room": room, "seq": sent["seq"]}
    assert reader.request("why", room=room) == {"unread": 0, "first": None}
    for answer in (reader.request("history", room=room), reader.request("sync", since=since)):
        shell, notice = [event for event in answer["events"] if event["seq"] >= sent["seq"]]
        assert shell["kind"] == "message" and shell["gone"] is True and "text" not in shell
        assert notice["kind"] == "message.deleted" and notice["target"] == sent["seq"]
        assert notice["author"] == maker["user"]["id"]
    assert wire.send(room, "a secret text", "d:1") == sent


def test_mark_unread_moves_back(community, trio):
    maker, member, other, room = trio
    wire, reader = community.wire(maker), community.wire(member)
    first = wire.send(room, "one", "u:1")["seq"]
    last = wire.send(room, "two", "u:2")["seq"]
    assert reader.request("read", room=room, seq=last)["seq"] == last
    assert reader.request("unread", room=room, seq=first) == {"room": room, "seq": first - 1}
    assert reader.request("room", room=room)["room"]["unread"] == 2
    assert reader.request("read", room=room, seq=first - 1)["seq"] == first - 1


def test_a_joined_room_comes_with_its_newest_events(community, trio):
    maker, member, other, room = trio
    newcomer = community.account("Newcomer")
    away = community.wire(newcomer)
    since = away.ready["safe"]
    away.close()
    wire = community.wire(maker)
    for index in range(60):
        wire.send(room, str(index), f"j:{index}")
    community.wire(newcomer).request("join", room=room)
    answer = community.wire(newcomer).request("sync", since=since)
    (joined,) = [entry for entry in answer["joined"] if entry["id"] == room]
    assert joined["more"] is True and len(joined["events"]) == 50
    assert joined["events"][-1]["seq"] == joined["last_seq"]


def test_a_place_from_before_what_was_compacted_has_to_load_afresh(start, tmp_path):
    server = start(tmp_path / "old")
    community = Community(server)
    account = community.account("Sleeper")
    wire = community.wire(account)
    since = wire.ready["safe"]
    room = wire.request("channel.create", name="compacted")["room"]["id"]
    wire.send(room, "stays", "c:1")
    wire.close()
    assert server.terminate() == 0
    database = sqlite3.connect(tmp_path / "old" / "roost.db")
    with database:
        database.execute("UPDATE event SET at = at - 3 * 86400000")
    database.close()
    again = start(tmp_path / "old", arguments=["--keep-events", "1"])
    wire = Wire(again.port, account["token"])
    for _ in range(200):
        events = wire.request("history", room=room)["events"]
        if len(events) == 1:
            break
        time.sleep(0.05)
    assert [event["seq"] for event in events] == [2], "the join is gone, the message stays"
    assert refusal(wire.request, "sync", since=since)["code"] == "resync"
    assert wire.send(room, "next", "c:2")["seq"] == 3
