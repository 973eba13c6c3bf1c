"""Sessions in a browser: the REST calls, the cookie, and which pages may use it (docs/protocol.md)."""

import http.client
import json
import re
import time

import pytest
import socketio

from conftest import PASSWORD, Community, profile
from errors import Closed, check_error
from person import Person
from raw_websocket import RawWebSocket
from wire import SECONDS


class Browser:
    """What a browser does for a page: sends its Origin, keeps the cookie."""

    def __init__(self, server, origin=None):
        self.server = server
        self.origin = server.url if origin is None else origin
        self.cookie = None

    def post(self, call, content, headers=(), method="POST"):
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        sent = {"Content-Type": "application/json", "Origin": self.origin, "Cookie": self.cookie, **dict(headers)}
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=SECONDS)
        try:
            connection.request(
                method, f"/api/v1/{call}", body, {name: value for name, value in sent.items() if value is not None})
            response = connection.getresponse()
            answer = json.loads(response.read())
        finally:
            connection.close()
        assert response.headers["Cache-Control"] == "no-store"
        if "error" in answer:
            check_error(answer["error"])
            assert response.headers["Set-Cookie"] is None
        elif cookie := response.headers["Set-Cookie"]:
            self.cookie = cookie.split(";")[0]
            self.attributes = cookie
        return response, answer

    def connect(self, transport, **headers):
        """A connection whose `ready` says who the cookie is."""
        sent = {"Origin": self.origin, "Cookie": self.cookie, **headers}
        return Person(
            self.server.url, transports=[transport],
            headers={name: value for name, value in sent.items() if value is not None})

    def who(self):
        """Who the cookie says we are: an id, or None."""
        person = self.connect("websocket")
        person.close()
        return person.ready["user"] and person.ready["user"]["id"]


@pytest.fixture
def browser(community):
    return Browser(community.server)


def test_log_in_gives_the_token_in_a_cookie_that_scripts_cannot_read_and_nowhere_else(community, browser):
    account = community.account("Kestrel")
    response, answer = browser.post("login", {"email": account["email"], "password": PASSWORD})
    assert response.status == 200
    assert set(answer["ok"]) == {"user", "expires_at"}
    assert answer["ok"]["user"]["id"] == account["user"]["id"]
    assert answer["ok"]["user"]["email"] == account["email"]
    parts = [part.strip() for part in browser.attributes.split(";")]
    assert parts[0].startswith("roost_session=rst_")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts) and "Secure" not in parts
    (age,) = (int(part.removeprefix("Max-Age=")) for part in parts if part.startswith("Max-Age="))
    assert abs(age - (answer["ok"]["expires_at"] / 1000 - time.time())) < 60


def test_the_cookie_is_secure_where_people_come_by_https(start):
    server = start(arguments=["--url", "https://chat.example.org"])
    community = Community(server)
    account = community.account("Secure")
    browser = Browser(server, origin="https://chat.example.org")
    assert browser.post("login", {"email": account["email"], "password": PASSWORD})[0].status == 200
    assert "Secure" in browser.attributes.split("; ")
    browser.post("logout", {})
    assert "Secure" in browser.attributes.split("; ")


def test_setup_and_register_open_sessions_too(start):
    server = start()
    person = {"email": "olive@example.org", "password": PASSWORD, **profile("Olive")}
    owner = Browser(server)
    response, answer = owner.post("setup", {"token": server.wait_for_setup_token(), **person})
    assert response.status == 200 and answer["ok"]["user"]["role"] == "owner"
    assert owner.who() == answer["ok"]["user"]["id"]
    connection = owner.connect("websocket")
    code = connection.request("invite")["code"]
    connection.close()

    member = Browser(server)
    response, answer = member.post("register", {"invitation": code, **person, "email": "wren@example.org"})
    assert response.status == 200 and answer["ok"]["user"]["role"] == "member"
    assert member.who() == answer["ok"]["user"]["id"]
    assert Browser(server).post("setup", {"token": "x", **person})[0].status == 409


@pytest.mark.parametrize("transport", ["polling", "websocket"])
def test_connect_without_a_token_uses_the_cookie(community, browser, transport):
    account = community.account("Cookie")
    browser.post("login", {"email": account["email"], "password": PASSWORD})
    person = browser.connect(transport)
    assert person.transport == transport
    assert person.ready["user"]["id"] == account["user"]["id"] and "safe" in person.ready
    assert person.request("me")["user"]["email"] == account["email"]
    person.close()


def test_a_token_in_connect_wins_over_the_cookie(community, browser):
    one, other = community.account("One"), community.account("Other")
    browser.post("login", {"email": one["email"], "password": PASSWORD})
    person = Person(
        community.server.url, other["token"], headers={"Cookie": browser.cookie, "Origin": browser.origin})
    assert person.ready["user"]["id"] == other["user"]["id"]
    person.close()


