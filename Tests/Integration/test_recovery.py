"""Connection state recovery with the JavaScript client 4.x, the only one that knows it, and what others make of a server
that offers it."""

import sys
import time

import pytest

from conformance_server import ConformanceServer
from other_clients import INSTALLED, PATIENT, JavaScriptClient, PythonClient, chromium  # noqa: F401 - a fixture

TRANSPORTS = ["polling", "websocket", "polling,websocket"]


@pytest.fixture
def server(request):
    server = ConformanceServer(arguments=[*PATIENT, "--recovery", str(getattr(request, "param", 60_000))])
    yield server
    server.end()


@pytest.fixture
def clients(server, request):
    """Opens clients, which have heard `connect` and `auth`, and closes them."""
    opened = []

    def begin(maker, *arguments):
        client = maker(*arguments)
        opened.append(client)
        client.run("connect", ["/"])
        assert {client.run("hear")[1] for _ in range(2)} == {"connect", "auth"}
        return client

    yield begin
    for client in opened:
        client.close()


def javascript(clients, chromium, server, transports, version=4):
    client = clients(JavaScriptClient, chromium, f"socket.io-{version}.js", server.url, transports)
    if "," in transports:
        client.run("upgraded")
    return client


def python(clients, server, auth=None):
    return clients(PythonClient, sys.executable, server.url, "websocket", auth)


def without_offset(event):
    """A `told` as the server's program said it; the last argument is the offset."""
    _, name, (*arguments, offset) = event
    assert name == "told" and isinstance(offset, str) and offset, event
    return arguments


def cut(client, witness):
    """Cuts the connection of `client`; both sides know when this returns."""
    client.run("cut")
    assert client.run("hear") == ["/", "disconnect", []]
    assert witness.run("hear") == ["/", "left", ["r", "transport close"]]


def come_back(client):
    client.run("reconnect")
    assert client.run("hear")[1] == "connect"


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_it_hears_once_and_in_order_what_it_missed_and_is_in_its_rooms_again(chromium, clients, server, transports):
    client = javascript(clients, chromium, server, transports)
    before, identity = client.run("recovered")
    assert before is False
    client.run("call", ["join", "r", "s"])
    other = python(clients, server, {"recovery": False})
    other.run("call", ["join", "r"])
    for number in range(3):
        other.run("call", ["tell", "r", "before", number])
        assert without_offset(client.run("hear")) == ["before", number]

    for round in range(2):
        # Not kept; and the text at its end must not be taken for the client's place.
        other.run("call", ["whisper", "r", "a text"])
        assert without_offset(client.run("hear")) == ["a text"]
        cut(client, other)
        for number in range(20):
            other.run("call", ["tell", "sr"[number % 2], "missed", round, number, {"bytes": "AQID"}])
            other.run("call", ["tell", "elsewhere", "not for it"])
        come_back(client)
        assert [without_offset(client.run("hear")) for _ in range(20)] == [
            ["missed", round, number, {"bytes": "AQID"}] for number in range(20)]
        assert client.run("hear")[1] == "auth"
        assert client.run("recovered") == [True, identity]
        assert client.run("call", ["rooms"]) == ["r", "s"]
        other.run("call", ["tell", "s", "live", round])
        assert without_offset(client.run("hear")) == ["live", round]


@pytest.mark.parametrize("server", [50], indirect=True)
@pytest.mark.parametrize("transports", ["websocket", "polling"])
def test_it_begins_afresh_when_the_time_is_over(chromium, clients, server, transports):
    client = javascript(clients, chromium, server, transports)
    _, identity = client.run("recovered")
    client.run("call", ["join", "r"])
    other = python(clients, server, {"recovery": False})
    other.run("call", ["join", "r"])
    cut(client, other)
    other.run("call", ["tell", "r", "missed"])
    time.sleep(0.2)
    come_back(client)
    assert client.run("hear")[1] == "auth"
    recovered, fresh = client.run("recovered")
    assert recovered is False and fresh != identity
    assert client.run("call", ["rooms"]) == []


@pytest.mark.parametrize("transports", ["websocket", "polling"])
def test_it_begins_afresh_when_it_left_by_itself(chromium, clients, server, transports):
    client = javascript(clients, chromium, server, transports)
    _, identity = client.run("recovered")
    client.run("call", ["join", "r"])
    client.run("disconnect")
    assert client.run("hear") == ["/", "disconnect", []]
    come_back(client)
    assert client.run("hear")[1] == "auth"
    recovered, fresh = client.run("recovered")
    assert recovered is False and fresh != identity


def test_others_hear_events_as_they_were_said(chromium, clients, server):
    """Clients of protocol 4 are told no offsets, and those of protocol 5 that decline recovery none either."""
    deaf_to_offsets = [
        javascript(clients, chromium, server, "websocket", version=2),
        clients(PythonClient, INSTALLED / "eio3" / "bin" / "python", server.url, "websocket"),
        python(clients, server, {"recovery": False}),
    ]
    told_offsets = python(clients, server)
    for client in [*deaf_to_offsets, told_offsets]:
        client.run("call", ["join", "r"])
    speaker = python(clients, server, {"recovery": False})
    speaker.run("call", ["tell", "r", "hello", 1])
    for client in deaf_to_offsets:
        assert client.run("hear") == ["/", "told", ["hello", 1]]
    assert without_offset(told_offsets.run("hear")) == ["hello", 1]
