"""The WebSocket server against Python's `websockets`: compression as each side asks for it, limits, closing."""

import os
import random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect

from conformance_server import ConformanceServer

SECONDS = 20
LIMIT = 1 << 20


@pytest.fixture(scope="module")
def server():
    server = ConformanceServer()
    yield server
    alive = server.is_running
    server.end()
    assert alive, "the server ended by itself"


def opened(server, path="/ws", **offer):
    """A connection that offers permessage-deflate with these parameters, none without any."""
    extensions = [ClientPerMessageDeflateFactory(**offer)] if offer else None
    return connect(
        f"ws://127.0.0.1:{server.port}{path}", compression=None, extensions=extensions, max_size=None,
        open_timeout=SECONDS, close_timeout=SECONDS)


def agreed(socket):
    [extension] = socket.protocol.extensions
    return extension


def echoed(socket, message):
    socket.send(message)
    return socket.recv(timeout=SECONDS)


def closing(socket):
    """The server's close frame, which is the next that comes."""
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=SECONDS)
    return closed.value.rcvd


def words(count):
    chosen = random.Random(count)
    return " ".join(chosen.choice(["grüße", "κόσμε", "room", "message", "😀"]) for _ in range(count))


MESSAGES = ["", "a", words(50), words(30_000), b"", b"\x00", os.urandom(70_000), bytes(300_000)]
OFFERS = [
    {},
    {"client_max_window_bits": True},
    {"server_no_context_takeover": True},
    {"client_no_context_takeover": True, "client_max_window_bits": True},
    {"server_no_context_takeover": True, "client_no_context_takeover": True},
    *({"server_max_window_bits": bits, "client_max_window_bits": True} for bits in range(8, 16)),
    *({"client_max_window_bits": bits, "server_no_context_takeover": True} for bits in range(9, 16)),
    {"server_max_window_bits": 8, "server_no_context_takeover": True},
]


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: " ".join(f"{key}={offer[key]}" for key in offer) or "plain")
def test_what_is_sent_comes_back_whatever_was_agreed_on(server, offer):
    with opened(server, **offer) as socket:
        if offer:
            extension = agreed(socket)
            assert extension.remote_no_context_takeover == offer.get("server_no_context_takeover", False)
            assert extension.local_no_context_takeover == offer.get("client_no_context_takeover", False)
            assert extension.remote_max_window_bits == offer.get("server_max_window_bits", 15)
        else:
            assert socket.protocol.extensions == []
        for message in MESSAGES * 2:
            assert echoed(socket, message) == message


@pytest.mark.parametrize("offer", [{}, {"client_max_window_bits": True}], ids=["plain", "compressed"])
def test_a_message_in_fragments_comes_back_whole(server, offer):
    text = words(5_000)
    pieces = [text[start:start + 97] for start in range(0, len(text), 97)]
    with opened(server, **offer) as socket:
        assert echoed(socket, iter(pieces)) == text
        assert echoed(socket, iter(["", "a", "", "b", ""])) == "ab"
        assert echoed(socket, iter([b"\x01", b"", b"\x02" * 70_000])) == b"\x01" + b"\x02" * 70_000
        answered = socket.ping(b"still there")
        assert answered.wait(SECONDS)


@pytest.mark.parametrize("offer", [{}, {"client_max_window_bits": True}], ids=["plain", "compressed"])
def test_a_message_past_the_limit_closes_with_1009(server, offer):
    noise = os.urandom(LIMIT + 1)
    for message in [noise[:LIMIT], bytes(LIMIT)]:
        with opened(server, "/ws-limited", **offer) as socket:
            assert echoed(socket, message) == message
    for message in [noise, bytes(LIMIT + 1), iter([noise[:LIMIT], b"", b"\x00"])]:
        with opened(server, "/ws-limited", **offer) as socket:
            socket.send(message)
            close = closing(socket)
            assert (close.code, close.reason) == (1009, "message over the limit")


def test_a_few_kilobytes_that_claim_a_hundred_megabytes_close_with_1009(server):
    with opened(server, "/ws-limited", client_max_window_bits=True) as socket:
        socket.send(bytes(100 * LIMIT))
        assert closing(socket).code == 1009
    with opened(server, "/ws-limited", client_max_window_bits=True) as socket:
        assert echoed(socket, "others are served") == "others are served"


@pytest.mark.parametrize("offer", [{}, {"client_max_window_bits": True}], ids=["plain", "compressed"])
def test_text_that_is_not_utf8_closes_with_1007(server, offer):
    for wrong in [b"abc\xff", b"cut \xe2\x82", b"\xed\xa0\x80"]:
        with opened(server, **offer) as socket:
            socket.send(wrong, text=True)
            close = closing(socket)
            assert (close.code, close.reason) == (1007, "not UTF-8")


@pytest.mark.parametrize("code", [1000, 1001, 1011, 3000, 4999])
def test_the_clients_close_code_is_answered_with_the_same(server, code):
    with opened(server) as socket:
        assert echoed(socket, "first") == "first"
        socket.close(code, "enough")
    assert (socket.protocol.close_rcvd.code, socket.protocol.close_sent.code) == (code, code)
    assert not socket.protocol.close_rcvd_then_sent
