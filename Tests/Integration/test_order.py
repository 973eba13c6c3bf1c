"""Order in rooms over real sockets: mutes, bans, slow mode, retention and reports."""

import sqlite3
import time

import pytest

from conftest import Community
from wire import Wire, refusal

DAY = 86_400_000


def id_of(account):
    return account["user"]["id"]


@pytest.fixture
def spread(start):
    return Community(start(loops=4))


def room_of(community, maker, moderator, *members):
    room = community.channel(maker, moderator, *members)
    wire = community.wire(maker)
    wire.request("member.role", room=room, user=id_of(moderator), role="moderator")
    wire.close()
    return room


def test_a_muted_member_neither_writes_nor_types(start, tmp_path):
    server = start(tmp_path / "muted", loops=2)
    community = Community(server)
    maker, moderator, member = (community.account(name) for name in ("Maker", "Moderator", "Member"))
    room = room_of(community, maker, moderator, member)
    wire, watcher = community.wire(member), community.wire(maker)
    wire.request("typing", room=room, typing=True)
    watcher.wait_for("typing", lambda notice: notice["count"] == 1)
    began = time.time() * 1000
    assert community.wire(moderator).request("member.mute", room=room, user=id_of(member), seconds=3600) == {}
    told = wire.wait_for("event", lambda event: event["kind"] == "member.muted")
    assert told["member"] == id_of(member) and told["user"] == id_of(moderator)
    assert began + 3_590_000 < told["until"] < began + 3_660_000
    watcher.wait_for("typing", lambda notice: notice["count"] == 0)
    for restarted in (False, True):
        if restarted:
            assert server.terminate() == 0
            community.server = start(tmp_path / "muted", loops=2)
            wire, watcher = community.wire(member), community.wire(maker)
        error = refusal(wire.send, room, "x", "m:1")
        assert error["code"] == "muted" and 3_500_000 < error["retry_after"] <= 3_600_000 and "UTC" in error["message"]
        assert refusal(wire.request, "typing", room=room, typing=True)["code"] == "muted"
        wire.request("typing", room=room, typing=False)
        muted = [entry for entry in watcher.request("members", room=room)["members"] if "muted_until" in entry]
        assert [(entry["id"], entry["muted_until"]) for entry in muted] == [(id_of(member), told["until"])]
        assert wire.request("history", room=room)["events"]
    wire.request("leave", room=room)
    wire.request("join", room=room)
    assert refusal(wire.send, room, "x", "m:1")["code"] == "muted"
    assert refusal(wire.request, "member.mute", room=room, user=id_of(maker), seconds=60)["code"] == "forbidden"
    community.wire(moderator).request("member.mute", room=room, user=id_of(member), seconds=None)
    lifted = wire.wait_for("event", lambda event: event["kind"] == "member.muted")
    assert lifted["until"] is None
    assert wire.send(room, "x", "m:1")["seq"]
    wire.request("typing", room=room, typing=True)


def test_the_banned_hear_their_removal_last_and_stay_out(spread):
    maker, moderator, member = (spread.account(name) for name in ("Maker", "Moderator", "Member"))
    room = room_of(spread, maker, moderator, member)
    devices = [spread.wire(member) for _ in range(6)]
    wire = spread.wire(moderator)
    assert wire.request("member.ban", room=room, user=id_of(member), banned=True) == {}
    wire.send(room, "after", "b:1")
    for device in devices:
        removed = device.wait_for("event", lambda event: event["kind"] == "member.removed")
        assert removed["member"] == id_of(member)
        device.settle()
        assert device.events(room=room)[-1] == removed
    error = refusal(devices[0].request, "join", room=room)
    assert error["code"] == "banned" and error["retry"] is False
    error = refusal(spread.wire(maker).request, "member.add", room=room, users=[id_of(member)])
    assert error["code"] == "forbidden" and error["field"] == "users"
    assert [user["id"] for user in wire.request("bans", room=room)["users"]] == [id_of(member)]
    assert refusal(devices[0].request, "bans", room=room)["code"] == "not_member"
    assert wire.request("member.ban", room=room, user=id_of(member), banned=False) == {}
    assert wire.request("bans", room=room) == {"users": [], "more": False}
    assert devices[1].request("join", room=room)["room"]["joined"] is True


def test_slow_mode(community):
    maker, moderator, member = (community.account(name) for name in ("Maker", "Moderator", "Member"))
    room = room_of(community, maker, moderator, member)
    wire = community.wire(moderator)
    changed = wire.request("room.update", room=room, slow_mode=3600)["room"]
    assert changed["slow_mode"] == 3600 and "retention" not in changed
    slow = community.wire(member)
    rules = wire.wait_for("event", lambda event: event["kind"] == "room.rules")
    assert (rules["slow_mode"], rules["retention"]) == (3600, 0)
    first = slow.send(room, "one", "s:1")
    error = refusal(slow.send, room, "two", "s:2")
    assert error["code"] == "rate_limited" and error["retry"] is True and error["field"] == "room"
    assert 3_590_000 < error["retry_after"] <= 3_600_000
    assert slow.send(room, "one", "s:1") == first
    for index in range(3):
        wire.send(room, "free", f"f:{index}")
    assert refusal(wire.request, "room.update", room=room, retention=7)["code"] == "forbidden"
    assert "slow_mode" not in wire.request("room.update", room=room, slow_mode=0)["room"]
    assert slow.send(room, "two", "s:2")["seq"]


