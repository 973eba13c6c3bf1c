"""Who is typing (docs/protocol.md, "typing")."""

import time



def pair(community):
    one, two = community.account("One"), community.account("Two")
    room = community.channel(one, two)
    return room, one, two


def wait_for_users(wire, room, users, seconds=5):
    state = wire.wait_for(
        "typing", lambda state: state["room"] == room and state["users"] == users, seconds=seconds)
    assert state["count"] == len(users)


def test_typing_is_told_to_the_room_the_typist_included_and_ends_when_they_say_so(community):
    room, one, two = pair(community)
    at_one, at_two = community.wire(one), community.wire(two)
    assert at_one.request("typing", room=room, typing=True) == {}
    for wire in (at_one, at_two):
        wait_for_users(wire, room, [one["user"]["id"]])
    at_one.request("typing", room=room, typing=False)
    for wire in (at_one, at_two):
        wait_for_users(wire, room, [])


def test_typing_ends_with_a_message(community):
    room, one, two = pair(community)
    at_one, at_two = community.wire(one), community.wire(two)
    at_one.request("typing", room=room, typing=True)
    wait_for_users(at_two, room, [one["user"]["id"]])
    at_one.send(room, "done", "t:1")
    wait_for_users(at_two, room, [])


def test_typing_ends_when_the_typist_is_gone(community):
    room, one, two = pair(community)
    at_one, at_two = community.wire(one), community.wire(two)
    at_one.request("typing", room=room, typing=True)
    wait_for_users(at_two, room, [one["user"]["id"]])
    at_one.abort()
    wait_for_users(at_two, room, [])


def test_typing_ends_by_itself_after_eight_seconds(community):
    room, one, two = pair(community)
    at_one, at_two = community.wire(one), community.wire(two)
    begin = time.monotonic()
    at_one.request("typing", room=room, typing=True)
    wait_for_users(at_two, room, [one["user"]["id"]])
    wait_for_users(at_two, room, [], seconds=12)
    assert 7.5 <= time.monotonic() - begin <= 11


def test_many_typists_are_four_ids_oldest_first_and_a_count(community):
    accounts = [community.account() for _ in range(6)]
    room = community.channel(*accounts)
    wires = [community.wire(account) for account in accounts]
    for wire in wires:
        wire.request("typing", room=room, typing=True)
    state = wires[0].wait_for("typing", lambda state: state["count"] == 6)
    assert state["users"] == [account["user"]["id"] for account in accounts[:4]]


def test_a_room_hears_of_typing_at_most_once_each_half_second(community):
    room, one, two = pair(community)
    at_one, at_two = community.wire(one), community.wire(two)
    begin = time.monotonic()
    typing = True
    while time.monotonic() - begin < 2.2:
        at_one.request("typing", room=room, typing=typing)
        typing = not typing
    at_one.request("typing", room=room, typing=True)
    at_one.request("typing", room=room, typing=False)
    elapsed = time.monotonic() - begin
    at_two.settle()
    told = [state for name, state in at_two.frames if name == "typing"]
    assert 2 <= len(told) <= elapsed / 0.5 + 1


def test_typing_elsewhere_is_not_heard(community):
    room, one, two = pair(community)
    stranger = community.wire(community.account())
    at_one, at_two = community.wire(one), community.wire(two)
    at_one.request("typing", room=room, typing=True)
    wait_for_users(at_two, room, [one["user"]["id"]])
    stranger.settle()
    assert not [frame for frame in stranger.frames if frame[0] == "typing"]
