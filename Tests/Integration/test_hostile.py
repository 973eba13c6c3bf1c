"""Peers that mean harm: whatever they do costs the server bounded memory, and others are served meanwhile."""

import json
import sys
import time
import zlib

import pytest

from conftest import LONG, Community
from engine_polling import exchange
from errors import Closed
from hostile import (
    MEBI, POLLING, Bounds, ConformanceServer, allow_files, chat_socket, close_code, connection, is_ended, masked,
    outcome, resident, source)
from raw_websocket import BINARY, PING, TEXT, RawWebSocket
from wire import Wire

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

TIMES = 10 if LONG else 1
CROWD = 10_000 if LONG else 1_500
"""Connections of one attack; each end needs that many files."""


@pytest.fixture
def community(start):
    return Community(start(loops=2))


@pytest.fixture
def crowd():
    """How many connections this process may have beside what the test itself needs; all are closed at the end."""
    count = min(CROWD, allow_files(CROWD + 500) - 500)
    if count < CROWD:
        print(f"the system allows {count} connections instead of {CROWD}")
    peers = []
    yield count, peers
    for peer in peers:
        peer.close()


# Slowness


def test_heads_and_bodies_that_trickle_end_in_time(community, crowd):
    count, peers = crowd
    head = b"POST /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n"
    port = community.server.port
    with Bounds(community, 16 + 0.016 * count) as bounds:
        for index in range(count):
            peers.append(connection(port, head + (b"A: " if index % 2 else b"Content-Length: 100000\r\n\r\nx")))
            if index % 250 == 0:
                bounds.check()
        # A byte of a head earns no time; one of a body does, so these send none.
        heads, bodies = peers[1::2], peers[::2]
        deadline = time.monotonic() + 25
        while True:
            bounds.check()
            heads = [peer for peer in heads if not is_ended(peer)]
            bodies = [peer for peer in bodies if not is_ended(peer)]
            if not heads and not bodies:
                break
            assert time.monotonic() < deadline, f"{len(heads)} heads and {len(bodies)} bodies are still waited for"
            for peer in heads:
                try:
                    peer.send(b"a")
                except OSError:
                    pass
            time.sleep(0.5)


def test_who_asks_and_never_reads_is_closed(community):
    """Answers are never left out, so that only the connection's end bounds what waits for the peer: 4 MiB."""
    account = community.account()
    room = community.channel(account)
    community.wire(account).send(room, "x" * 15_000, "m:1")
    packet = ("42%d" % 7 + json.dumps(["history", {"room": room, "limit": 1}])).encode()
    with Bounds(community, 32) as bounds:
        for _ in range(TIMES):
            deaf = chat_socket(community.server.port, account["token"])
            end = time.monotonic() + 40
            try:
                while True:
                    deaf.send_bytes(masked(TEXT, packet) * 20)
                    bounds.check()
                    assert time.monotonic() < end, "the server still answers who does not read"
            except OSError:
                pass
            deaf.abort()


# Crowds


def test_websockets_that_say_nothing_after_the_handshake(community, crowd):
    count, peers = crowd
    with Bounds(community, 16 + 0.020 * count) as bounds:
        for index in range(count):
            websocket = RawWebSocket(community.server.port)
            peers.append(websocket.socket)
            if index % 250 == 0:
                bounds.check()
        for _ in range(10):
            bounds.check()


HALF_UPGRADE = b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nSec-WebS"


@pytest.mark.parametrize("half", [b"", HALF_UPGRADE], ids=["nothing", "half a handshake"])
def test_connections_that_send(community, crowd, half):
    """All of them are open at once, unless making them takes longer than the server waits for a head; then all end."""
    count, peers = crowd
    begin = time.monotonic()
    with Bounds(community, 16 + 0.010 * count) as bounds:
        for index in range(count):
            peers.append(connection(community.server.port, half, source(index)))
            if index % 250 == 0:
                bounds.check()
        # HTTPServerConfiguration.headerTime is ten seconds.
        if time.monotonic() - begin < 9:
            assert not is_ended(peers[0])
        waiting, deadline = peers, time.monotonic() + 30
        while waiting:
            bounds.check()
            waiting = [peer for peer in waiting if not is_ended(peer)]
            assert time.monotonic() < deadline, f"{len(waiting)} are still waited for"
            time.sleep(0.25)


