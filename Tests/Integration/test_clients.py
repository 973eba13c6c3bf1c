"""Clients that nobody here wrote against the built conformance-server: python-socketio 5 and 4, JavaScript 4.x and 2.x.

Each connects by polling alone, by WebSocket alone and with the upgrade between them. bin/clients installs them.
"""

import json
import sys

import pytest

from conformance_server import ConformanceServer
from conftest import PASSWORD
from other_clients import INSTALLED, PATIENT, JavaScriptClient, PythonClient, chromium  # noqa: F401 - a fixture

TRANSPORTS = ["polling", "websocket", "polling,websocket"]
ASTRAL = "𝄞 🐦 é €  plain"


def placed(data):
    return {"bytes": data}


@pytest.fixture(scope="module")
def server():
    server = ConformanceServer(arguments=PATIENT)
    yield server
    server.end()


@pytest.fixture(params=["python 5", "python 4", "JavaScript 4", "JavaScript 2"])
def open_client(request):
    clients = []

    def begin(url, transports):
        if request.param.startswith("python"):
            interpreter = sys.executable if request.param == "python 5" else INSTALLED / "eio3" / "bin" / "python"
            client = PythonClient(interpreter, url, transports)
        else:
            browser = request.getfixturevalue("chromium")
            client = JavaScriptClient(browser, f"socket.io-{request.param[-1]}.js", url, transports)
        clients.append(client)
        return client

    yield begin
    for client in clients:
        client.close()


def connected(open_client, server, transports, namespaces=("/",)):
    """A client that has heard `connect` and `auth` of each of its namespaces."""
    client = open_client(server.url, transports)
    client.run("connect", list(namespaces))
    heard = [client.run("hear") for _ in range(2 * len(namespaces))]
    expected = [[namespace, *event] for namespace in namespaces for event in (["connect", []], ["auth", [{}]])]
    assert sorted(heard, key=json.dumps) == sorted(expected, key=json.dumps)
    return client


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_it_talks_over_each_transport(open_client, server, transports):
    client = connected(open_client, server, transports)
    if "," in transports and isinstance(client, JavaScriptClient):
        client.run("upgraded")
    assert client.run("transport") == transports.split(",")[-1]
    for arguments in (["hello"], [ASTRAL, 1, None, {"nested": [ASTRAL, True]}], [ASTRAL * 500]):
        client.run("emit", ["message", *arguments])
        assert client.run("hear") == ["/", "message-back", arguments]


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_acknowledgements_go_both_ways(open_client, server, transports):
    client = connected(open_client, server, transports)
    assert client.run("call", ["message-with-ack", 1, ASTRAL, {"3": [False]}]) == [1, ASTRAL, {"3": [False]}]
    client.run("emit", ["ask-me", ASTRAL, 2])
    assert client.run("hear") == ["/", "answered", [ASTRAL, 2]]


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_bytes_go_both_ways_nested_and_many(open_client, server, transports):
    client = connected(open_client, server, transports)
    cases = ([placed("AQIDBA==")], [{"a": [placed("AA=="), {"b": placed("/////w==")}]}, ASTRAL, placed("gIGC")])
    for arguments in cases:
        client.run("emit", ["message", *arguments])
        assert client.run("hear") == ["/", "message-back", arguments]
        assert client.run("call", ["message-with-ack", *arguments]) == arguments


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_many_messages_in_a_row_arrive_in_full(open_client, server, transports):
    client = connected(open_client, server, transports)
    for number in range(40):
        client.run("emit", ["message", number, ASTRAL])
    heard = [client.run("hear")[2] for _ in range(40)]
    assert sorted(heard) == [[number, ASTRAL] for number in range(40)]


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_namespaces_are_joined_and_unknown_ones_refused(open_client, server, transports):
    connected(open_client, server, transports, ["/", "/custom"])
    client = open_client(server.url, transports)
    client.run("connect", ["/", "/random"])
    heard = [client.run("hear") for _ in range(3)]
    refusal = [event for event in heard if event[0] == "/random"]
    assert [event[1] for event in refusal] == ["refused"], heard
    assert "Invalid namespace" in json.dumps(refusal)


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_either_side_disconnects(open_client, server, transports):
    client = connected(open_client, server, transports)
    client.run("emit", ["disconnect-me"])
    assert client.run("hear") == ["/", "disconnect", []]
    other = connected(open_client, server, transports)
    other.run("disconnect")
    assert other.run("hear") == ["/", "disconnect", []]


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_a_client_comes_back_after_the_server_was_started_again(open_client, transports):
    first = ConformanceServer(arguments=PATIENT)
    try:
        client = connected(open_client, first, transports)
        if "," in transports and isinstance(client, JavaScriptClient):
            client.run("upgraded")
    finally:
        first.end()
    assert client.run("hear") == ["/", "disconnect", []]
    second = ConformanceServer(first.port, PATIENT)
    try:
        again = connected(open_client, second, transports)
        again.run("emit", ["message", ASTRAL])
        assert again.run("hear") == ["/", "message-back", [ASTRAL]]
    finally:
        second.end()


@pytest.mark.parametrize("transports", TRANSPORTS)
def test_a_client_of_engine_io_3_logs_in_to_the_chat_and_hears_events(community, transports):
    account, other = community.account(), community.account()
    room = community.channel(other, account)
    client = PythonClient(INSTALLED / "eio3" / "bin" / "python", community.server.url, transports)

    def hear(name, condition):
        while True:
            _, heard, arguments = client.run("hear")
            if heard == name and condition(arguments[0]):
                return arguments[0]

    try:
        client.run("connect", ["/"])
        assert hear("ready", lambda ready: True)["user"] is None
        (answer,) = client.run("call", ["login", {"email": account["email"], "password": PASSWORD}])
        assert answer["ok"]["user"]["id"] == account["user"]["id"]
        hear("ready", lambda ready: ready["user"] is not None)
        wire = community.wire(other)
        wire.send(room, ASTRAL, "old client:1")
        wire.close()
        event = hear("event", lambda event: ASTRAL in json.dumps(event, ensure_ascii=False))
        assert event["room"] == room
    finally:
        client.close()
