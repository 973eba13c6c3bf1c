"""Every argument of every request, missing, of the wrong type, out of its range: an error, and the connection lives."""

import json

import pytest

from conftest import PASSWORD
from errors import Refused, check_error
from wire import Wire

AVATAR = {"picture": "fox", "color": "#c0ffee"}
ROOM = "0000000000001"
LONG_TEXT = "x" * 16_001
NUMBERS = ["1", None, [], {}, 1.5, True]
TEXTS = [None, 7, True, [], {}]
IDS = [*TEXTS, "", "not an id", "0" * 12, "0" * 14, "u" * 13, "☃"]
AVATARS = [
    *TEXTS, "fox", {"picture": "fox"}, {"color": "#c0ffee"}, {**AVATAR, "picture": ""}, {**AVATAR, "picture": "a b"},
    {**AVATAR, "picture": "x" * 65}, {**AVATAR, "picture": "../x"}, {**AVATAR, "color": "red"},
    {**AVATAR, "color": "#c0ffe"}, {**AVATAR, "color": "#c0ffeg"}, {**AVATAR, "color": 12}]
ACCOUNT = {
    "email": [*TEXTS, "", "nobody", "a@b@c", "@", "x" * 250 + "@example.org"],
    "password": [*TEXTS, "", "short", "x" * 257],
    "name": [*TEXTS, "", "x" * 81, "new\nline", "\u0000"],
    "avatar": AVATARS,
    "device?": [7, [], {}, "x" * 101],
}
GOOD_ACCOUNT = {"email": "a@example.org", "password": "good enough", "name": "A", "avatar": AVATAR}

