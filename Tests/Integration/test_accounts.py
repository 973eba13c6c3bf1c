"""Owner, invitations, registration, log-in, log-out, tokens (docs/protocol.md, "Accounts and sessions")."""

import time

import pytest

from conftest import PASSWORD, Community, profile
from errors import Refused
from wire import Wire, refusal


def test_the_owner_is_made_once_by_the_token_in_the_log(start):
    server = start()
    token = server.wait_for_setup_token()
    wire = Wire(server.port)
    assert wire.ready["server"]["setup"] is True
    assert wire.ready["user"] is None
    assert "safe" not in wire.ready
    person = {"email": "owner@example.org", "password": PASSWORD, **profile("Olive")}

    wrong = refusal(wire.request, "setup", token="x" * len(token), **person)
    assert wrong["code"] == "setup_token_invalid"

    answer = wire.request("setup", token=token, **person)
    assert answer["user"]["role"] == "owner"
    assert answer["user"]["email"] == "owner@example.org"
    assert answer["expires_at"] > time.time() * 1000 + 80 * 86_400_000
    ready = wire.wait_for("ready")
    assert ready["user"]["id"] == answer["user"]["id"]
    assert isinstance(ready["safe"], str)

    other = Wire(server.port)
    assert other.ready["server"]["setup"] is False
    again = refusal(other.request, "setup", token=token, **{**person, "email": "second@example.org"})
    assert again["code"] == "setup_done"


def test_ready_says_who_the_server_is_and_comes_before_the_answer_that_logs_in(community):
    account = community.account()
    wire = Wire(community.server.port)
    ready = wire.ready
    assert ready["version"] == 1
    assert ready["server"]["registration"] == "invitation"
    assert isinstance(ready["server"]["name"], str) and isinstance(ready["server"]["version"], str)

    number = wire.begin("login", {"email": account["email"], "password": PASSWORD})
    wire.wait_for("ready", lambda payload: payload["user"] is not None)
    assert number not in wire.answers
    assert "ok" in wire.answer(number)


def test_an_invitation_admits_as_many_as_it_says(community):
    owner = community.wire(community.owner)
    invitation = owner.request("invite", uses=2, expires_in=60)
    assert invitation["uses"] == 2 and invitation["role"] == "member"
    assert invitation["link"].endswith("/invite/" + invitation["code"])
    assert 0 < invitation["expires_at"] - time.time() * 1000 <= 61_000

    for number in range(2):
        wire = Wire(community.server.port)
        answer = wire.request(
            "register", invitation=invitation["code"], email=f"many{number}@example.org", password=PASSWORD,
            **profile(f"Many {number}"))
        assert answer["user"]["role"] == "member"
        wire.close()
    wire = Wire(community.server.port)
    error = refusal(
        wire.request, "register", invitation=invitation["code"], email="many9@example.org", password=PASSWORD,
        **profile("Many"))
    assert error["code"] == "invitation_invalid"


def test_only_owners_and_administrators_invite_and_only_owners_invite_administrators(community):
    member = community.wire(community.account())
    assert refusal(member.request, "invite")["code"] == "forbidden"

    code = community.invitation(role="admin")["code"]
    admin = Wire(community.server.port)
    answer = admin.request(
        "register", invitation=code, email="admin@example.org", password=PASSWORD, **profile("Ada"))
    assert answer["user"]["role"] == "admin"
    assert admin.request("invite")["role"] == "member"
    assert refusal(admin.request, "invite", role="admin")["code"] == "forbidden"


def test_one_address_has_one_account_whatever_its_case(community):
    account = community.account()
    wire = Wire(community.server.port)
    error = refusal(
        wire.request, "register", invitation=community.invitation()["code"], email=account["email"].upper(),
        password=PASSWORD, **profile("Twin"))
    assert error["code"] == "email_taken"


def test_everyone_hears_at_once_who_registered(community):
    listener = community.wire(community.owner)
    newcomer = community.account("Newcomer")
    event = listener.wait_for("event", lambda event: event["kind"] == "user.registered")
    assert event["person"]["id"] == newcomer["user"]["id"]
    assert "email" not in event["person"]
    assert isinstance(event["dseq"], int) and isinstance(event["safe"], str)


def test_a_person_logs_in_with_address_and_password(community):
    account = community.account()
    person = community.person({"token": None})
    assert person.ready["user"] is None
    answer = person.request("login", email=account["email"].upper(), password=PASSWORD, device="kestrel")
    assert answer["user"]["id"] == account["user"]["id"]
    assert person.request("me")["user"] == account["user"]
    person.close()


