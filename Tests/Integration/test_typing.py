"""Who is typing (docs/protocol.md, "typing")."""

import time

from wire import refusal



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


def rooted(community):
    room, one, two = pair(community)
    at_one, at_two = community.wire(one), community.wire(two)
    root = at_one.send(room, "lunch?", "tt:root")["seq"]
    return room, root, one, at_one, at_two


def thread_state(wire, room, root, seconds=5):
    told = wire.wait_for(
        "thread.typing",
        lambda told: told["room"] == room and any(one["thread"] == root for one in told["threads"]), seconds=seconds)
    return next(one for one in told["threads"] if one["thread"] == root)


def test_typing_in_a_thread_is_told_as_such_and_not_as_the_rooms(community):
    room, root, one, at_one, at_two = rooted(community)
    assert at_one.request("typing", room=room, thread=root, typing=True) == {}
    assert thread_state(at_two, room, root) == {"thread": root, "users": [one["user"]["id"]], "count": 1}
    at_one.request("typing", room=room, thread=root, typing=False)
    assert thread_state(at_two, room, root) == {"thread": root, "users": [], "count": 0}
    at_two.settle()
    assert not [frame for frame in at_two.frames if frame[0] == "typing"]


def test_typing_in_a_thread_ends_with_a_reply_there_and_with_the_connection(community):
    room, root, one, at_one, at_two = rooted(community)
    at_one.request("typing", room=room, thread=root, typing=True)
    assert thread_state(at_two, room, root)["count"] == 1
    at_one.request("send", room=room, text="yes", nonce="tt:1", thread=root)
    assert thread_state(at_two, room, root)["count"] == 0
    at_one.request("typing", room=room, thread=root, typing=True)
    assert thread_state(at_two, room, root)["count"] == 1
    at_one.abort()
    assert thread_state(at_two, room, root)["count"] == 0


def test_typing_in_a_thread_is_refused_where_typing_in_its_room_is(community):
    room, root, one, at_one, at_two = rooted(community)
    stranger = community.wire(community.account())
    assert refusal(stranger.request, "typing", room=room, thread=root, typing=True)["code"] == "not_member"
    for thread in (0, -1, "1", 1.5):
        error = refusal(at_one.request, "typing", room=room, thread=thread, typing=True)
        assert (error["code"], error["field"]) == ("invalid_argument", "thread")
    at_one.request("member.mute", room=room, user=at_two.request("me")["user"]["id"], seconds=60)
    assert refusal(at_two.request, "typing", room=room, thread=root, typing=True)["code"] == "muted"
    at_one.settle()
    assert not [frame for frame in at_one.frames if frame[0] == "thread.typing"]


def test_a_room_hears_of_typing_in_its_threads_at_most_once_each_half_second(community):
    room, root, one, at_one, at_two = rooted(community)
    roots = [root, *(at_one.send(room, f"root {number}", f"tt:r{number}")["seq"] for number in range(6))]
    begin = time.monotonic()
    typing = True
    while time.monotonic() - begin < 2.2:
        for thread in roots:
            at_one.request("typing", room=room, thread=thread, typing=typing)
        typing = not typing
    elapsed = time.monotonic() - begin
    at_two.settle()
    told = [state for name, state in at_two.frames if name == "thread.typing"]
    assert 2 <= len(told) <= elapsed / 0.5 + 1
