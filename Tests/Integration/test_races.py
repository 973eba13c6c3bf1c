"""Rights that change while something that needs them is under way, asked on many connections of four loops at once."""

import pytest

from conftest import PASSWORD, Community, profile
from errors import Closed, Refused, unwrap
from wire import Wire, refusal

ROUNDS = 8


@pytest.fixture
def spread(start):
    """A community whose connections live on four loops."""
    return Community(start(loops=4))


def id_of(account):
    return account["user"]["id"]


def bot(owner, name="Robot"):
    """An account that costs no log-in, of which one address has only so many at once."""
    made = owner.request("bot.create", **profile(name))
    return {"token": made["token"], "user": made["user"]}


def outcome(wire, number):
    """What came back: `ok`, an error's code, or `closed` where the connection ended before."""
    try:
        answer = wire.answer(number)
    except (Closed, ConnectionError):
        return "closed"
    return "ok" if "ok" in answer else answer["error"]["code"]


def at_once(*asked):
    """Asks each (wire, name, arguments) before it waits for any answer."""
    numbers = [wire.begin(name, arguments) for wire, name, arguments in asked]
    return [outcome(wire, number) for (wire, _, _), number in zip(asked, numbers)]


def history(wire, room):
    events, before = [], None
    while True:
        page = wire.request("history", room=room, limit=200, **({"before": before} if before else {}))
        events = page["events"] + events
        if not page["more"]:
            return events
        before = events[0]["seq"]


@pytest.mark.parametrize("way", ["member.remove", "member.ban", "member.mute", "room.archive", "user.deactivate",
                                 "session.revoke", "sessions.revoke_others", "password.change", "bot.token"])
def test_nothing_is_written_after_the_right_to_write_is_gone(spread, way):
    """What was sent before has its answer; of what follows nothing is stored, on whichever connection it was sent."""
    owner = spread.wire(spread.owner)
    needs_password = way in ("session.revoke", "sessions.revoke_others", "password.change")
    for number in range(3 if needs_password else ROUNDS):
        writer = spread.account("Writer") if needs_password else bot(owner)
        room = owner.request("channel.create", name=spread.name("race"))["room"]["id"]
        owner.request("member.add", room=room, users=[id_of(writer)])
        devices = [spread.wire(writer) for _ in range(3)]
        actor, arguments = owner, {}
        match way:
            case "member.remove": arguments = {"room": room, "user": id_of(writer)}
            case "member.ban": arguments = {"room": room, "user": id_of(writer), "banned": True}
            case "member.mute": arguments = {"room": room, "user": id_of(writer), "seconds": 3600}
            case "room.archive": arguments = {"room": room, "archived": True}
            case "user.deactivate": arguments = {"user": id_of(writer), "active": False}
            case "bot.token": arguments = {"user": id_of(writer)}
            case _:
                actor = Wire(spread.server.port)
                actor.request("login", email=writer["email"], password=PASSWORD)
                if way == "session.revoke":
                    (session,) = [one["id"] for one in actor.request("sessions")["sessions"] if not one["current"]]
                    arguments = {"session": session}
                elif way == "password.change":
                    arguments = {"password": PASSWORD, "new_password": "quite another 1"}
        for device in devices:
            for index in range(20):
                device.begin("send", {"room": room, "text": f"{index}", "nonce": f"a{devices.index(device)}:{index}"})
        ending = actor.begin(way, arguments)
        sent = [(device, device.begin("send", {"room": room, "text": "late", "nonce": f"b{devices.index(device)}:{index}"}))
                for index in range(20) for device in devices]
        answer = actor.answer(ending)
        unwrap(answer)
        # From here on it is certain: whoever ended it has been told so.
        marker = owner.request("history", room=room, limit=1)["events"][-1]["seq"]
        after = []
        for device in devices:
            try:
                after.append((device, device.begin("send", {"room": room, "text": "too late", "nonce": "c:1"})))
            except (ConnectionError, OSError):
                pass
        results = [outcome(*one) for one in sent], [outcome(*one) for one in after]
        assert "ok" not in results[1], (way, results[1])
        if way == "room.archive":
            owner.request("room.archive", room=room, archived=False)
        late = [event for event in history(owner, room) if event["kind"] == "message" and event["seq"] > marker]
        assert late == [], (way, number, late)
        for wire in [*devices, *([actor] if actor is not owner else [])]:
            wire.close()


