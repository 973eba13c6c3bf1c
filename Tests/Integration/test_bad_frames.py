"""Broken HTTP, WebSocket, Engine.IO and Socket.IO close their own connection, with the right code, and no other."""

import json
import socket
import struct
import time

import pytest

from engine_polling import SEPARATOR, exchange
from errors import Closed
from raw_websocket import BINARY, CLOSE, PATH, PING, TEXT, RawWebSocket
from wire import SECONDS, Wire
from witness import Witness

POLLING = "/socket.io/?EIO=4&transport=polling"


@pytest.fixture(scope="module")
def witness(community):
    return Witness(community)


@pytest.fixture
def port(community, witness):
    """The port; after the test the witness's traffic must go on."""
    witness.check()
    yield community.server.port
    witness.check()
    assert community.server.is_running


def raw_http(port, data, seconds=SECONDS):
    """Sends `data` as it is; answers the status and whether the server then ended the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        connection.sendall(data)
        answer = b""
        try:
            while chunk := connection.recv(65_536):
                answer += chunk
        except ConnectionResetError:
            pass
    assert answer.startswith(b"HTTP/1.1 "), answer[:200]
    return int(answer[9:12])


def request(line=b"GET / HTTP/1.1", *headers):
    return b"\r\n".join([line, b"Host: localhost", *headers, b"", b""])


@pytest.mark.parametrize("status, data", [
    (400, b"nonsense\r\n\r\n"),
    (400, b"GET / HTTP/1.1\r\n\r\n"),
    (400, request(b"GET  / HTTP/1.1")),
    (400, request(b"GET / HTTP/1.1", b"Bad Header: x")),
    (400, request(b"GET / HTTP/1.1", b"A : x")),
    (400, request(b"GET / HTTP/1.1", b"A: x\r\n folded")),
    (400, request(b"GET / HTTP/1.1", b"Host: again")),
    (400, request(b"GET /%zz HTTP/1.1")),
    (400, request(b"POST / HTTP/1.1", b"Content-Length: x")),
    (400, request(b"POST / HTTP/1.1", b"Content-Length: -1")),
    (400, request(b"POST / HTTP/1.1", b"Content-Length: 1", b"Content-Length: 2")),
    (400, request(b"POST / HTTP/1.1", b"Content-Length: 5", b"Transfer-Encoding: chunked")),
    (400, request(b"POST / HTTP/1.1", b"Transfer-Encoding: chunked") + b"zz\r\n"),
    (501, request(b"POST / HTTP/1.1", b"Transfer-Encoding: gzip")),
    (413, request(b"POST / HTTP/1.1", b"Content-Length: 99999999999")),
    (414, request(b"GET /" + b"x" * 100_000 + b" HTTP/1.1")),
    (431, request(b"GET / HTTP/1.1", b"A: " + b"x" * 200_000)),
    (431, request(b"GET / HTTP/1.1", *[b"A%d: x" % number for number in range(5_000)])),
    (505, request(b"GET / HTTP/3.0")),
], ids=range(19))
def test_a_broken_request_is_answered_with_its_status_and_the_end(port, status, data):
    assert raw_http(port, data) == status


@pytest.mark.parametrize("query, code", [
    ("EIO=4", 0), ("EIO=4&transport=carrier-pigeon", 0), ("EIO=9&transport=polling", 5), ("transport=polling", 5),
    ("EIO=4&transport=polling&sid=" + "x" * 20, 1), ("EIO=4&transport=polling&sid=%00", 1)])
def test_a_wrong_engine_io_handshake_is_answered_400_with_its_code(port, query, code):
    status, body = exchange(port, "GET", "/socket.io/?" + query)
    assert status == 400
    answer = json.loads(body)
    assert answer["code"] == code and isinstance(answer["message"], str)


def test_a_handshake_by_another_method_is_answered_400(port):
    status, body = exchange(port, "POST", POLLING, "")
    assert status == 400 and json.loads(body)["code"] == 2
    assert exchange(port, "PUT", POLLING, "")[0] in (400, 405)


@pytest.mark.parametrize("body", [
    "", "x", "9", "4" + "x" * 10, "b???", SEPARATOR, "2" + SEPARATOR, b"\xff\xfe", "42[", '42["a"', "42nonsense",
    "451-[", "49", '40{"token":'])
def test_a_broken_payload_ends_its_polling_session_alone(port, body):
    sid = json.loads(exchange(port, "GET", POLLING)[1][1:])["sid"]
    path = f"{POLLING}&sid={sid}"
    assert exchange(port, "POST", path, "40") == (200, "ok")
    status, _ = exchange(port, "POST", path, body)
    assert status in (200, 400)
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        status, answer = exchange(port, "GET", path)
        if status == 400:
            return
        assert status == 200, answer
    raise AssertionError("the session outlived what it was sent")


def test_two_polls_of_one_session_at_once_end_it(port):
    sid = json.loads(exchange(port, "GET", POLLING)[1][1:])["sid"]
    path = f"{POLLING}&sid={sid}"
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as waiting:
        waiting.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        time.sleep(0.2)
        assert exchange(port, "GET", path)[0] == 400
    assert exchange(port, "GET", path)[0] == 400


def close_code(websocket):
    deadline = time.monotonic() + SECONDS
    try:
        while True:
            websocket.receive_text(deadline)
    except Closed as closed:
        return closed.code


@pytest.mark.parametrize("code, frames", [
    (1002, [(TEXT, b"2", {"masked": False})]),
    (1002, [(TEXT, b"2", {"reserved": 4})]),
    (1002, [(TEXT, b"2", {"reserved": 1})]),
    (1002, [(3, b"", {})]),
    (1002, [(11, b"", {})]),
    (1002, [(PING, b"", {"fin": False})]),
    (1002, [(PING, b"x" * 126, {})]),
    (1002, [(0, b"x", {})]),
    (1002, [(TEXT, b"4", {"fin": False}), (TEXT, b"2", {})]),
    (1002, [(CLOSE, b"x", {})]),
    (1002, [(CLOSE, struct.pack("!H", 1005), {})]),
    (1002, [(CLOSE, struct.pack("!H", 999), {})]),
    (1007, [(CLOSE, struct.pack("!H", 1000) + b"\xff", {})]),
    (1007, [(TEXT, b"\xc0\x80", {})]),
    (1007, [(TEXT, b"4\xed\xa0\x80", {})]),
    (1007, [(TEXT, b"4\xe2\x82", {"fin": False}), (0, b"\xff", {})]),
    (1009, [(TEXT, b"4", {"length": 2**40})]),
    (1009, [(TEXT, b"4" * 65_536, {"fin": False}), *[(0, b"x" * 65_536, {"fin": False})] * 200]),
    (1000, [(CLOSE, struct.pack("!H", 1000), {})]),
], ids=range(19))
def test_a_broken_frame_closes_its_websocket_with_the_right_code(port, code, frames):
    websocket = RawWebSocket(port)
    try:
        for opcode, payload, options in frames:
            websocket.send_frame(opcode, payload, **options)
    except (BrokenPipeError, ConnectionResetError):
        assert code == 1009, "only what is too large may be cut off while it is still being sent"
    assert close_code(websocket) in ((code, None) if len(frames) > 3 else (code,))


@pytest.mark.parametrize("version, headers, status", [
    ("13", ["Sec-WebSocket-Key: short"], 400), ("12", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="], 426)])
def test_a_broken_websocket_handshake_is_refused(port, version, headers, status):
    lines = [f"GET {PATH} HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade, close",
             f"Sec-WebSocket-Version: {version}", *headers, "", ""]
    assert raw_http(port, "\r\n".join(lines).encode()) == status


@pytest.mark.parametrize("texts", [
    ["x"], ["9"], [""], ["4"], ["49"], ["4x"], ["42"], ["42{}"], ["42[]"], ["42[7]"], ['42["x"'], ['42["x"]]'],
    ["42" + "9" * 40 + '["me",{}]'], ["42-1[]"], ['42/other,["me",{}]'], ["451-"], ["45"], ["450"], ["45999999999-[]"],
    ['451-["x",{"_placeholder":true,"num":1}]'], ['451-["x",{"_placeholder":true,"num":0}]', '42["me",{}]'],
    ["43"], ["43x[]"], ["44{}"], ["4" + "[" * 100_000], ["42[" + "[" * 5_000], ['42["\\ud800"]'], ['42["\\x"]'],
    ["0{}"], ["6x"]])
def test_a_broken_socket_io_packet_ends_its_connection_or_is_dropped_and_harms_no_other(community, port, texts):
    wire = Wire(port, community.owner["token"])
    for text in texts:
        wire.socket.send_text(text)
    try:
        wire.request("me")
    except (Closed, BrokenPipeError):
        pass


def test_packets_before_the_namespace_is_connected_end_the_connection(port):
    websocket = RawWebSocket(port)
    websocket.send_text('420["me",{}]')
    assert close_code(websocket) != 1011
    websocket.close()


def test_an_unknown_namespace_is_refused(port):
    websocket = RawWebSocket(port)
    websocket.receive_text(time.monotonic() + SECONDS)
    websocket.send_text("40/admin,{}")
    answer = websocket.receive_text(time.monotonic() + SECONDS)
    assert answer.startswith("44/admin,") and "message" in json.loads(answer[9:])
    websocket.close()


def test_unasked_binary_ends_the_connection(community, port):
    wire = Wire(port, community.owner["token"])
    wire.socket.send_frame(BINARY, b"\x00\x01\x02")
    wire.wait_until_closed()


def test_a_frame_split_anywhere_and_frames_joined_are_read_all_the_same(community, port):
    wire = Wire(port, community.owner["token"])
    whole = RecordedFrames()
    whole.send_frame(TEXT, b'420["me",{}]')
    whole.send_frame(PING, b"between")
    whole.send_frame(TEXT, b'421["m', fin=False)
    whole.send_frame(0, b'e",{}]')
    for byte in whole.data:
        wire.socket.send_bytes(bytes([byte]))
    assert "ok" in wire.answer(0) and "ok" in wire.answer(1)
    wire.socket.send_bytes(whole.data)
    assert "ok" in wire.answer(0) and "ok" in wire.answer(1)


class RecordedFrames(RawWebSocket):
    """Collects what would be sent."""

    def __init__(self):
        self.data = b""
        self.socket = self

    def sendall(self, data):
        self.data += data
