"""Long polling, WebSocket, the upgrade; sessions that every loop can be asked for."""

import json

import pytest
import websockets.sync.client

from conftest import Community
from engine_polling import Polling, exchange
from roost_server import Server
from wire import SECONDS


@pytest.mark.parametrize("transports", [["polling"], ["websocket"], ["polling", "websocket"]])
def test_python_socketio_chats_over_each_transport(community, transports):
    account, other = community.account(), community.account()
    room = community.channel(account, other)
    person, witness = community.person(account, transports=transports), community.wire(other)
    assert person.transport == transports[-1]
    sent = person.request("send", room=room, text="over " + "+".join(transports), nonce="t:1")
    assert witness.wait_for("event", lambda event: event.get("room") == room)["seq"] == sent["seq"]
    answer = witness.send(room, "back", "t:1")
    assert person.wait_for("event", lambda event: event.get("text") == "back")["id"] == answer["id"]
    person.close()
    assert person.disconnected.wait(SECONDS)


def test_the_websockets_library_chats(community):
    account = community.account()
    room = community.channel(account)
    with websockets.sync.client.connect(
            f"ws://127.0.0.1:{community.server.port}/socket.io/?EIO=4&transport=websocket", compression=None) as socket:
        assert socket.recv(SECONDS).startswith("0{")
        socket.send("40" + json.dumps({"token": account["token"]}))
        assert socket.recv(SECONDS).startswith("40{")
        assert socket.recv(SECONDS).startswith('42["ready"')
        socket.send('420' + json.dumps(["send", {"room": room, "text": "hi", "nonce": "w:1"}]))
        heard = {socket.recv(SECONDS)[:3] for _ in range(2)}
        assert heard == {"430", '42['}


@pytest.fixture(scope="module")
def four_loops(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("loops"), loops=4).start()
    yield Community(server)
    assert server.terminate() == 0


def test_four_loops_serve_a_session_whose_every_poll_is_a_fresh_connection(four_loops):
    accounts = [four_loops.account() for _ in range(4)]
    room = four_loops.channel(*accounts)
    people = [Polling(four_loops.server.port, account["token"]) for account in accounts]
    sent = [person.send(room, f"round {turn}", f"p:{turn}") for turn in range(5) for person in people]
    seqs = [entry["seq"] for entry in sent]
    assert seqs == list(range(seqs[0], seqs[0] + len(sent)))
    for person in people:
        while len(person.events("message", room)) < len(sent):
            person.wait_for("event")
        assert [event["seq"] for event in person.events("message", room)] == seqs


def test_four_loops_upgrade_sessions_and_mix_transports(four_loops):
    accounts = [four_loops.account() for _ in range(4)]
    room = four_loops.channel(*accounts)
    upgraded = [four_loops.person(account, transports=["polling", "websocket"]) for account in accounts]
    plain = [four_loops.wire(account) for account in accounts]
    assert [person.transport for person in upgraded] == ["websocket"] * 4
    for index, person in enumerate(upgraded):
        sent = person.request("send", room=room, text=f"hello {index}", nonce="u:1")
        for hearer in upgraded + plain:
            event = hearer.wait_for(
                "event", lambda event: event.get("room") == room and event["kind"] == "message"
                and event["text"] == f"hello {index}")
            assert event["seq"] == sent["seq"]
    for person in upgraded:
        person.close()


def test_a_new_channel_reaches_all_four_loops(four_loops):
    wires = [four_loops.wire(four_loops.account()) for _ in range(8)]
    room = wires[0].request("channel.create", name=four_loops.name("everywhere"))["room"]
    for wire in wires:
        wire.wait_for("event", lambda event: event["kind"] == "channel.created" and event["channel"]["id"] == room["id"])


def test_logging_out_reaches_all_four_loops(four_loops):
    account = four_loops.account()
    wires = [four_loops.wire(account) for _ in range(8)]
    wires[0].request("logout")
    for wire in wires[1:]:
        assert wire.wait_for("ended")["code"] == "session_expired"
        wire.wait_until_closed()


def test_a_session_that_is_over_is_unknown(community):
    status, body = exchange(community.server.port, "GET", "/socket.io/?EIO=4&transport=polling&sid=gone")
    assert status == 400
    assert json.loads(body)["code"] == 1