def test_who_is_banned_while_they_join_or_are_added_is_out(spread):
    owner, helper = spread.wire(spread.owner), spread.account("Helper")
    other = spread.wire(helper)
    for _ in range(ROUNDS):
        person = bot(owner)
        room = owner.request("channel.create", name=spread.name("race"))["room"]["id"]
        owner.request("member.add", room=room, users=[id_of(helper)])
        code = other.request("invite", room=room)["code"]
        wires = [spread.wire(person) for _ in range(4)]
        results = at_once(
            (wires[0], "join", {"room": room}), (wires[1], "invitation.accept", {"code": code}),
            (other, "member.add", {"room": room, "users": [id_of(person)]}),
            (owner, "member.ban", {"room": room, "user": id_of(person), "banned": True}),
            (wires[2], "join", {"room": room}), (other, "member.add", {"room": room, "users": [id_of(person)]}),
            (wires[3], "invitation.accept", {"code": code}))
        assert results[3] == "ok" and set(results) <= {"ok", "banned", "forbidden", "invitation_invalid"}, results
        members = owner.request("members", room=room)["members"]
        assert id_of(person) not in [member["id"] for member in members], results
        for wire in wires:
            wire.close()


def test_one_use_of_an_invitation_lets_one_in(spread):
    owner = spread.wire(spread.owner)
    for number in range(3):
        code = owner.request("invite", uses=1)["code"]
        strangers = [Wire(spread.server.port) for _ in range(20)]
        results = at_once(*[
            (wire, "register", {"invitation": code, "email": f"race{number}-{index}@example.org", "password": PASSWORD,
                                **profile("Racer")}) for index, wire in enumerate(strangers)])
        assert results.count("ok") == 1 and set(results) <= {"ok", "invitation_invalid", "rate_limited", "busy"}, results
        room = owner.request("channel.create", name=spread.name("race"))["room"]["id"]
        code = owner.request("invite", uses=1, room=room)["code"]
        people = [spread.wire(bot(owner)) for _ in range(8)]
        results = at_once(*[(wire, "invitation.accept", {"code": code}) for wire in people])
        assert sorted(results) == ["invitation_invalid"] * 7 + ["ok"], results
        assert owner.request("room", room=room)["room"]["members"] == 2
        for wire in [*strangers, *people]:
            wire.close()


def test_a_link_for_a_new_password_opens_one_session(spread):
    owner = spread.wire(spread.owner)
    for _ in range(3):
        person = spread.account("Forgetful")
        code = owner.request("reset.create", user=id_of(person))["code"]
        wires = [Wire(spread.server.port) for _ in range(4)]
        results = at_once(*[(wire, "reset.use", {"code": code, "password": f"a new one {index}"})
                            for index, wire in enumerate(wires)])
        assert results.count("ok") == 1 and set(results) <= {"ok", "reset_invalid", "busy"}, results
        good = [index for index in range(4) if attempt(spread, person, f"a new one {index}") == "ok"]
        assert good == [results.index("ok")], "the password is that of the one who was let in"
        for wire in wires:
            wire.close()


def attempt(spread, person, password):
    wire = Wire(spread.server.port)
    try:
        return at_once((wire, "login", {"email": person["email"], "password": password}))[0]
    finally:
        wire.close()


