"""Messages that the server sends later (docs/protocol.md, "Messages that are sent later"), on real sockets, with the
machine's time of day in the test's hand."""

import sqlite3
import time

from conftest import Community
from faults import DAY
from resuming import whole_history
from store_audit import audit
from wire import refusal

MINUTE = 60_000


def now(ahead=0):
    return int(time.time() * 1000) + ahead


def texts(wire, room):
    return [event["text"] for event in whole_history(wire, room) if event["kind"] == "message"]


def states(wire):
    return [(event["id"], event["state"]) for event in wire.events("scheduled")]


def test_what_i_schedule_is_on_all_my_devices_and_nobody_elses(community):
    me, other = community.account("Early"), community.account("Other")
    room = community.channel(me, other)
    phone, desk, theirs = community.wire(me), community.wire(me), community.wire(other)
    root = phone.send(room, "root", "s:1")["seq"]
    at = now(DAY)
    made = phone.request("schedule", room=room, text="later", at=at, nonce="s:2")["scheduled"]
    assert made == {"id": made["id"], "room": room, "text": "later", "at": at}
    assert phone.request("schedule", room=room, text="later", at=at, nonce="s:2")["scheduled"] == made
    reply = phone.request("schedule", room=room, text="reply", at=at - 1, nonce="s:3", thread=root)["scheduled"]
    assert desk.request("scheduled") == {"scheduled": [reply, made]} and reply["thread"] == root
    assert desk.request("schedule.update", id=made["id"], text="sooner", at=at - 2) == {}
    assert phone.request("scheduled")["scheduled"] == [{**made, "text": "sooner", "at": at - 2}, reply]
    assert phone.request("schedule.cancel", id=reply["id"]) == {}
    desk.settle()
    assert states(desk) == [(made["id"], "made"), (reply["id"], "made"), (made["id"], "changed"),
                            (reply["id"], "cancelled")]
    theirs.settle()
    assert states(theirs) == [] and theirs.request("scheduled") == {"scheduled": []}
    assert "later" not in str(theirs.frames)
    for name, arguments in [("schedule.update", {"text": "x"}), ("schedule.cancel", {})]:
        assert refusal(theirs.request, name, id=made["id"], **arguments)["code"] == "not_found"
    assert [page["text"] for page in phone.request("export")["scheduled"]] == ["sooner"]


def test_what_may_not_be_scheduled_is_refused_with_what_is_at_fault(community):
    me, other = community.account("Early"), community.account("Other")
    room, strange = community.channel(me), community.channel(other)
    wire = community.wire(me)
    root = wire.send(room, "root", "r:1")["seq"]
    good = {"room": room, "text": "x", "at": now(DAY), "nonce": "r:2"}
    wire.request("schedule", **good)
    for change, code, field in [
            ({"at": now(20_000)}, "invalid_argument", "at"), ({"at": now(367 * DAY)}, "invalid_argument", "at"),
            ({"at": 0}, "invalid_argument", "at"), ({"text": " "}, "invalid_argument", "text"),
            ({"text": "x" * 16_001}, "too_long", "text"), ({"room": strange}, "not_member", "room"),
            ({"thread": root + 1}, "not_found", "thread")]:
        error = refusal(wire.request, "schedule", **{**good, "nonce": "r:3", **change})
        assert (error["code"], error.get("field")) == (code, field), change
    assert refusal(wire.request, "schedule", **{**good, "text": "y"})["code"] == "nonce_reused"


def test_it_is_sent_when_its_time_has_come_to_everybody_who_is_there(start, faults):
    server = start(loops=2, environment=faults.environment)
    community = Community(server)
    me, other = community.account("Early"), community.account("Other")
    room = community.channel(me, other)
    phone, theirs = community.wire(me), community.wire(other)
    text = f"good morning <@{other['user']['id']}>"
    made = phone.request("schedule", room=room, text=text, at=now(10 * MINUTE), nonce="m:1")["scheduled"]
    theirs.listen(2.5)
    assert theirs.events("message") == []
    faults.set_clock(10 * MINUTE)
    heard = theirs.wait_for("event", lambda event: event["kind"] == "message")
    assert (heard["text"], heard["user"], heard["mentions"]) == (text, me["user"]["id"], [other["user"]["id"]])
    phone.wait_for("event", lambda event: event["kind"] == "scheduled" and event["state"] == "sent")
    assert states(phone) == [(made["id"], "made"), (made["id"], "sent")]
    assert phone.request("scheduled") == {"scheduled": []}
    assert phone.send(room, text, "m:1")["seq"] == heard["seq"], "the message has its nonce"
    assert theirs.request("room", room=room)["room"]["unread"] == 1
    assert texts(theirs, room) == [text]
    assert server.terminate() == 0
    assert audit(server.data_dir) == []