def test_polling_sessions_opened_and_abandoned(community):
    """Each costs until its time is over, however its connection ended; in the long form also: then no more."""
    count = 2_000 * TIMES
    peer = connection(community.server.port)
    request = f"GET {POLLING} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with Bounds(community, 16 + 0.016 * count) as bounds:

        def abandon():
            for index in range(count):
                peer.sendall(request)
                answer = b""
                while b"}" not in answer:
                    answer += peer.recv(65_536)
                assert answer.startswith(b"HTTP/1.1 200"), answer
                if index % 500 == 0:
                    bounds.check()

        abandon()
        if LONG:
            first = resident(community.server.process.pid)
            time.sleep(60)
            abandon()
            assert resident(community.server.process.pid) - first < 4 * MEBI
    peer.close()


# Floods


def flood(bounds, websocket, data, rounds):
    """Sends `data` over and over without reading, until done or thrown out; the others are served meanwhile."""
    for index in range(rounds):
        if index % 10 == 0:
            bounds.check()
        try:
            websocket.socket.settimeout(0.5)
            websocket.socket.sendall(data)
        except OSError:
            return


FLOODS = {
    "pings": masked(PING, b"x" * 125),
    "pongs": masked(10, b"x" * 125),
    "empty fragments": masked(0, fin=False),
    "tiny frames": masked(TEXT, b"3"),
    "acknowledgements never asked for": b"".join(masked(TEXT, b"43%d[]" % number) for number in range(20)),
    "CONNECTs to namespaces that do not exist": b"".join(
        masked(TEXT, b"40/namespace%d," % number) for number in range(20)),
    "CONNECTs to the one that is connected": masked(TEXT, b"40"),
    "events without a name that is known": masked(TEXT, b'42["%s",{}]' % (b"x" * 60)),
    "events that want an answer": masked(TEXT, b'427["nonsense",{}]'),
    "binary that nothing announced": masked(BINARY, b"x"),
    "announced attachments that never come": masked(TEXT, b'4510-["x",{"_placeholder":true,"num":0}]'),
    "close frames": masked(8, b"\x03\xe8"),
    "Engine.IO probes": masked(TEXT, b"2probe"),
    "Engine.IO upgrades": masked(TEXT, b"5"),
}