@pytest.mark.parametrize("way", ["user.role", "user.deactivate", "user.delete", "account.delete"])
def test_two_last_owners_cannot_end_each_other_at_once(spread, way):
    first = spread.owner | {"email": "owner@example.org"}
    for _ in range(3):
        keeper = spread.wire(first)
        second = spread.account("Second")
        keeper.request("user.role", user=id_of(second), role="owner")
        wires = [keeper, spread.wire(second)]

        def ending(wire, other):
            if way == "account.delete":
                return wire, way, {"password": PASSWORD, "messages": "keep"}
            more = {"user.role": {"role": "member"}, "user.deactivate": {"active": False}, "user.delete": {"messages": "keep"}}
            return wire, way, {"user": id_of(other), **more[way]}

        results = at_once(ending(wires[0], second), ending(wires[1], first))
        assert results.count("ok") == 1, results
        # One of them is left, an owner who can be asked.
        left = [account for account in (first, second) if attempt(spread, account, PASSWORD) == "ok"]
        owners = []
        for account in left:
            wire = Wire(spread.server.port)
            owners += [account] * (wire.request("login", email=account["email"], password=PASSWORD)["user"]["role"] == "owner")
            wire.close()
        assert len(owners) == 1, (results, len(left))
        first = owners[0]
        wire = Wire(spread.server.port)
        first = {**first, "token": wire.request("login", email=first["email"], password=PASSWORD)["token"]}
        spread.owner = first
        for one in [*wires, wire]:
            one.close()


def test_what_is_made_once_is_made_once_however_many_ask(spread):
    owner = spread.wire(spread.owner)
    ann, bob, cyd = (bot(owner) for _ in range(3))
    for number in range(4):
        fresh = bot(owner)
        mine, theirs = [spread.wire(ann) for _ in range(2)], [spread.wire(fresh) for _ in range(2)]
        asked = [(wire, wire.begin("direct", {"users": [id_of(other)]}))
                 for wire, other in zip([*mine, *theirs], [fresh, fresh, ann, ann])]
        rooms = {unwrap(wire.answer(one))["room"]["id"] for wire, one in asked}
        assert len(rooms) == 1
        group = {"name": "Us", "users": [id_of(bob), id_of(cyd)], "nonce": f"race:{number}"}
        asked = [(wire, wire.begin("group.create", group)) for wire in mine for _ in range(3)]
        made = {unwrap(wire.answer(one))["room"]["id"] for wire, one in asked}
        assert len(made) == 1
        other = refusal(mine[0].request, "group.create", **{**group, "name": "Them"})
        assert other["code"] == "nonce_reused"
        assert refusal(mine[0].send, made.pop(), "the same nonce", f"race:{number}")["code"] == "nonce_reused"
        for wire in [*mine, *theirs]:
            wire.close()


def test_the_owners_of_a_group_who_all_leave_at_once_leave_it_to_who_stays(spread):
    owner = spread.wire(spread.owner)
    people = [bot(owner) for _ in range(4)]
    wires = [spread.wire(person) for person in people]
    for _ in range(ROUNDS):
        room = wires[0].request("group.create", name="Us", users=[id_of(person) for person in people[1:]])["room"]["id"]
        wires[0].request("member.role", room=room, user=id_of(people[1]), role="owner")
        wires[0].request("member.role", room=room, user=id_of(people[2]), role="moderator")
        results = at_once(*[(wire, "leave", {"room": room}) for wire in wires[:2]],
                          (wires[0], "member.role", {"room": room, "user": id_of(people[0]), "role": "member"}),
                          (wires[1], "member.role", {"room": room, "user": id_of(people[1]), "role": "member"}))
        assert results[:2] == ["ok", "ok"], results
        parts = {member["id"]: member["room_role"] for member in wires[3].request("members", room=room)["members"]}
        assert parts == {id_of(people[2]): "owner", id_of(people[3]): "member"}, parts