def test_what_its_author_may_not_send_by_then_is_told_and_kept_with_the_reason(start, faults):
    server = start(environment=faults.environment)
    community = Community(server)
    maker, me = community.account("Maker"), community.account("Early")
    room, left = community.channel(maker, me), community.channel(maker, me)
    wire, at_maker = community.wire(me), community.wire(maker)
    made = wire.request("schedule", room=room, text="too late", at=now(10 * MINUTE), nonce="f:1")["scheduled"]
    wire.request("schedule", room=left, text="left", at=now(10 * MINUTE), nonce="f:2")
    at_maker.request("room.archive", room=room, archived=True)
    at_maker.request("member.remove", room=left, user=me["user"]["id"])
    faults.set_clock(11 * MINUTE)
    failed = wire.wait_for("event", lambda event: event["kind"] == "scheduled" and event["state"] == "failed")
    assert failed["id"] == made["id"]
    assert wire.request("scheduled") == {"scheduled": [{**made, "error": "archived"}]}
    at_maker.request("room.archive", room=room, archived=False)
    wire.request("schedule.update", id=made["id"], at=now(12 * MINUTE))
    assert "error" not in wire.request("scheduled")["scheduled"][0]
    faults.set_clock(13 * MINUTE)
    wire.wait_for("event", lambda event: event["kind"] == "scheduled" and event["state"] == "sent")
    assert texts(at_maker, room) == ["too late"] and texts(at_maker, left) == []
    assert server.terminate() == 0
    assert audit(server.data_dir) == []


def test_kills_around_its_time_send_each_exactly_once(start, faults):
    """Each start finds some that are due and sends them while it is killed, sooner or later."""
    server = start(loops=2, environment=faults.environment)
    community = Community(server)
    me, other = community.account("Early"), community.account("Other")
    room = community.channel(me, other)
    wire = community.wire(me)
    count, rounds = 96, 12
    first = now(10 * MINUTE)
    for number in range(count):
        wire.request("schedule", room=room, text=f"later {number}", at=first + number * MINUTE, nonce=f"k:{number}")
    safe = community.wire(other).ready["safe"]
    for round_ in range(rounds):
        # The clock passes eight of them under the running server, which is killed some milliseconds after.
        faults.set_clock((10 + 8 * round_ + 8) * MINUTE)
        time.sleep((round_ % 6) * 0.25)
        server.kill()
        with sqlite3.connect(f"{server.data_dir}/roost.db") as database:
            (waiting,) = database.execute("SELECT count(*) FROM scheduled").fetchone()
            sent = [text for (text,) in database.execute(
                "SELECT text FROM event WHERE text LIKE 'later %' ORDER BY room, seq")]
        assert len(sent) == len(set(sent)) == count - waiting, "a row and its message are one"
        server.start()
    theirs = community.wire(other)
    faults.set_clock(DAY)
    deadline = time.monotonic() + 20
    while community.wire(me).request("scheduled")["scheduled"]:
        assert time.monotonic() < deadline, "not all were sent"
        theirs.listen(0.2)
    expected = [f"later {number}" for number in range(count)]
    assert texts(theirs, room) == expected
    synced, more, since = [], True, safe
    while more:
        answer = theirs.request("sync", since=since)
        synced += [event["text"] for event in answer["events"] if event["kind"] == "message"]
        since, more = answer["safe"], answer["more"]
    assert synced == expected
    assert server.terminate() == 0
    assert audit(server.data_dir) == []