@pytest.mark.parametrize("cookie", [
    "roost_session=rst_unknown", "roost_session=", "roost_session", "other=1", "xroost_session=1; roost_sessions=2",
    "roost_session=" + "x" * 3000, "roost_session=\xe9",
])
def test_a_cookie_that_is_no_good_counts_as_none(community, browser, cookie):
    browser.cookie = cookie
    assert browser.who() is None


def test_log_out_ends_the_session_tells_its_connections_and_clears_the_cookie(community, browser):
    account = community.account("Leaver")
    browser.post("login", {"email": account["email"], "password": PASSWORD})
    connection = browser.connect("websocket")
    kept = browser.cookie
    response, answer = browser.post("logout", {})
    assert response.status == 200 and answer == {"ok": {}}
    assert "Max-Age=0" in browser.attributes.split("; ") and browser.cookie == "roost_session="
    assert connection.wait_for("ended")["code"] == "session_expired"
    assert connection.disconnected.wait(SECONDS)
    browser.cookie = kept
    assert browser.who() is None, "the session has ended, not only its cookie"
    assert browser.post("logout", {})[0].status == 200, "again changes nothing"


def test_log_in_ends_the_session_that_the_browser_had(community, browser):
    one, other = community.account("First"), community.account("Second")
    browser.post("login", {"email": one["email"], "password": PASSWORD})
    old = browser.cookie
    browser.post("login", {"email": other["email"], "password": PASSWORD})
    assert browser.who() == other["user"]["id"]
    browser.cookie = old
    assert browser.who() is None


FOREIGN = ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1", "", None]


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("call", ["login", "logout"])
def test_a_page_of_another_origin_can_neither_use_nor_set_the_cookie(community, browser, origin, call):
    account = community.account("Victim")
    browser.post("login", {"email": account["email"], "password": PASSWORD})
    response, answer = browser.post(
        call, {"email": account["email"], "password": PASSWORD}, headers={"Origin": origin})
    assert response.status == 403 and answer["error"]["code"] == "forbidden"
    assert browser.who() == account["user"]["id"], "nothing happened"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1", None])
def test_a_page_of_another_origin_cannot_connect_with_the_cookie(community, browser, origin):
    account = community.account("Visitor")
    browser.post("login", {"email": account["email"], "password": PASSWORD})
    with pytest.raises(socketio.exceptions.ConnectionError):
        browser.connect("polling", Origin=origin)
    fields = [f"Cookie: {browser.cookie}", *([f"Origin: {origin}"] if origin else [])]
    with pytest.raises(Closed, match="answered 403"):
        RawWebSocket(community.server.port, headers=fields)
    RawWebSocket(community.server.port, headers=[*fields[:1], f"Origin: {browser.origin}"]).close()


def test_a_host_header_makes_no_origin_good(community, browser):
    account = community.account("Rebound")
    browser.post("login", {"email": account["email"], "password": PASSWORD})
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert browser.post("logout", {}, headers=evil)[0].status == 403
    with pytest.raises(socketio.exceptions.ConnectionError):
        browser.connect("polling", **evil)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_on_loopback_each_spelling_of_the_address_is_the_server_s_own(community, host):
    browser = Browser(community.server, origin=f"http://{host}:{community.server.port}")
    account = community.account("Spelling")
    assert browser.post("login", {"email": account["email"], "password": PASSWORD})[0].status == 200
    assert browser.who() == account["user"]["id"]


def test_each_refusal_has_its_status(community, browser):
    account = community.account("Refused")
    new = {"email": "new@example.org", "password": PASSWORD, **profile("New")}
    code = community.invitation()["code"]
    for status, error, call, content in [
        (401, "wrong_credentials", "login", {"email": account["email"], "password": "wrong password"}),
        (400, "invalid_argument", "login", {"email": account["email"]}),
        (400, "too_long", "login", {"email": "x" * 300, "password": PASSWORD}),
        (403, "invitation_invalid", "register", {"invitation": "wrong", **new}),
        (409, "email_taken", "register", {"invitation": code, **new, "email": account["email"]}),
        (400, "invalid_argument", "register", {"invitation": code, **new, "name": "  "}),
        (409, "setup_done", "setup", {"token": "wrong", **new}),
        (400, "malformed", "login", []),
        (400, "malformed", "login", b'{"email":'),
        (400, "malformed", "logout", b""),
        (404, "unknown_request", "rooms", {}),
        (404, "unknown_request", "nothing", {}),
        (404, "unknown_request", "login/more", {}),
    ]:
        response, answer = browser.post(call, content)
        assert (response.status, answer["error"]["code"]) == (status, error), (call, content)
    assert browser.cookie is None