def test_an_account_that_ends_while_it_types_and_sends_is_gone_everywhere(spread):
    watcher = spread.account("Watcher")
    heard = spread.wire(watcher)
    for _ in range(3):
        person = spread.account("Leaver")
        devices = [spread.wire(person) for _ in range(3)]
        group = devices[0].request("group.create", name="Us", users=[id_of(watcher)])["room"]["id"]
        direct = devices[1].request("direct", users=[id_of(watcher)])["room"]["id"]
        for device in devices:
            device.begin("typing", {"room": group, "typing": True})
            for index in range(20):
                device.begin("send", {"room": [group, direct][index % 2], "text": "x", "nonce": f"{devices.index(device)}:{index}"})
        assert "ok" in devices[2].answer(devices[2].begin("account.delete", {"password": PASSWORD, "messages": "erase"}), 30)
        for device in devices:
            device.wait_until_closed()
        members = heard.request("members", room=group)["members"]
        assert [(member["id"], member["room_role"]) for member in members] == [(id_of(watcher), "owner")]
        marker = heard.send(group, "marker", f"m:{group}")["seq"]
        events = history(heard, group)
        gone = [event["seq"] for event in events if event["kind"] == "member.left"]
        last = max((event["seq"] for event in events if event["kind"] == "message" and event["user"] == id_of(person)), default=0)
        assert len(gone) == 1 and last < gone[0] < marker
        heard.wait_for("event", lambda event: event.get("room") == group and event.get("seq") == marker)
        typing = [payload for name, payload in heard.frames if name == "typing" and payload["room"] == group]
        assert not typing or typing[-1]["users"] == [] or heard.wait_for(
            "typing", lambda payload: payload["room"] == group and payload["users"] == [])
        assert refusal(heard.request, "direct", users=[id_of(person), id_of(spread.owner)])["code"] == "not_found"
        assert heard.request("direct", users=[id_of(person)])["room"]["id"] == direct, "what was said stays to be read"


def test_who_is_blocked_is_not_seen_typing_in_the_room_of_the_two(spread):
    ann, bob = spread.account("Ann"), spread.account("Bob")
    mine, theirs = spread.wire(ann), spread.wire(bob)
    room = mine.request("direct", users=[id_of(bob)])["room"]["id"]
    shared = spread.channel(ann, bob)
    theirs.request("typing", room=room, typing=True)
    mine.wait_for("typing", lambda payload: payload["users"] == [id_of(bob)])
    theirs.request("typing", room=room, typing=False)
    mine.wait_for("typing", lambda payload: payload["users"] == [])
    mine.request("block", user=id_of(bob), blocked=True)
    assert refusal(theirs.request, "typing", room=room, typing=True)["code"] == "forbidden"
    theirs.request("typing", room=room, typing=False)
    theirs.request("typing", room=shared, typing=True)
    mine.wait_for("typing", lambda payload: payload["room"] == shared)
    mine.settle()
    told = [payload for name, payload in mine.frames if name == "typing" and payload["room"] == room]
    assert [payload["users"] for payload in told] == [[id_of(bob)], []]
    mine.request("block", user=id_of(bob), blocked=False)
    theirs.request("typing", room=room, typing=True)
    mine.wait_for("typing", lambda payload: payload["room"] == room and payload["users"] == [id_of(bob)])


def test_reports_are_told_to_those_who_may_read_them_only(spread):
    owner, author, member, moderator = spread.owner, *(spread.account(name) for name in ("Author", "Member", "Moderator"))
    room = spread.channel(moderator, author, member)
    wires = {name: spread.wire(account) for name, account in
             {"owner": owner, "author": author, "member": member, "moderator": moderator}.items()}
    seq = wires["author"].send(room, "bad words", "r:1")["seq"]
    wires["member"].request("report", room=room, seq=seq, reason="They insult people.")
    for name in ("owner", "moderator"):
        assert wires[name].wait_for("reports") == {"room": room, "open": 1}
    (report,) = wires["moderator"].request("reports", room=room)["reports"]
    wires["owner"].request("report.resolve", report=report["id"], state="resolved")
    for name in ("owner", "moderator"):
        assert wires[name].wait_for("reports") == {"room": room, "open": 0}
    for name in ("author", "member"):
        wires[name].settle()
        assert "reports" not in [name for name, _ in wires[name].frames]


def test_an_administrators_link_does_not_make_an_owner_of_them(spread):
    admin, person = spread.account("Admin"), spread.account("Person")
    owner = spread.wire(spread.owner)
    owner.request("user.role", user=id_of(admin), role="admin")
    code = spread.wire(admin).request("reset.create", user=id_of(person))["code"]
    owner.request("user.role", user=id_of(person), role="owner")
    stranger = Wire(spread.server.port)
    assert refusal(stranger.request, "reset.use", code=code, password="mine from now on")["code"] == "reset_invalid"