REQUESTS = {
    "setup": ({"token": "x", **GOOD_ACCOUNT}, {"token": TEXTS, **ACCOUNT}),
    "register": ({"invitation": "x", **GOOD_ACCOUNT}, {"invitation": TEXTS, **ACCOUNT}),
    "login": ({"email": "a@example.org", "password": "good enough"}, {
        "email": TEXTS, "password": TEXTS, "device?": [7, [], {}, "x" * 101]}),
    "invite": ({}, {
        "uses?": [*(value for value in NUMBERS if value is not None), 0, -1, 1001, 10**30],
        "expires_in?": ["1", [], 59, 31_536_001, -(2**63)],
        "role?": [7, [], "owner", "guest", "bot", "nonsense", ""], "room?": [7, [], "nonsense"]}),
    "audit": ({}, {"before?": [7, [], "nonsense"], "limit?": ["1", 0, 201]}),
    "users.list": ({}, {"after?": [7, "nonsense"], "query?": [7, [], {}, "", " "], "limit?": ["1", 0, 201]}),
    "user.role": ({"user": ROOM, "role": "guest"}, {"user": IDS, "role": [*TEXTS, "", "bot", "king"]}),
    "user.deactivate": ({"user": ROOM, "active": True}, {"user": IDS, "active": [None, 1, "true", [], {}]}),
    "user.delete": ({"user": ROOM, "messages": "keep"}, {"user": IDS, "messages": [*TEXTS, "", "all"]}),
    "account.delete": ({"password": "x", "messages": "keep"}, {"password": TEXTS, "messages": [*TEXTS, "", "all"]}),
    "reset.create": ({"user": ROOM}, {"user": IDS}),
    "reset.use": ({"code": "x", "password": "good enough"}, {
        "code": TEXTS, "password": [*TEXTS, "", "short", "x" * 257], "device?": [7, [], {}, "x" * 101]}),
    "registration.set": ({"mode": "open"}, {"mode": [*TEXTS, "", "ajar"]}),
    "invitation.revoke": ({"invitation": ROOM}, {"invitation": IDS}),
    "invitation.accept": ({"code": "x"}, {"code": TEXTS}),
    "bot.create": ({"name": "A", "avatar": AVATAR}, {
        "name": [*TEXTS, "", "   ", "x" * 81, "new\nline"], "avatar": AVATARS, "handle?": [7, [], {}, "", "a b", "-a"]}),
    "bot.token": ({"user": ROOM}, {"user": IDS}),
    "users": ({"users": [ROOM]}, {"users": [*TEXTS[:3], {}, [], "x", [ROOM] * 101, [7], [ROOM, None]]}),
    "channels": ({}, {"after?": [7, [], "nonsense"], "limit?": ["1", [], 0, -1, 201, 1.5, 2**63]}),
    "room": ({"room": ROOM}, {"room": IDS}),
    "channel.create": ({"name": "A"}, {
        "name": [*TEXTS, "", "   ", "x" * 81, "new\nline", "\u0007"], "description?": [7, [], {}, "x" * 501],
        "nonce?": [7, [], {}, "", "x" * 65, "☃" * 22]}),
    "join": ({"room": ROOM}, {"room": IDS}),
    "leave": ({"room": ROOM}, {"room": IDS}),
    "members": ({"room": ROOM}, {"room": IDS, "after?": [7, "nonsense"], "limit?": ["1", 0, 201]}),
    "send": ({"room": ROOM, "text": "x", "nonce": "x"}, {
        "room": IDS, "text": [*TEXTS, "", " \n\t", "a\u0000b", LONG_TEXT], "nonce": [*TEXTS, "", "x" * 65, "☃" * 22]}),
    "history": ({"room": ROOM}, {
        "room": IDS, "before?": ["1", [], {}, True, 1.5], "limit?": ["1", 0, -1, 201, 1.5, 10**20]}),
    "read": ({"room": ROOM, "seq": 1}, {"room": IDS, "seq": [*NUMBERS, -1]}),
    "typing": ({"room": ROOM, "typing": True}, {"room": IDS, "typing": [None, 1, "true", [], {}]}),
    "profile.update": ({"name": "A"}, {
        "name?": [7, [], {}, "", "  ", "x" * 81, "new\nline"], "handle?": [7, [], "", "a", ".ab", "a b", "ä" * 2],
        "avatar?": AVATARS}),
    "session.revoke": ({"session": ROOM}, {"session": IDS}),
    "email.change": ({"password": "x", "email": "a@example.org"}, {"password": TEXTS, "email": ACCOUNT["email"]}),
    "password.change": ({"password": "x", "new_password": "good enough"}, {
        "password": TEXTS, "new_password": ACCOUNT["password"]}),
    "block": ({"user": ROOM, "blocked": True}, {"user": IDS, "blocked": [None, 1, "true", [], {}]}),
    "export": ({}, {"after?": [7, [], "", "nonsense", ROOM, ROOM + ".-1"], "limit?": ["1", 0, -1, 1001, 1.5]}),
    "level": ({"room": ROOM, "level": "all"}, {"room": IDS, "level": [*TEXTS, "", "some", "All"]}),
    "preferences.update": ({}, {
        "quiet?": [7, [], {}, "night", {"from": 1}, {"from": "1", "to": 2}, {"from": -1, "to": 2}, {"from": 0, "to": 1440},
                   {"from": 3, "to": 3}],
        "dnd_until?": ["1", [], {}, True, 1.5, -1, 8_640_000_000_000_001], "sound?": [1, "true", [], {}],
        "preview?": [0, "false", [], {}]}),
    "draft": ({"room": ROOM, "text": "x"}, {
        "room": IDS, "text": [*TEXTS, "a\u0000b", LONG_TEXT], "thread?": ["1", [], {}, True, 1.5, 0, -1]}),
    "save": ({"room": ROOM, "seq": 1, "saved": True}, {
        "room": IDS, "seq": [*NUMBERS, 0, -1], "saved": [None, 1, "true", [], {}]}),
    "saved": ({}, {"before?": [7, [], "", "nonsense"], "limit?": ["1", 0, -1, 101, 1.5]}),
    "schedule": ({"room": ROOM, "text": "x", "at": 1, "nonce": "x"}, {
        "room": IDS, "text": [*TEXTS, "", " \n\t", "a\u0000b", LONG_TEXT], "at": [*NUMBERS, -1, 8_640_000_000_000_001],
        "nonce": [*TEXTS, "", "x" * 65], "thread?": ["1", [], {}, True, 1.5, 0, -1]}),
    "schedule.update": ({"id": ROOM}, {
        "id": IDS, "text?": [7, [], {}, "", " \n", "a\u0000b", LONG_TEXT], "at?": ["1", [], {}, True, 1.5, -1]}),
    "schedule.cancel": ({"id": ROOM}, {"id": IDS}),
    "presence.watch": ({"users": []}, {"users": [*TEXTS[:3], {}, "x", [ROOM] * 201, [7], [ROOM, None]]}),
    "presence.set": ({"state": "online"}, {"state": [*TEXTS, "", "offline", "dnd"]}),
    "sync": ({"since": "0000000000000"}, {"since": TEXTS, "limit?": ["1", 0, -1, 1001, 1.5]}),
}
"""Request → (arguments that are well-formed, bad values by argument; `?` marks one that may be missing)."""

