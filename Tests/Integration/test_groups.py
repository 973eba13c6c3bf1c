"""Finding people and making groups, over real sockets, with several devices and loops."""

import pathlib
import sqlite3
import threading

import pytest

from conftest import PASSWORD, Community
from wire import Wire, refusal


@pytest.fixture
def spread(start):
    """A community whose connections live on four loops."""
    return Community(start(loops=4))


def id_of(account):
    return account["user"]["id"]


def rooms_of(wire):
    """The rooms that somebody chose to be in: all but the feed."""
    return [room for room in wire.request("rooms")["rooms"] if room["kind"] != "feed"]


@pytest.mark.parametrize("transports", [["websocket"], ["polling"]])
def test_every_device_of_the_chosen_learns_at_once_and_nobody_else(spread, transports):
    maker, chosen, other = (spread.account(name) for name in ("Maker", "Chosen", "Other"))
    devices = [spread.person(chosen, transports=transports) for _ in range(6)]
    strangers = [spread.person(other, transports=transports) for _ in range(4)]
    second = spread.person(maker, transports=transports)
    wire = spread.wire(maker)
    made = wire.request("group.create", name="Us", description="only", users=[id_of(chosen)], nonce="g:1")["room"]
    assert made["kind"] == "group" and made["members"] == 2 and made["role"] == "owner" and made["unread"] == 0
    text = wire.send(made["id"], "hello", "g:2")
    for device in devices:
        joined = device.wait_for("event", lambda event: event["kind"] == "member.joined")
        assert joined["room"] == made["id"] and joined["member"] == id_of(chosen) and joined["user"] == id_of(maker)
        heard = device.wait_for("event", lambda event: event["kind"] == "message")
        assert heard["seq"] == text["seq"] and heard["text"] == "hello"
        room = device.request("room", room=made["id"])["room"]
        assert room["role"] == "member" and room["unread"] == 1 and room["name"] == "Us"
    second.wait_for("event", lambda event: event["kind"] == "member.joined" and event["member"] == id_of(maker))
    # What the directory tells next shows that each loop has come past all this.
    marker = wire.request("channel.create", name=spread.name("marker"))["room"]["id"]
    for stranger in strangers:
        stranger.wait_for("event", lambda event: event["kind"] == "channel.created" and event["channel"]["id"] == marker)
        assert not [payload for name, payload in stranger.frames if name == "event" and payload.get("room") == made["id"]]
        assert refusal(stranger.request, "room", room=made["id"])["code"] == "not_found"
        assert refusal(stranger.request, "history", room=made["id"])["code"] == "not_found"
        assert refusal(stranger.request, "join", room=made["id"])["code"] == "not_found"
    for person in (*devices, *strangers, second):
        person.close()


def test_a_device_that_slept_learns_by_sync(community):
    maker, sleeper, other = (community.account(name) for name in ("Maker", "Sleeper", "Other"))
    places = {}
    for account in (sleeper, other):
        asleep = community.wire(account)
        places[id_of(account)] = asleep.ready["safe"]
        asleep.close()
    wire = community.wire(maker)
    room = wire.request("group.create", name="Us", users=[id_of(sleeper)])["room"]["id"]
    wire.send(room, "while you slept", "s:1")
    answer = community.wire(sleeper).request("sync", since=places[id_of(sleeper)])
    (joined,) = answer["joined"]
    assert joined["id"] == room and joined["kind"] == "group" and joined["unread"] == 1
    assert [event["kind"] for event in joined["events"]] == ["member.joined", "member.joined", "message"]
    answer = community.wire(other).request("sync", since=places[id_of(other)])
    assert answer["joined"] == [] and not [event for event in answer["events"] if event.get("room") == room]


def test_a_lost_acknowledgement_makes_no_second_group(spread):
    maker, chosen = spread.account("Maker"), spread.account("Chosen")
    wires = [spread.wire(maker) for _ in range(8)]
    arguments = dict(name="Once", users=[id_of(chosen)], nonce="same")
    numbers = [wire.begin("group.create", arguments) for wire in wires]
    rooms = {wire.answer(number)["ok"]["room"]["id"] for wire, number in zip(wires, numbers)}
    assert len(rooms) == 1
    wire = spread.wire(chosen)
    assert [room["id"] for room in rooms_of(wire)] == list(rooms)
    error = refusal(wires[0].request, "group.create", **{**arguments, "name": "Twice"})
    assert error["code"] == "nonce_reused" and error["field"] == "nonce"


