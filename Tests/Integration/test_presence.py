"""Who is there (docs/protocol.md, "Who is there" and "presence")."""

import random
import time

from wire import refusal


def watch(wire, *accounts):
    users = wire.request("presence.watch", users=[account["user"]["id"] for account in accounts])["users"]
    return {user["id"]: user for user in users}


def wait_for_state(wire, account, state, seconds=10):
    notice = wire.wait_for(
        "presence", seconds=seconds,
        condition=lambda notice: any(
            user["id"] == account["user"]["id"] and user["state"] == state for user in notice["users"]))
    return next(user for user in notice["users"] if user["id"] == account["user"]["id"])


def watch_gone(wire, *accounts):
    """Watches people who have just registered, until they count as gone."""
    there = {user for user, presence in watch(wire, *accounts).items() if presence["state"] != "offline"}
    while there:
        # One notice may tell of several.
        notice = wire.wait_for("presence", seconds=10)
        there -= {user["id"] for user in notice["users"] if user["state"] == "offline"}


def test_who_watches_hears_when_people_come_go_away_and_are_not_to_be_disturbed(community):
    me, other = community.account("Watcher"), community.account("Other")
    wire = community.wire(me)
    watch_gone(wire, other)
    answer = watch(wire, other, me)
    assert answer[other["user"]["id"]]["state"] == "offline" and answer[me["user"]["id"]]["state"] == "online"
    theirs = community.wire(other)
    assert "last_seen" not in wait_for_state(wire, other, "online")
    theirs.request("presence.set", state="away")
    wait_for_state(wire, other, "away")
    second = community.wire(other)
    wait_for_state(wire, other, "online")
    second.request("presence.set", state="away")
    wait_for_state(wire, other, "away")
    until = int(time.time() * 1000) + 3600_000
    theirs.request("preferences.update", dnd_until=until)
    wait_for_state(wire, other, "dnd")
    theirs.request("preferences.update", dnd_until=None)
    wait_for_state(wire, other, "away")
    theirs.close()
    left = time.time()
    second.abort()
    gone = wait_for_state(wire, other, "offline")
    assert time.time() - left > 4.5, "who may be back in a moment is not gone"
    assert gone["last_seen"] % 60_000 == 0 and abs(gone["last_seen"] / 1000 - left) < 120
    wire.settle()
    assert watch(wire, other)[other["user"]["id"]] == gone


def test_not_to_be_disturbed_holds_for_who_connects_later_and_ends_by_itself(community):
    me, other = community.account("Watcher"), community.account("Other")
    wire, theirs = community.wire(me), community.wire(other)
    theirs.request("preferences.update", dnd_until=int(time.time() * 1000) + 3_000)
    theirs.wait_for("event", lambda event: event["kind"] == "preferences")
    assert watch(wire, other)[other["user"]["id"]]["state"] == "dnd"
    wait_for_state(wire, other, "online")
    fresh = community.account("Fresh")
    at_fresh = community.wire(fresh)
    at_fresh.request("preferences.update", dnd_until=int(time.time() * 1000) + 3600_000)
    at_fresh.close()
    at_fresh = community.wire(fresh)
    assert watch(wire, fresh)[fresh["user"]["id"]]["state"] == "dnd"


def test_who_is_back_within_five_seconds_was_never_gone(community):
    me, other = community.account("Watcher"), community.account("Other")
    wire, theirs = community.wire(me), community.wire(other)
    assert watch(wire, other)[other["user"]["id"]]["state"] == "online"
    for _ in range(5):
        theirs.abort()
        theirs = community.wire(other)
    wire.listen(7)
    assert [frame for frame in wire.frames if frame[0] == "presence"] == []


def test_a_new_set_takes_the_place_of_the_old_one_and_nobody_else_is_told_of(community):
    me, first, second = community.account("Watcher"), community.account("First"), community.account("Second")
    wire = community.wire(me)
    watch_gone(wire, first, second)
    watch(wire, second)
    wire.frames.clear()
    wire.heard = 0
    at_first, at_second = community.wire(first), community.wire(second)
    wait_for_state(wire, second, "online")
    watch(wire)
    at_second.request("presence.set", state="away")
    at_first.request("presence.set", state="away")
    wire.listen(2.5)
    told = {user["id"] for name, notice in wire.frames if name == "presence" for user in notice["users"]}
    assert told == {second["user"]["id"]}


def test_guests_see_people_of_their_rooms_only_and_nobody_once_they_left_one(community):
    member, stranger = community.account("Member"), community.account("Stranger")
    owner = community.wire(community.owner)
    guest = community.account("Guest")
    owner.request("user.role", user=guest["user"]["id"], role="guest")
    theirs = community.wire(member)
    room = theirs.request("group.create", name="Us", users=[guest["user"]["id"]])["room"]["id"]
    wire = community.wire(guest)
    assert set(watch(wire, member, stranger)) == {member["user"]["id"]}
    theirs.request("member.remove", room=room, user=guest["user"]["id"])
    wire.wait_for("event", lambda event: event["kind"] == "member.removed")
    theirs.request("presence.set", state="away")
    wire.listen(2.5)
    assert [frame for frame in wire.frames if frame[0] == "presence"] == []
    assert watch(wire, member) == {}


def test_what_is_no_presence_is_refused(community):
    wire = community.wire(community.owner)
    assert refusal(wire.request, "presence.set", state="dnd")["field"] == "state"
    assert refusal(wire.request, "presence.watch", users=["x"])["field"] == "users"
    too_many = ["0000000000001"] * 201
    assert refusal(wire.request, "presence.watch", users=too_many)["code"] == "invalid_argument"
    assert wire.request("presence.watch", users=too_many[:200]) == {"users": []}


def test_when_people_were_last_there_is_kept_over_the_servers_end(start):
    from conftest import Community
    server = start()
    community = Community(server)
    member = community.account("Member")
    community.wire(member)
    begin = time.time()
    server.terminate()
    server = start(server.data_dir)
    community.server = server
    seen = watch(community.wire(community.owner), member)[member["user"]["id"]]
    assert seen["state"] == "offline" and begin - 61 < seen["last_seen"] / 1000 < time.time()
    assert seen["last_seen"] % 60_000 == 0


def test_a_crowd_that_comes_and_goes_costs_each_watcher_a_frame_a_second(community):
    crowd = [community.account("Crowd") for _ in range(100)]
    watchers = [community.wire(community.account("Watcher")) for _ in range(10)]
    for wire in watchers:
        watch(wire, *crowd)
    generator = random.Random(7)
    begin = time.monotonic()
    present = {}
    while time.monotonic() - begin < 8:
        index = generator.randrange(len(crowd))
        if index in present:
            wire = present.pop(index)
            if generator.random() < 0.5:
                wire.close()
            else:
                wire.request("presence.set", state="away")
                present[index] = wire
                continue
        else:
            present[index] = community.wire(crowd[index])
    elapsed = time.monotonic() - begin
    for wire in watchers:
        wire.listen(0.5)
        told = [notice for name, notice in wire.frames if name == "presence"]
        assert 3 <= len(told) <= elapsed + 3, len(told)
        assert all(1 <= len(notice["users"]) <= len(crowd) for notice in told)
    for wire in present.values():
        wire.close()