def test_a_wrong_password_and_an_unknown_address_are_refused_alike(community):
    account = community.account()
    wire = Wire(community.server.port)
    wrong = refusal(wire.request, "login", email=account["email"], password="not the password")
    unknown = refusal(wire.request, "login", email="nobody@example.org", password="not the password")
    assert wrong == unknown
    assert wrong["code"] == "wrong_credentials"


def test_logging_out_voids_the_token_and_ends_the_sessions_other_connections(community):
    account = community.account()
    first, second = community.wire(account), community.wire(account)
    apart = Wire(community.server.port)
    apart.request("login", email=account["email"], password=PASSWORD)

    assert first.request("logout") == {}
    assert second.wait_for("ended")["code"] == "session_expired"
    second.wait_until_closed()
    with pytest.raises(Refused) as refused:
        community.wire(account)
    assert refused.value.code == "session_expired"
    assert apart.request("me")["user"]["id"] == account["user"]["id"], "another session of the person goes on"


def test_a_token_that_is_not_good_refuses_the_connection(community):
    for token in ("x", "A" * 43, "\u0000", "ж" * 200, "t" * 10_000):
        with pytest.raises(Refused) as refused:
            Wire(community.server.port, token)
        assert refused.value.code == "session_expired"
        assert refused.value.error["retry"] is False


def test_python_socketio_is_told_why_its_token_is_refused(community):
    with pytest.raises(Refused) as refused:
        community.person({"token": "nonsense"})
    assert refused.value.code == "session_expired"


def test_a_version_that_the_server_does_not_speak_is_refused(community):
    for version in (0, 2, 999):
        with pytest.raises(Refused) as refused:
            Wire(community.server.port, auth={"version": version})
        assert refused.value.code == "client_too_old"
    assert Wire(community.server.port, auth={}).ready["version"] == 1


@pytest.mark.parametrize("name", [
    "logout", "me", "users", "rooms", "channels", "room", "channel.create", "join", "leave", "members", "send",
    "history", "read", "typing", "sync", "invite", "audit", "users.list", "user.role", "user.deactivate", "user.delete",
    "account.delete", "reset.create", "registration.set", "invitations", "invitation.revoke", "invitation.accept",
    "bot.create", "bot.token"])
def test_every_other_request_needs_a_log_in(community, name):
    room = community.owner["user"]["id"]
    arguments = {
        "users": [room], "room": room, "name": "x", "text": "x", "nonce": "x", "seq": 1, "typing": True,
        "since": "0000000000000", "user": room, "role": "guest", "active": True, "messages": "keep", "password": "x",
        "mode": "open", "invitation": room, "code": "x", "avatar": {"picture": "fox", "color": "#c0ffee"}}
    wire = Wire(community.server.port)
    assert refusal(wire.request, name, **arguments)["code"] == "not_logged_in"


def test_people_are_looked_up_by_id_without_their_addresses(community):
    one, two = community.account("One"), community.account("Two")
    wire = community.wire(one)
    users = wire.request("users", users=[two["user"]["id"], "0000000000001"])["users"]
    assert [user["id"] for user in users] == [two["user"]["id"]]
    assert set(users[0]) == {"id", "name", "handle", "avatar", "role", "created_at"}
    assert users[0]["avatar"] == {"picture": "fox", "color": "#c0ffee"}


def test_guessing_passwords_is_slowed_and_the_wait_is_told(start):
    community = Community(start())
    account = community.account()
    wire = Wire(community.server.port)
    for _ in range(40):
        error = refusal(wire.request, "login", email=account["email"], password="a wrong password")
        if error["code"] == "rate_limited":
            break
        assert error["code"] == "wrong_credentials"
    assert error["code"] == "rate_limited"
    assert error["retry"] is True
    assert 0 < error["retry_after"] <= 10_000

    early = refusal(wire.request, "login", email=account["email"], password=PASSWORD)
    assert early["code"] == "rate_limited", "the right password does not jump the queue"
    time.sleep(early["retry_after"] / 1000 + 0.05)
    assert wire.request("login", email=account["email"], password=PASSWORD)["user"]["id"] == account["user"]["id"]


def test_a_connection_belongs_to_one_person_at_a_time(community):
    account = community.account()
    wire = community.wire(account)
    code = community.invitation()["code"]
    for name, arguments in (
            ("login", {"email": account["email"], "password": PASSWORD}),
            ("register", {"invitation": code, "email": "other@example.org", "password": PASSWORD, **profile("Other")})):
        assert refusal(wire.request, name, **arguments)["code"] == "already_logged_in"
    assert wire.request("logout") == {}
    assert wire.request("login", email=account["email"], password=PASSWORD)["user"]["id"] == account["user"]["id"]
