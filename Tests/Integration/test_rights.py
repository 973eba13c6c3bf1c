"""Direct rooms, parts in a room, archiving and deleting, over real sockets."""

import sqlite3
import time

import pytest

from conftest import Community
from wire import refusal


@pytest.fixture
def spread(start):
    """A community whose connections live on four loops."""
    return Community(start(loops=4))


def id_of(account):
    return account["user"]["id"]


def group(community, maker, *others):
    wire = community.wire(maker)
    room = wire.request("group.create", name="Us", users=[id_of(other) for other in others])["room"]["id"]
    wire.close()
    return room


def test_two_who_ask_at_the_same_moment_get_one_direct_room(spread):
    ann, bob = spread.account("Ann"), spread.account("Bob")
    device = spread.person(bob)
    wires = [(spread.wire(asker), other) for asker, other in [(ann, bob), (bob, ann)] * 6]
    numbers = [wire.begin("direct", {"users": [id_of(other)]}) for wire, other in wires]
    rooms = [wire.answer(number)["ok"]["room"] for (wire, _), number in zip(wires, numbers)]
    assert len({room["id"] for room in rooms}) == 1
    assert rooms[0]["kind"] == "direct" and rooms[0]["name"] == ""
    assert rooms[0]["users"] == sorted([id_of(ann), id_of(bob)])
    joined = device.wait_for("event", lambda event: event["kind"] == "member.joined" and event["member"] == id_of(bob))
    assert joined["room"] == rooms[0]["id"]
    wire = wires[0][0]
    for name, arguments in [
        ("leave", {}), ("member.remove", {"user": id_of(bob)}), ("member.add", {"users": [id_of(bob)]}),
        ("room.update", {"name": "x"}), ("room.archive", {"archived": True}), ("room.delete", {}),
        ("member.role", {"user": id_of(bob), "role": "owner"}),
    ]:
        assert refusal(wire.request, name, room=rooms[0]["id"], **arguments)["code"] == "forbidden"
    device.close()


def test_parts_and_what_they_may(community):
    owner, moderator, member, added = (community.account(name) for name in ("Owner", "Moderator", "Member", "Added"))
    room = group(community, owner, moderator, member)
    wires = {id_of(account): community.wire(account) for account in (owner, moderator, member)}
    wires[id_of(owner)].request("member.role", room=room, user=id_of(moderator), role="moderator")
    changed = wires[id_of(member)].wait_for("event", lambda event: event["kind"] == "member.role")
    assert changed["member"] == id_of(moderator) and changed["role"] == "moderator"
    assert wires[id_of(member)].request("member.add", room=room, users=[id_of(added)])["room"]["members"] == 4
    assert community.wire(added).request("room", room=room)["room"]["role"] == "member"
    for name, arguments in [
        ("member.remove", {"user": id_of(added)}), ("room.update", {"name": "x"}), ("room.delete", {}),
        ("room.archive", {"archived": True}), ("member.role", {"user": id_of(added), "role": "owner"}),
    ]:
        assert refusal(wires[id_of(member)].request, name, room=room, **arguments)["code"] == "forbidden"
    wire = wires[id_of(moderator)]
    assert wire.request("member.remove", room=room, user=id_of(added)) == {}
    assert refusal(wire.request, "member.remove", room=room, user=id_of(owner))["code"] == "forbidden"
    renamed = wire.request("room.update", room=room, name="We")["room"]
    assert renamed["name"] == "We" and renamed["role"] == "moderator"
    assert refusal(wire.request, "room.delete", room=room)["code"] == "forbidden"
    wires[id_of(owner)].request("leave", room=room)
    parts = {entry["id"]: entry["room_role"] for entry in wire.request("members", room=room)["members"]}
    assert parts == {id_of(moderator): "owner", id_of(member): "member"}
    for account in (owner, added):
        for name in ("room", "history", "members"):
            assert refusal(community.wire(account).request, name, room=room)["code"] == "not_found"


def test_an_archived_room_takes_nothing(community):
    owner, member = community.account("Owner"), community.account("Member")
    room = community.channel(owner, member)
    wire, other = community.wire(owner), community.wire(member)
    assert wire.request("room.archive", room=room, archived=True)["room"]["archived"] is True
    told = other.wait_for("event", lambda event: event["kind"] == "room.archived")
    assert told["archived"] is True and told["room"] == room
    directory = other.wait_for("event", lambda event: event["kind"] == "channel.updated")
    assert directory["channel"]["id"] == room and directory["channel"]["archived"] is True
    error = refusal(other.send, room, "x", "a:1")
    assert error["code"] == "archived" and error["retry"] is False
    assert other.request("history", room=room)["events"]
    wire.request("room.archive", room=room, archived=False)
    assert other.send(room, "x", "a:1")["seq"]


@pytest.mark.parametrize("kind", ["channel", "group"])
def test_a_deleted_room_is_gone_for_everyone_at_once(spread, kind, tmp_path):
    owner, member, outside = (spread.account(name) for name in ("Owner", "Member", "Outside"))
    room = spread.channel(owner, member) if kind == "channel" else group(spread, owner, member)
    asleep = spread.wire(member)
    since = asleep.ready["safe"]
    asleep.close()
    wire = spread.wire(owner)
    wire.send(room, "the secret of this room", "d:1")
    devices = [spread.person(member, transports=["websocket" if index % 2 else "polling"]) for index in range(6)]
    watcher = spread.person(outside)
    assert wire.request("room.delete", room=room) == {}
    marker = wire.request("channel.create", name=spread.name("marker"))["room"]["id"]
    for device in devices:
        device.wait_for("event", lambda event: event["kind"] == "room.deleted" and event["room"] == room)
        assert room not in [entry["id"] for entry in device.request("rooms")["rooms"]]
        for name in ("room", "history", "why", "join"):
            assert refusal(device.request, name, room=room)["code"] == "not_found"
    watcher.wait_for("event", lambda event: event["kind"] == "channel.created" and event["channel"]["id"] == marker)
    kinds = [payload["kind"] for name, payload in watcher.frames if name == "event"]
    assert ("channel.deleted" in kinds) == (kind == "channel") and "room.deleted" not in kinds
    answer = spread.wire(member).request("sync", since=since)
    assert answer["left"] == [room] and not [event for event in answer["events"] if "seq" in event]
    assert refusal(wire.send, room, "x", "d:2")["code"] == "not_found"
    for person in (*devices, watcher):
        person.close()


def test_what_was_said_in_a_deleted_room_leaves_the_database(start, tmp_path):
    server = start(tmp_path / "erased")
    community = Community(server)
    owner, member = community.account("Owner"), community.account("Member")
    room = group(community, owner, member)
    wire = community.wire(owner)
    for index in range(450):
        wire.send(room, f"the secret of this room {index}", f"e:{index}")
    wire.request("room.delete", room=room)
    wire.close()
    server.kill()
    again = start(tmp_path / "erased")
    path = tmp_path / "erased" / "roost.db"
    for _ in range(200):
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        (left,) = database.execute("SELECT count(*) FROM event WHERE text LIKE 'the secret%'").fetchone()
        (waiting,) = database.execute("SELECT count(*) FROM deleted_room").fetchone()
        database.close()
        if left == waiting == 0:
            break
        time.sleep(0.05)
    assert left == waiting == 0
    assert again.terminate() == 0
    assert b"the secret of this room" not in path.read_bytes()
