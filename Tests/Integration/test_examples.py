"""The programs under Examples, built as any package that depends on the library would be, and spoken to by
python-socketio. Building them takes minutes: bin/ci does, and ROOST_EXAMPLES=1 does by hand."""

import contextlib
import os
import socket
import subprocess
import time

import pytest
import requests
import socketio

from roost_server import ROOT
from tls_files import Certificate

pytestmark = pytest.mark.skipif(
    os.environ.get("ROOST_EXAMPLES") != "1", reason="builds a package of its own; ROOST_EXAMPLES=1 does")
SECONDS = 10


@pytest.fixture(scope="module")
def programs():
    command = ["swift", "build", "--package-path", str(ROOT / "Examples"), "--scratch-path",
               str(ROOT / ".build" / "examples")]
    subprocess.run(command, check=True, timeout=1800)
    shown = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True)
    return shown.stdout.strip()


@contextlib.contextmanager
def running(program, *arguments, scheme="http"):
    """Starts a program on a port that was free a moment ago; its URL once it takes connections."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([program, str(port), *arguments], stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < deadline, "the program does not listen"
                time.sleep(0.02)
        yield f"{scheme}://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(SECONDS)


@contextlib.contextmanager
def client(url, session=None, **arguments):
    simple = socketio.SimpleClient(http_session=session)
    simple.connect(url, wait_timeout=SECONDS, **arguments)
    try:
        yield simple
    finally:
        simple.disconnect()


@pytest.mark.parametrize("transports", [["websocket"], ["polling"], ["polling", "websocket"]])
def test_echo_sends_back_and_acknowledges(programs, transports):
    with running(f"{programs}/echo") as url, client(url, transports=transports) as one:
        one.emit("hello", {"a": [1, 2.5, None, "é"]})
        assert one.receive(SECONDS) == ["hello", {"a": [1, 2.5, None, "é"]}]
        assert one.call("sum", [1, 2], timeout=SECONDS) == [1, 2]


def test_echo_speaks_tls_and_nothing_else_there(programs, tmp_path):
    made = Certificate(tmp_path)
    session = requests.Session()
    session.verify, session.trust_env = made.certificate, False
    with running(f"{programs}/echo", made.certificate, made.key, scheme="https") as url:
        with client(url, session) as one:
            assert one.call("sum", [1, 2], timeout=SECONDS) == [1, 2]
        with pytest.raises(socketio.exceptions.ConnectionError):
            socketio.SimpleClient().connect(url.replace("https", "http"), wait_timeout=SECONDS)


def test_chat_refuses_a_client_without_a_name(programs):
    with running(f"{programs}/chat") as url:
        with pytest.raises(socketio.exceptions.ConnectionError):
            socketio.SimpleClient().connect(url, wait_timeout=SECONDS)


def test_chat_carries_messages_within_a_room(programs):
    with running(f"{programs}/chat") as url, client(url, auth={"name": "anna"}) as anna:
        assert anna.call("message", {"room": "lobby", "text": "early"}, timeout=SECONDS) == {"error": "join first"}
        assert anna.call("join", {"room": "lobby"}, timeout=SECONDS) == "welcome to lobby"
        with client(url, auth={"name": "ben"}) as ben:
            assert ben.call("join", {"room": "lobby"}, timeout=SECONDS) == "welcome to lobby"
            assert anna.receive(SECONDS) == ["joined", "ben"]
            assert ben.call("who", {"room": "lobby"}, timeout=SECONDS) == ["anna", "ben"]
            assert anna.call("message", {"room": "lobby", "text": "hello"}, timeout=SECONDS) is None
            assert ben.receive(SECONDS) == ["message", {"room": "lobby", "text": "hello", "author": "anna"}]
        # Whether the client says that it leaves, before it closes its connection, is the client's affair.
        event, name, reason = anna.receive(SECONDS)
        assert (event, name) == ("left", "ben") and reason in ("client namespace disconnect", "transport close")
