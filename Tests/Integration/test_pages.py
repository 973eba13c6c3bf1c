"""The pages behind set-up and invitation links, for people with a browser and no client (docs/protocol.md, "Links")."""

import http.client
import re
import subprocess
import urllib.parse

import pytest

from conftest import PASSWORD, Community
from roost_server import binary
from wire import SECONDS, Wire

FORM = {"name": "Wren & <b>Robin</b>", "email": "wren@example.org", "password": PASSWORD, "picture": "wren",
        "color": "#7c5cff"}


def fetch(port, method, path, form=None, headers=()):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        body = urllib.parse.urlencode(form) if form is not None else None
        sent = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
        connection.request(method, path, body=body, headers={**sent, **dict(headers)})
        response = connection.getresponse()
        return response, response.read().decode()
    finally:
        connection.close()


def fields(page):
    return set(re.findall(r'name="(\w+)"', page)) - {"viewport"}


def test_the_set_up_link_makes_the_owner_in_a_browser_once(start):
    server = start()
    path = f"/setup/{server.wait_for_setup_token()}"
    response, page = fetch(server.port, "GET", path)
    assert response.status == 200 and response.headers["Content-Type"].startswith("text/html")
    assert set(FORM) <= fields(page)

    response, page = fetch(server.port, "POST", path, FORM)
    assert response.status == 200
    assert "wren@example.org" in page
    answer = Wire(server.port).request("login", email="wren@example.org", password=PASSWORD)
    assert answer["user"]["role"] == "owner" and answer["user"]["name"] == FORM["name"]

    assert fetch(server.port, "GET", path)[0].status == 410
    response, page = fetch(server.port, "POST", path, {**FORM, "email": "again@example.org"})
    assert response.status == 410 and "<form" not in page


def test_an_invitation_made_before_the_owner_says_that_an_owner_is_missing(start, tmp_path):
    folder = str(tmp_path / "one")
    server = start(data_dir=folder)
    made = subprocess.run([binary(), "invite", "--data-dir", folder], capture_output=True, text=True, timeout=30)
    path = "/invite/" + made.stdout.strip().rpartition("/")[2]
    for method, form in (("GET", None), ("POST", FORM)):
        response, page = fetch(server.port, method, path, form)
        assert response.status == 410 and "no owner yet" in page, method
    Community(server)
    assert fetch(server.port, "POST", path, FORM)[0].status == 200


def test_an_invitation_s_link_makes_a_member_in_a_browser(community):
    link = community.invitation()["link"]
    assert link.startswith(community.server.url + "/invite/")
    path = link.removeprefix(community.server.url)
    assert fetch(community.server.port, "GET", path)[0].status == 200
    assert fetch(community.server.port, "POST", path, {**FORM, "email": "page@example.org"})[0].status == 200
    answer = Wire(community.server.port).request("login", email="page@example.org", password=PASSWORD)
    assert answer["user"]["role"] == "member"


def test_what_is_wrong_in_the_form_is_told_and_what_was_typed_is_kept_but_for_the_password(community):
    path = "/invite/" + community.invitation()["code"]
    for field, value in (("email", "nobody"), ("password", "short"), ("name", ""), ("color", "red")):
        response, page = fetch(community.server.port, "POST", path, {**FORM, "email": "form@example.org", field: value})
        assert 400 <= response.status < 500, field
        assert 'role="alert"' in page, field
        assert PASSWORD not in page and "short" not in re.findall(r'value="([^"]*)"', page)
    assert "<b>" not in page and "Wren &amp; &lt;b&gt;" in page, "what people type is no markup"
    assert fetch(community.server.port, "POST", path, {})[0].status >= 400
    assert fetch(community.server.port, "GET", path)[0].status == 200, "the invitation is not used up by mistakes"


@pytest.mark.parametrize("path", ["/setup/wrong", "/invite/wrong", "/reset/wrong", "/setup/%00", "/invite/" + "x" * 500])
def test_a_link_that_is_not_good_says_so(community, path):
    response, page = fetch(community.server.port, "GET", path)
    assert response.status in (400, 404, 410)
    assert "<form" not in page


def test_pages_may_run_no_script_and_be_framed_by_nobody(community):
    for path in ("/", "/invite/wrong"):
        response, page = fetch(community.server.port, "GET", path)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "<script" not in page


def test_links_are_made_from_the_server_s_own_address_whatever_the_host_header_says(start):
    server = start(arguments=["--url", "https://chat.example.org"])
    community = Community(server)
    assert "https://chat.example.org/setup/" in server.text
    assert community.invitation()["link"].startswith("https://chat.example.org/invite/")
    _, page = fetch(server.port, "GET", "/", headers={"Host": "evil.example"})
    assert "evil.example" not in page


def test_other_addresses_and_methods_are_refused(community):
    port = community.server.port
    assert fetch(port, "GET", "/nothing/here")[0].status == 404
    assert fetch(port, "GET", "/../../etc/passwd")[0].status in (400, 404)
    for method, path, allowed in [("POST", "/", "GET, HEAD"), ("POST", "/livez", "GET, HEAD"),
                                  ("DELETE", "/setup/x", "GET, HEAD, POST"), ("PUT", "/api/v1/login", "POST")]:
        response, _ = fetch(port, method, path)
        assert response.status == 405 and response.headers["Allow"] == allowed, (method, path)
    for path in ("/", "/setup/x", "/api/v1/login", "/nothing/here"):
        assert fetch(port, "BREW", path)[0].status == 501, path
    response, page = fetch(port, "HEAD", "/")
    assert response.status == 200 and page == ""
