"""What an operator does from a terminal, with the server running and without."""

import re
import subprocess

import pytest

from conftest import PASSWORD, Community
from errors import Refused
from roost_server import binary
from wire import Wire, refusal


def roost(*arguments, text=""):
    return subprocess.run([binary(), *arguments], input=text, capture_output=True, text=True, timeout=30)


def account(email, name):
    return ["--email", email, "--name", name, "--password-stdin"]


@pytest.mark.parametrize("running", [True, False])
def test_the_owner_can_be_made_without_a_browser_once(start, tmp_path, running):
    folder = str(tmp_path / "one")
    server = start(data_dir=folder)
    if not running:
        server.kill()
    made = roost("setup", *account("olive@example.org", "Olive"), "--data-dir", folder, text=PASSWORD + "\n")
    assert made.returncode == 0, made
    again = roost("setup", *account("second@example.org", "Second"), "--data-dir", folder, text=PASSWORD + "\n")
    assert again.returncode == 1 and again.stderr.strip()
    if not running:
        server.start()
    answer = Wire(server.port).request("login", email="olive@example.org", password=PASSWORD)
    assert answer["user"]["role"] == "owner"


def test_an_account_made_at_the_terminal_logs_in_and_a_reset_ends_its_sessions(start, tmp_path):
    folder = str(tmp_path / "one")
    server = start(data_dir=folder)
    community = Community(server)
    made = roost("user", "create", *account("ada@example.org", "Ada"), "--role", "admin", "--data-dir", folder,
                 text=PASSWORD + "\n")
    assert made.returncode == 0, made
    wire = Wire(server.port)
    login = wire.request("login", email="ada@example.org", password=PASSWORD)
    assert login["user"]["role"] == "admin"

    reset = roost("user", "reset", "--email", "ada@example.org", "--data-dir", folder)
    assert reset.returncode == 0, reset
    assert wire.wait_for("ended")["code"] == "session_expired"
    with pytest.raises(Refused) as refused:
        community.wire(login)
    assert refused.value.code == "session_expired"
    assert refusal(Wire(server.port).request, "login", email="ada@example.org", password=PASSWORD)[
        "code"] == "wrong_credentials"
    fresh = re.search(r": (\S+)$", reset.stdout, re.M).group(1)
    again = Wire(server.port).request("login", email="ada@example.org", password=fresh)
    assert again["user"]["id"] == login["user"]["id"]


def test_an_invitation_made_at_the_terminal_is_good(start, tmp_path):
    folder = str(tmp_path / "one")
    server = start(data_dir=folder)
    Community(server)
    made = roost("invite", "--uses", "2", "--days", "1", "--data-dir", folder)
    assert made.returncode == 0, made
    link = re.search(r"http://127\.0\.0\.1:(\d+)/invite/(\S+)", made.stdout)
    assert link and int(link.group(1)) == server.port
    answer = Wire(server.port).request(
        "register", invitation=link.group(2), email="new@example.org", password=PASSWORD, name="New",
        avatar={"picture": "fox", "color": "#c0ffee"})
    assert answer["user"]["role"] == "member"


def test_what_is_refused_at_the_terminal_says_why(start, tmp_path):
    folder = str(tmp_path / "one")
    Community(start(data_dir=folder))
    for arguments, text in (
            (["user", "create", *account("nobody", "A")], PASSWORD), (["user", "create", *account("a@b", "A")], "short"),
            (["user", "create", *account("owner@example.org", "A")], PASSWORD),
            (["user", "reset", "--email", "nobody@example.org"], "")):
        run = roost(*arguments, "--data-dir", folder, text=text + "\n")
        assert run.returncode == 1 and run.stderr.strip(), (arguments, run)


@pytest.mark.parametrize("exists", [True, False])
def test_a_folder_that_holds_no_server_s_data_is_refused_and_left_alone(tmp_path, exists):
    folder = tmp_path / "wrong"
    if exists:
        folder.mkdir()
    for arguments in (["invite"], ["user", "reset", "--email", "a@b"], ["user", "create", *account("a@b", "A")]):
        run = roost(*arguments, "--data-dir", str(folder), text=PASSWORD + "\n")
        assert run.returncode == 1 and not run.stdout and "--data-dir" in run.stderr, (arguments, run)
        assert list(folder.iterdir()) == [] if exists else not folder.exists()


def test_the_owner_can_be_made_before_the_server_ever_ran(start, tmp_path):
    folder = str(tmp_path / "fresh")
    made = roost("setup", *account("olive@example.org", "Olive"), "--data-dir", folder, text=PASSWORD + "\n")
    assert made.returncode == 0, made
    answer = Wire(start(data_dir=folder).port).request("login", email="olive@example.org", password=PASSWORD)
    assert answer["user"]["role"] == "owner"


def test_version_and_help_are_told():
    assert re.search(r"\d+\.\d+\.\d+", roost("version").stdout)
    for arguments in (["--help"], ["-h"], ["serve", "--help"], ["invite", "-h"], ["user", "reset", "-h"]):
        run = roost(*arguments)
        assert run.returncode == 0 and "USAGE" in run.stdout