@pytest.mark.parametrize("frame", FLOODS.values(), ids=FLOODS)
def test_a_flood_of(shared, frame):
    community, account = shared
    with Bounds(community, 24) as bounds:
        websocket = chat_socket(community.server.port, account["token"])
        try:
            if frame == FLOODS["empty fragments"]:
                websocket.send_bytes(masked(TEXT, b"3", fin=False))
            flood(bounds, websocket, frame * max(1, 65_536 // len(frame)), 40 * TIMES)
        finally:
            websocket.abort()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server for all floods: what one leaves behind counts against the next."""
    from roost_server import Server

    server = Server(tmp_path_factory.mktemp("floods"), loops=2).start()
    community = Community(server)
    yield community, community.account("Flooder")
    assert server.is_running and server.terminate() == 0


def test_coming_and_going_in_the_namespace_while_the_token_is_looked_up(shared):
    community, account = shared
    connect = b"40" + json.dumps({"version": 1, "token": account["token"]}).encode()
    turn = masked(TEXT, connect) + masked(TEXT, b"41")
    with Bounds(community, 24) as bounds:
        for _ in range(5 * TIMES):
            websocket = RawWebSocket(community.server.port)
            flood(bounds, websocket, turn * 200, 10)
            websocket.abort()


def test_upgrade_probes_without_end(shared):
    """One polling session, and WebSockets that begin to take it over and never finish."""
    community, account = shared
    port = community.server.port
    sid = json.loads(exchange(port, "GET", POLLING)[1][1:])["sid"]
    path = f"/socket.io/?EIO=4&transport=websocket&sid={sid}"
    with Bounds(community, 16) as bounds:
        refused = 0
        for index in range(300 * TIMES):
            try:
                websocket = RawWebSocket(port, path)
                websocket.send_text("2probe")
                websocket.send_bytes(masked(TEXT, b"2probe") * 100)
                websocket.abort()
            except (Closed, OSError):
                refused += 1
            if index % 50 == 0:
                bounds.check()
        status, _ = exchange(port, "POST", POLLING + "&sid=" + sid, "40" + json.dumps({"version": 1}))
        assert status == 200, "the session itself goes on"


# Size


def bomb(mebibytes):
    """A message of so many MiB of zeros as permessage-deflate sends it: a thousandth of that."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(packer.compress(bytes(MEBI)) for _ in range(mebibytes))
    return (packed + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


DEFLATE = ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"]


def test_compression_bombs_are_defused(community):
    """Against the library's own server, which agrees to compress: 1009 at the limit of 1 MiB, whatever was promised."""
    packed = bomb(100)
    assert len(packed) < 200_000
    with ConformanceServer() as server, Bounds(community, 16):
        before = None
        for round_ in range(10 * TIMES):
            peers = [RawWebSocket(server.port, "/ws-limited", headers=DEFLATE) for _ in range(4)]
            for index, peer in enumerate(peers):
                if index % 2:
                    peer.send_bytes(masked(BINARY, packed[:1000], fin=False, reserved=4) + masked(0, packed[1000:]))
                else:
                    peer.send_bytes(masked(TEXT, packed, reserved=4))
            for peer in peers:
                assert close_code(peer) == 1009
                peer.abort()
            now = resident(server.process.pid)
            before = before or now
            assert now - before < 8 * MEBI, f"round {round_}: grew by {(now - before) / MEBI:.1f} MiB"
        assert before < 64 * MEBI


def deep(depth):
    return b"[" * depth + b"]" * depth


DEEP = {
    "a bare array": b"42" + deep(100_000),
    "an argument": b'42["x",' + deep(100_000) + b"]",
    "an unfinished argument": b'42["x",' + b"[" * 200_000,
    "objects": b'42["x",' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"]",
    "an acknowledgement": b"431" + deep(100_000),
    "an attachment's packet": b'451-["x",' + deep(100_000) + b"]",
    "another namespace's CONNECT": b'40/x,{"a":' + deep(100_000) + b"}",
}


@pytest.mark.parametrize("packet", DEEP.values(), ids=DEEP)
def test_deep_json_in(shared, packet):
    """Refused at the library's door, over both transports."""
    community, account = shared
    port = community.server.port
    with Bounds(community, 24):
        websocket = chat_socket(port, account["token"])
        websocket.send_bytes(masked(TEXT, packet))
        assert close_code(websocket) in (None, 1000, 1005)
        websocket.abort()
        sid = json.loads(exchange(port, "GET", POLLING)[1][1:])["sid"]
        exchange(port, "POST", f"{POLLING}&sid={sid}", packet)
        # The session is closed: the poll that follows ends in its close packet, or finds it gone.
        status, body = exchange(port, "GET", f"{POLLING}&sid={sid}")
        assert (status, body) == (200, "1") or status == 400


@pytest.mark.parametrize("depth", [60, 64, 65, 100_000])
def test_deep_json_at_the_chats_door(shared, depth):
    """What the library's reader lets through, the chat refuses in words; what is deeper ends the connection."""
    community, account = shared
    with Bounds(community, 24):
        for name in ("send", "history", "sync", "typing", "nonsense"):
            wire = Wire(community.server.port, account["token"])
            # The packet's array and the payload's object are two levels.
            payload = b'{"room":' + deep(depth - 2) + b',"text":' + deep(depth - 2) + b"}"
            wire.socket.send_bytes(masked(TEXT, b'4299["%s",%s]' % (name.encode(), payload)))
            if depth <= 64:
                answer = wire.answer(99)
                assert answer["error"]["code"], answer
            else:
                wire.wait_until_closed()
            wire.abort()


LONE = "\\ud800"
BROKEN = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda bad: bad.hex())
def test_invalid_utf_8_is_refused_wherever_text_is_due(shared, broken):
    community, account = shared
    port = community.server.port
    with Bounds(community, 24):
        for frames in (masked(TEXT, b"42" + broken), masked(TEXT, b'42["' + broken + b'"]'),
                       masked(TEXT, b'42["x', fin=False) + masked(0, broken + b'"]'), masked(8, b"\x03\xe8" + broken)):
            websocket = chat_socket(port, account["token"])
            websocket.send_bytes(frames)
            assert close_code(websocket) == 1007
            websocket.abort()
        sid = json.loads(exchange(port, "GET", POLLING)[1][1:])["sid"]
        assert exchange(port, "POST", f"{POLLING}&sid={sid}", b'42["' + broken + b'"]')[0] == 400
        escaped = "".join(f"%{byte:02x}" for byte in broken)
        for target in (f"/{escaped}", f"/socket.io/?EIO=4&transport={escaped}", f"/socket.io/?EIO=4&sid={escaped}"):
            status, _ = exchange(port, "GET", target)
            assert status in (400, 404), (target, status)
        peer = connection(port, b"GET / HTTP/1.1\r\nHost: x\r\nCookie: a=" + broken + b"\r\nConnection: close\r\n\r\n")
        with peer:
            assert outcome(peer).startswith(b"HTTP/1.1 "), "answered, with or without the cookie"


def test_half_a_surrogate_pair_is_refused(shared):
    community, account = shared
    for text in (f'42["{LONE}"]', f'42["x",{{"{LONE}":1}}]', '42["x","\\udc00\\ud800"]'):
        websocket = chat_socket(community.server.port, account["token"])
        websocket.send_text(text)
        assert close_code(websocket) in (None, 1000, 1005)
        websocket.abort()