def test_a_group_survives_a_crash_with_its_nonce(start, tmp_path):
    server = start(tmp_path / "crash")
    community = Community(server)
    maker, chosen = community.account("Maker"), community.account("Chosen")
    arguments = dict(name="Us", users=[id_of(chosen)], nonce="c:1")
    made = community.wire(maker).request("group.create", **arguments)["room"]
    server.kill()
    community.server = start(tmp_path / "crash")
    wire = community.wire(maker)
    assert wire.request("group.create", **arguments)["room"] == made
    members = wire.request("members", room=made["id"])["members"]
    assert {member["id"]: member["room_role"] for member in members} == {
        id_of(maker): "owner", id_of(chosen): "member"}


def test_all_or_nothing(community):
    maker, chosen = community.account("Maker"), community.account("Chosen")
    wire = community.wire(maker)
    error = refusal(wire.request, "group.create", name="Us", users=[id_of(chosen), "0000000000001"])
    assert error["code"] == "not_found" and error["field"] == "users"
    assert refusal(wire.request, "group.create", name="Us", users=[id_of(maker)])["field"] == "users"
    assert refusal(wire.request, "group.create", name=" ", users=[id_of(chosen)])["field"] == "name"
    assert refusal(wire.request, "group.create", name="Us", users=["x"])["field"] == "users"
    assert rooms_of(wire) == [] == rooms_of(community.wire(chosen))


def test_finding_people(community):
    asker, friend, stranger = (community.account(name) for name in ("Asker", "Friederike", "Fremder"))
    community.channel(asker, friend)
    wire = community.wire(asker)

    def found(query, **arguments):
        return wire.request("people.find", query=query, **arguments)["users"]

    (user,) = found("FRIE")
    assert user["id"] == id_of(friend) and user["name"] == "Friederike" and "email" not in user
    assert found("fre") == [] == found(stranger["email"][:-1])
    (user,) = found(stranger["email"].upper())
    assert user["id"] == id_of(stranger) and user["email"] == stranger["email"]
    assert found(asker["email"]) == []
    assert refusal(wire.request, "people.find", query="")["field"] == "query"
    assert refusal(wire.request, "people.find", query="x" * 255)["code"] == "too_long"
    codes = set()
    for _ in range(60):
        answer = wire.answer(wire.begin("people.find", {"query": "frie"}))
        if "error" in answer:
            codes.add(answer["error"]["code"])
            assert answer["error"]["retry"] and 0 < answer["error"]["retry_after"] <= 500
    assert codes == {"rate_limited"}


def test_an_open_directory(start):
    community = Community(start(arguments=["--directory", "open"]))
    asker, stranger = community.account("Asker"), community.account("Strangerly")
    (user,) = community.wire(asker).request("people.find", query="strange")["users"]
    assert user["id"] == id_of(stranger) and "email" not in user


def test_a_database_of_the_first_rooms_gains_owners_words_and_a_feed(start, tmp_path):
    """What a server of schema 2 left: Maker made a channel, Müller joined it, and each said something."""
    folder = tmp_path / "old"
    folder.mkdir()
    database = sqlite3.connect(folder / "roost.db")
    database.executescript((pathlib.Path(__file__).parent / "databases" / "schema-2.sql").read_text())
    database.close()
    server = start(folder)
    wires = []
    for email in ("maker1@example.org", "müller2@example.org"):
        wires.append(Wire(server.port))
        wires[-1].request("login", email=email, password=PASSWORD)
    (room,) = [room for room in wires[0].request("rooms")["rooms"] if room["kind"] == "channel"]
    assert room["name"] == "Harbour" and room["role"] == "owner" and room["unread"] == 1
    assert wires[1].request("room", room=room["id"])["room"]["role"] == "member"
    events = wires[1].request("history", room=room["id"])["events"]
    assert [event["text"] for event in events if event["kind"] == "message"] == ["hello", "moin"]
    (user,) = wires[0].request("people.find", query="mull")["users"]
    assert user["name"] == "Müller"
    # They are let into the feed while the server runs: it was there before this request, or is told after it.
    if not any(room["kind"] == "feed" for room in wires[1].request("rooms")["rooms"]):
        joined = wires[1].wait_for("event", lambda event: event["kind"] == "member.joined")
        assert wires[1].request("room", room=joined["room"])["room"]["kind"] == "feed"


def test_many_make_groups_at_once(spread):
    accounts = [spread.account(f"P{index}") for index in range(6)]
    errors = []

    def work(account):
        try:
            wire = spread.wire(account)
            others = [id_of(other) for other in accounts if other is not account]
            for index in range(5):
                room = wire.request("group.create", name=f"G{index}", users=others, nonce=f"m:{index}")["room"]["id"]
                wire.send(room, "first", f"s:{index}")
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(account,)) for account in accounts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    for account in accounts:
        rooms = rooms_of(spread.wire(account))
        assert len(rooms) == 30 and sum(room["unread"] for room in rooms) == 25
