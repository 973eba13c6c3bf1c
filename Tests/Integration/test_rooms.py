"""Channels, membership, directory (docs/protocol.md, "Rooms")."""

import pytest

from conftest import Community
from wire import refusal

NOBODY = "0000000000001"


def test_a_new_channel_is_seen_by_all_who_are_connected_at_once(community):
    maker, watcher = community.account("Maker"), community.account("Watcher")
    at_maker, at_watcher = community.wire(maker), community.wire(watcher)
    name = community.name("Harbour")
    room = at_maker.request("channel.create", name=name, description="boats")["room"]
    assert room["kind"] == "channel" and room["name"] == name and room["description"] == "boats"
    assert room["created_by"] == maker["user"]["id"]
    assert room["members"] == 1 and room["joined"] is True and room["unread"] == 0

    for wire in (at_maker, at_watcher):
        event = wire.wait_for("event", lambda event: event["kind"] == "channel.created")
        assert event["channel"] == {
            key: room[key]
            for key in ("id", "kind", "name", "description", "created_by", "created_at", "archived")}
        assert isinstance(event["dseq"], int)

    seen = at_watcher.request("room", room=room["id"])["room"]
    assert seen["joined"] is False
    assert "cursor" not in seen and "unread" not in seen


def test_the_directory_is_numbered_without_gaps(community):
    wire = community.wire(community.account())
    for _ in range(3):
        wire.request("channel.create", name=community.name("numbered"))
    wire.settle()
    numbers = [event["dseq"] for event in wire.events() if "dseq" in event]
    assert len(numbers) >= 3
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_a_second_channel_of_one_name_is_refused_whatever_its_case(community):
    wire = community.wire(community.account())
    name = community.name("Straße É")
    wire.request("channel.create", name=name)
    for spelling in (name, name.lower(), name.swapcase() if name.swapcase().lower() == name.lower() else name):
        assert refusal(wire.request, "channel.create", name=spelling)["code"] == "name_taken"


def test_a_channel_is_made_once_a_nonce_also_when_the_server_was_killed(start, tmp_path):
    server = start(tmp_path / "nonce", loops=2)
    community = Community(server)
    maker = community.account()
    arguments = dict(name="Once", description="only", nonce="c:1")
    wires = [community.wire(maker) for _ in range(3)]
    numbers = [wire.begin("channel.create", arguments) for wire in wires]
    (made,) = {wire.answer(number)["ok"]["room"]["id"] for wire, number in zip(wires, numbers)}
    server.kill()
    community.server = start(tmp_path / "nonce")
    wire = community.wire(maker)
    assert wire.request("channel.create", **arguments)["room"]["id"] == made
    for changes in ({"name": "Twice"}, {"description": "other"}):
        error = refusal(wire.request, "channel.create", **{**arguments, **changes})
        assert error["code"] == "nonce_reused" and error["field"] == "nonce"
    assert refusal(wire.request, "channel.create", **{**arguments, "nonce": "c:2"})["code"] == "name_taken"
    assert refusal(wire.request, "channel.create", name="Once")["code"] == "name_taken"
    assert [channel["id"] for channel in wire.request("channels")["channels"]] == [made]


def test_channels_are_paged_in_the_order_of_their_ids(community):
    wire = community.wire(community.account())
    made = [wire.request("channel.create", name=community.name("paged"))["room"]["id"] for _ in range(5)]
    found, after, pages = [], None, 0
    while True:
        page = wire.request("channels", limit=2, **({"after": after} if after else {}))
        assert len(page["channels"]) <= 2
        found += [channel["id"] for channel in page["channels"]]
        pages += 1
        if not page["more"]:
            break
        assert len(page["channels"]) == 2
        after = found[-1]
    assert pages >= 3
    assert found == sorted(set(found))
    assert set(made) <= set(found)


def test_joining_and_leaving_are_heard_by_the_members(community):
    host, guest = community.account("Host"), community.account("Visitor")
    room = community.channel(host)
    at_host, at_guest = community.wire(host), community.wire(guest)

    joined = at_guest.request("join", room=room)["room"]
    assert joined["joined"] is True and joined["members"] == 2
    assert at_guest.request("join", room=room)["room"]["members"] == 2, "joining again changes nothing"
    for wire in (at_host, at_guest):
        event = wire.wait_for("event", lambda event: event["kind"] == "member.joined" and event["room"] == room)
        assert event["member"] == event["user"] == guest["user"]["id"]

    assert at_guest.request("leave", room=room) == {}
    assert at_guest.request("leave", room=room) == {}, "leaving again changes nothing"
    for wire in (at_host, at_guest):
        event = wire.wait_for("event", lambda event: event["kind"] == "member.left" and event["room"] == room)
        assert event["member"] == guest["user"]["id"]
    at_host.settle()
    kinds = [event["kind"] for event in at_host.events(room=room)]
    assert kinds == ["member.joined", "member.left"]


def test_members_are_paged_in_the_order_of_their_ids(community):
    accounts = [community.account() for _ in range(3)]
    room = community.channel(*accounts)
    wire = community.wire(accounts[0])
    first = wire.request("members", room=room, limit=2)
    assert first["more"] is True and len(first["members"]) == 2
    rest = wire.request("members", room=room, limit=2, after=first["members"][-1]["id"])
    assert rest["more"] is False
    ids = [member["id"] for member in first["members"] + rest["members"]]
    assert ids == sorted(account["user"]["id"] for account in accounts)


def test_rooms_lists_those_i_am_in_and_the_place_it_is_true_at(community):
    account = community.account()
    mine, other = community.channel(account), community.channel(community.account())
    answer = community.wire(account).request("rooms")
    ids = [room["id"] for room in answer["rooms"]]
    assert mine in ids and other not in ids
    assert isinstance(answer["safe"], str)
    assert all(room["joined"] for room in answer["rooms"])


def test_a_member_who_left_hears_nothing_after(community):
    host, leaver = community.account("Host"), community.account("Leaver")
    room = community.channel(host, leaver)
    at_host = community.wire(host)
    devices = [community.wire(leaver), community.wire(leaver)]
    at_host.send(room, "before", "a:1")
    devices[0].request("leave", room=room)
    at_host.send(room, "after", "a:2")
    at_host.request("typing", room=room, typing=True)
    at_host.wait_for("typing")
    for wire in devices:
        wire.wait_for("event", lambda event: event["kind"] == "member.left" and event["room"] == room)
        wire.settle()
        assert [event["kind"] for event in wire.events(room=room)] == ["message", "member.left"]
        assert not [frame for frame in wire.frames if frame[0] == "typing"]


@pytest.mark.parametrize("name, arguments", [
    ("send", {"text": "x", "nonce": "x"}), ("read", {"seq": 1}), ("typing", {"typing": True})])
def test_who_is_not_in_a_room_may_not_act_in_it(community, name, arguments):
    room = community.channel(community.account())
    stranger = community.wire(community.account())
    assert refusal(stranger.request, name, room=room, **arguments)["code"] == "not_member"


@pytest.mark.parametrize("name, arguments", [
    ("room", {}), ("join", {}), ("members", {}), ("history", {}), ("send", {"text": "x", "nonce": "x"}),
    ("read", {"seq": 1}), ("typing", {"typing": True})])
def test_a_room_that_does_not_exist_is_not_found(community, name, arguments):
    wire = community.wire(community.account())
    assert refusal(wire.request, name, room=NOBODY, **arguments)["code"] in ("not_found", "not_member")
