"""What a person chooses for themselves, on all their devices (docs/protocol.md, "One's own state")."""

import pytest

from wire import refusal

USUAL = {"quiet": None, "dnd_until": None, "sound": True, "preview": True}


def own(wire, kind):
    wire.settle()
    return [event for event in wire.events(kind) if "useq" in event]


def test_a_level_is_told_to_all_my_devices_and_nowhere_else_and_stands_in_the_room(community):
    me, other = community.account("Chooser"), community.account("Other")
    room = community.channel(me, other)
    phone, desk, theirs = community.wire(me), community.wire(me), community.wire(other)
    assert "level" not in phone.request("room", room=room)["room"], "the usual one is not told"
    assert phone.request("level", room=room, level="none") == {}
    assert phone.request("level", room=room, level="none") == {}
    for device in (phone, desk):
        assert [(event["room"], event["level"]) for event in own(device, "level")] == [(room, "none")]
    assert own(theirs, "level") == []
    (listed,) = [entry for entry in desk.request("rooms")["rooms"] if entry["id"] == room]
    assert listed["level"] == "none"
    assert "level" not in theirs.request("room", room=room)["room"]
    phone.request("level", room=room, level="mentions")
    assert "level" not in desk.request("room", room=room)["room"]


def test_who_comes_back_into_a_room_has_the_usual_level_also_by_sync(community):
    me, other = community.account("Leaver"), community.account("Other")
    room = community.channel(other, me)
    phone, desk = community.wire(me), community.wire(me)
    since = desk.ready["safe"]
    desk.close()
    phone.request("level", room=room, level="none")
    phone.request("leave", room=room)
    phone.request("join", room=room)
    desk = community.wire(me)
    changes = desk.request("sync", since=since)
    (joined,) = changes["joined"]
    levels = [event["level"] for event in changes["events"] if event["kind"] == "level"]
    assert joined["id"] == room and "level" not in joined and levels[-1] == "mentions"


def test_preferences_are_changed_a_part_at_a_time_and_told_whole(community):
    me = community.account("Owl")
    phone, desk = community.wire(me), community.wire(me)
    assert desk.request("preferences") == {"preferences": USUAL}
    night = {"from": 1320, "to": 420}
    now = {**USUAL, "quiet": night, "sound": False}
    assert phone.request("preferences.update", quiet=night, sound=False) == {"preferences": now}
    assert [event["preferences"] for event in own(desk, "preferences")] == [now]
    assert phone.request("preferences.update", dnd_until=1_900_000_000_000)["preferences"]["quiet"] == night
    assert phone.request("preferences.update", quiet=None, dnd_until=None, sound=True) == {"preferences": USUAL}
    assert phone.request("preferences.update") == {"preferences": USUAL}
    assert own(desk, "preferences")[-1]["preferences"] == USUAL
    assert len(own(desk, "preferences")) == 3, "what changes nothing is not told"


@pytest.mark.parametrize("arguments", [
    {"quiet": {"from": 5, "to": 5}}, {"quiet": {"from": 5}}, {"quiet": {"from": 0, "to": 1440}}, {"quiet": []},
    {"dnd_until": -1}, {"dnd_until": "tomorrow"}, {"sound": 1}, {"preview": None, "sound": "yes"}])
def test_preferences_that_are_none_are_refused_by_name(community, arguments):
    wire = community.wire(community.owner)
    error = refusal(wire.request, "preferences.update", **arguments)
    assert error["code"] == "invalid_argument" and error["field"] in arguments


def test_a_level_is_for_members(community):
    me, other = community.account(), community.account()
    room = community.channel(other)
    wire = community.wire(me)
    assert refusal(wire.request, "level", room=room, level="all")["code"] == "not_member"
    assert refusal(wire.request, "level", room="0000000000001", level="all")["code"] == "not_found"
    assert refusal(wire.request, "level", room=room, level="some")["field"] == "level"