TOO_LONG = {"x" * 81, "x" * 101, "x" * 501, "x" * 257, "x" * 65, "☃" * 22, LONG_TEXT, "x" * 250 + "@example.org"}


@pytest.fixture(scope="module")
def wires(community):
    """Two connections, logged in as an owner and not at all: both must outlive everything here."""
    return {"in": community.wire(community.owner), "out": Wire(community.server.port)}


def refused(wire, name, arguments):
    answer = wire.answer(wire.begin(name, arguments))
    assert set(answer) == {"error"}, f"{name} {arguments!r} was answered {answer!r}"
    check_error(answer["error"])
    return answer["error"]


@pytest.mark.parametrize("name", REQUESTS)
def test_each_argument_of_a_request_is_checked_and_named(wires, name):
    wire = wires["out" if name in ("setup", "register", "login", "reset.use") else "in"]
    good, arguments = REQUESTS[name]
    for argument, values in arguments.items():
        field = argument.rstrip("?")
        if not argument.endswith("?"):
            error = refused(wire, name, {key: value for key, value in good.items() if key != field})
            assert (error["code"], error.get("field")) == ("invalid_argument", field), (name, field, error)
        for value in values:
            if argument.endswith("?") and value is None:
                continue
            error = refused(wire, name, {**good, field: value})
            expected = "too_long" if isinstance(value, str) and value in TOO_LONG else "invalid_argument"
            assert (error["code"], error.get("field")) == (expected, field), (name, field, value, error)
            assert error["retry"] is False
    assert wires["in"].request("me")["user"]["role"] == "owner"


def test_members_that_no_request_has_are_ignored(wires):
    assert wires["in"].request("me", surprise={"deep": [1, 2, {"er": None}]})["user"]["role"] == "owner"


def test_an_unknown_request_is_refused(wires):
    for name in ("nonsense", "", "message", "Send", "event", "ready", "x" * 5_000):
        assert refused(wires["in"], name, {})["code"] == "unknown_request", name


@pytest.mark.parametrize("arguments", [
    [], [7], ["text"], [None], [[]], [{}, {}], [{"room": ROOM}, 1]])
def test_a_request_with_other_than_one_object_is_malformed(wires, arguments):
    wire = wires["in"]
    for number, name in enumerate(REQUESTS, start=100_000):
        wire.socket.send_text(f"42{number}{json.dumps([name, *arguments])}")
        answer = wire.answer(number)
        assert answer["error"]["code"] == "malformed", (name, arguments, answer)
        check_error(answer["error"])


def test_a_request_without_an_acknowledgement_does_nothing(community, wires):
    wire = wires["in"]
    room = wire.request("channel.create", name=community.name("silent"))["room"]["id"]
    for arguments in ({"room": room, "text": "silent", "nonce": "n"}, "text", 7):
        wire.socket.send_text("42" + json.dumps(["send", arguments]))
    wire.socket.send_text('42["nonsense"]')
    kinds = [event["kind"] for event in wire.request("history", room=room)["events"]]
    assert kinds == ["member.joined"]


@pytest.mark.parametrize("auth", [
    {"version": "1"}, {"version": 1.5}, {"version": []}, {"token": 7}, {"token": []}, {"token": {}}])
def test_a_connect_payload_of_the_wrong_form_is_refused_with_a_code(community, auth):
    with pytest.raises(Refused) as refused_connect:
        Wire(community.server.port, auth=auth)
    check_error(refused_connect.value.error)


def test_a_device_s_name_that_came_with_connect_is_checked_at_the_log_in_that_uses_it(community):
    account = community.account()
    wire = Wire(community.server.port, auth={"device": "x" * 101})
    login = {"email": account["email"], "password": PASSWORD}
    error = refused(wire, "login", login)
    assert (error["code"], error["field"]) == ("too_long", "device")
    assert wire.request("login", **login, device="kestrel")["user"]["id"] == account["user"]["id"]