def test_attempts_are_slowed_here_as_well(start):
    server = start()
    browser = Browser(server)
    Community(server)
    for _ in range(60):
        response, answer = browser.post("login", {"email": "nobody@example.org", "password": "wrong password"})
        if response.status == 429:
            break
    assert answer["error"]["code"] == "rate_limited" and answer["error"]["retry_after"] > 0
    assert int(response.headers["Retry-After"]) >= answer["error"]["retry_after"] / 1000


def test_only_json_by_post_is_taken(community, browser):
    account = community.account("Form")
    content = {"email": account["email"], "password": PASSWORD}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"):
        assert browser.post("login", content, headers={"Content-Type": kind})[0].status == 415, kind
    response, _ = browser.post("login", content, method="PUT")
    assert response.status == 405 and response.headers["Allow"] == "POST"
    kind = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert browser.post("login", content, headers=kind)[0].status == 200


def test_who_may_not_come_in_gets_no_cookie_and_the_one_they_had_is_void(start):
    community = Community(start())
    server, people = community.server, {name: community.account(name) for name in ("Away", "Gone")}
    held = {}
    for name, account in people.items():
        held[name] = Browser(server)
        assert held[name].post("login", {"email": account["email"], "password": PASSWORD})[0].status == 200
    revoked, code = community.invitation()["code"], community.invitation()["code"]
    owner = community.wire(community.owner)
    owner.request("user.deactivate", user=people["Away"]["user"]["id"], active=False)
    owner.request("user.delete", user=people["Gone"]["user"]["id"], messages="keep")
    newest = owner.request("invitations")["invitations"]
    owner.request("invitation.revoke", invitation=newest[1]["id"])
    new = {"email": "late@example.org", "password": PASSWORD, **profile("Late")}
    assert Browser(server).post("register", {"invitation": revoked, **new})[1]["error"]["code"] == "invitation_invalid"
    owner.request("registration.set", mode="closed")
    owner.close()
    for status, error, call, content in [
        (403, "deactivated", "login", {"email": people["Away"]["email"], "password": PASSWORD}),
        (401, "wrong_credentials", "login", {"email": people["Away"]["email"], "password": "wrong password"}),
        (401, "wrong_credentials", "login", {"email": people["Gone"]["email"], "password": PASSWORD}),
        (403, "registration_closed", "register", {"invitation": code, **new}),
        (403, "registration_closed", "register", new),
        (403, "reset_invalid", "reset", {"code": "wrong", "password": PASSWORD}),
    ]:
        browser = Browser(server)
        response, answer = browser.post(call, content)
        assert (response.status, answer["error"]["code"]) == (status, error), (call, content)
        assert browser.cookie is None
    assert [browser.who() for browser in held.values()] == [None, None]


def test_a_session_is_called_by_the_browser_that_it_began_in(community, browser):
    account = community.account("Named")
    content = {"email": account["email"], "password": PASSWORD}
    browser.post("login", content, headers={"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"})
    Browser(community.server).post("login", {**content, "device": "My kiosk"}, headers={"User-Agent": "Firefox/140.0"})
    Browser(community.server).post("login", content, headers={"User-Agent": "<b>unknown</b>"})
    connection = browser.connect("websocket")
    sessions = connection.request("sessions")["sessions"]
    connection.close()
    assert [one["device"] for one in sessions][1:] == ["Firefox on Linux", "My kiosk", "Browser"]
    assert [one["current"] for one in sessions][1:] == [True, False, False]


def test_the_cookie_s_value_stands_in_no_page_and_no_log(community, browser):
    account = community.account("Secretive")
    browser.post("login", {"email": account["email"], "password": PASSWORD})
    token = browser.cookie.removeprefix("roost_session=")
    assert re.fullmatch(r"rst_[A-Za-z0-9_-]{43}", token)
    assert token not in community.server.text


def test_who_leaves_the_namespace_and_comes_again_on_one_connection_still_has_the_cookie(community, browser):
    account = community.account("Returner")
    browser.post("login", {"email": account["email"], "password": PASSWORD})
    socket = RawWebSocket(
        community.server.port, headers=[f"Cookie: {browser.cookie}", f"Origin: {browser.origin}"])
    deadline = time.monotonic() + SECONDS
    for _ in range(2):
        socket.send_text("40{}")
        while not (text := socket.receive_text(deadline)).startswith('42["ready"'):
            pass
        assert json.loads(text[2:])[1]["user"]["id"] == account["user"]["id"]
        socket.send_text("41")
    socket.close()