def test_what_is_kept_no_longer_goes_in_steps(start, tmp_path):
    server = start(tmp_path / "old")
    community = Community(server)
    maker, member = community.account("Maker"), community.account("Member")
    room, other = community.channel(maker, member), community.channel(maker, member)
    wire = community.wire(maker)
    for index in range(450):
        wire.send(room, f"the old words {index}", f"o:{index}")
    wire.send(other, "stays", "k:1")
    reader = community.wire(member)
    since = reader.ready["safe"]
    assert reader.request("room", room=room)["room"]["unread"] == 450
    assert wire.request("room.update", room=room, retention=7)["room"]["retention"] == 7
    for one in (wire, reader):
        one.close()
    assert server.terminate() == 0
    database = sqlite3.connect(tmp_path / "old" / "roost.db")
    with database:
        database.execute("UPDATE event SET at = at - ?", (8 * DAY,))
    database.close()
    community.server = start(tmp_path / "old")
    wire, reader = community.wire(maker), community.wire(member)
    last = wire.send(room, "young", "y:1")["seq"]
    for _ in range(200):
        if reader.request("why", room=room)["unread"] == 1:
            break
        time.sleep(0.05)
    assert reader.request("why", room=room)["first"]["seq"] == last
    events, before = [], None
    while True:
        page = reader.request("history", room=room, limit=200, **({"before": before} if before else {}))
        events = page["events"] + events
        if not page["more"]:
            break
        before = page["events"][0]["seq"]
    expired = [event["through"] for event in events if event["kind"] == "messages.expired"]
    assert len(expired) == 3 and expired == sorted(expired)
    messages = [event for event in events if event["kind"] == "message"]
    assert len(messages) == 451 and [event["seq"] for event in messages if "text" in event] == [last]
    assert all(event["gone"] for event in messages if event["seq"] <= expired[-1])
    told = reader.request("sync", since=since, limit=1000)["events"]
    assert [event["through"] for event in told if event["kind"] == "messages.expired"] == expired
    assert reader.request("why", room=other)["unread"] == 1
    assert wire.send(room, "the old words 3", "o:3")["seq"] == messages[3]["seq"]
    for one in (wire, reader):
        one.close()
    assert community.server.terminate() == 0
    assert b"the old words" not in (tmp_path / "old" / "roost.db").read_bytes()


def test_reports(community):
    maker, moderator, author, member = (
        community.account(name) for name in ("Maker", "Moderator", "Author", "Member"))
    room = room_of(community, maker, moderator, author, member)
    wire = community.wire(moderator)
    seq = community.wire(author).send(room, "bad words", "r:1")["seq"]
    reporter = community.wire(member)
    for _ in range(2):
        assert reporter.request("report", room=room, seq=seq, reason="They insult people.") == {}
    (report,) = wire.request("reports", room=room)["reports"]
    assert report.pop("id") and report.pop("at")
    assert report == {
        "room": room, "seq": seq, "message": "bad words", "author": id_of(author), "reporter": id_of(member),
        "reason": "They insult people.", "state": "open"}
    (found,) = [entry for entry in community.wire(community.owner).request("reports", state="open")["reports"]
                if entry["room"] == room]
    for name, arguments in (("reports", {"room": room}), ("report.resolve", {"report": found["id"], "state": "resolved"})):
        assert refusal(reporter.request, name, **arguments)["code"] == "forbidden"
    assert refusal(wire.request, "reports")["code"] == "forbidden"
    wire.request("delete", room=room, seq=seq)
    assert wire.request("report.resolve", report=found["id"], state="resolved") == {}
    (dealt,) = wire.request("reports", room=room, state="resolved")["reports"]
    assert dealt["resolved_by"] == id_of(moderator) and "message" not in dealt
    assert wire.request("reports", room=room, state="open") == {"reports": [], "more": False}
    acts = [entry["action"] for entry in community.wire(community.owner).request("audit")["entries"]]
    assert acts[:2] == ["report.resolved", "message.deleted"]


def test_a_direct_room_has_no_order_to_keep(community):
    ann, bob = community.account("Ann"), community.account("Bob")
    wire = community.wire(ann)
    room = wire.request("direct", users=[id_of(bob)])["room"]["id"]
    seq = community.wire(bob).send(room, "x", "d:1")["seq"]
    for name, arguments in (
        ("member.mute", {"user": id_of(bob), "seconds": 60}), ("member.ban", {"user": id_of(bob), "banned": True}),
        ("bans", {}), ("reports", {}), ("room.update", {"slow_mode": 5}), ("room.update", {"retention": 5}),
        ("report", {"seq": seq, "reason": "x"}),
    ):
        assert refusal(wire.request, name, room=room, **arguments)["code"] == "forbidden", name
        assert refusal(community.wire(community.owner).request, name, room=room, **arguments)["code"] == "not_found"
