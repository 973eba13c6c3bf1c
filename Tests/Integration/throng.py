"""Thousands of people on one thread: each a WebSocket that is logged in and counts the frames it is sent."""

import base64
import json
import os
import select
import struct
import time

from hostile import connection, masked, source
from raw_websocket import PATH, TEXT

IN_FLIGHT = 100
"""Log-ins that are under way at once."""

SECONDS = 120


class Peer:
    """One person's connection: not yet upgraded, then connecting to the chat, then there."""

    __slots__ = ("token", "socket", "buffer", "is_upgraded", "is_ready", "typing", "others", "most", "largest")

    def __init__(self, token):
        self.token = token
        self.socket = None
        self.count_afresh()

    def count_afresh(self):
        self.typing = self.others = self.most = self.largest = 0

    def send(self, text):
        self.socket.sendall(masked(TEXT, text.encode()))

    def take(self, data):
        self.buffer += data
        if not self.is_upgraded:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.is_upgraded, self.buffer = True, rest
            self.send("40" + json.dumps({"version": 1, "token": self.token}))
        at = 0
        while len(self.buffer) - at >= 2:
            opcode, size, start = self.buffer[at] & 15, self.buffer[at + 1], at + 2
            if size == 126:
                size, start = struct.unpack_from("!H", self.buffer, start)[0] if len(self.buffer) >= start + 2 else 1 << 40, start + 2
            elif size == 127:
                size, start = struct.unpack_from("!Q", self.buffer, start)[0] if len(self.buffer) >= start + 8 else 1 << 40, start + 8
            if len(self.buffer) < start + size:
                break
            self._frame(opcode, self.buffer[start:start + size])
            at = start + size
        self.buffer = self.buffer[at:]

    def _frame(self, opcode, payload):
        assert opcode == TEXT, (opcode, payload)
        if payload == b"2":
            self.send("3")
        elif payload.startswith(b'42["ready"'):
            self.is_ready = True
        elif payload.startswith(b'42["typing"'):
            self.typing += 1
            state = json.loads(payload[2:])[1]
            assert len(state["users"]) <= 4 <= max(4, state["count"])
            self.most = max(self.most, state["count"])
            self.largest = max(self.largest, len(payload))
        elif payload.startswith(b"42"):
            self.others += 1
        elif payload.startswith(b"43"):
            assert b'"error"' not in payload, payload


class Throng:
    """The people of `tokens`, of whom each can come and go."""

    def __init__(self, port, tokens):
        self.port = port
        self.peers = [Peer(token) for token in tokens]
        self.selector = select.epoll()
        self.by_file = {}
        self.started = 0

    def connect(self, peers):
        """Returns once all of them are there."""
        deadline = time.monotonic() + SECONDS
        for begin in range(0, len(peers), IN_FLIGHT):
            some = peers[begin:begin + IN_FLIGHT]
            for peer in some:
                self._begin(peer)
            while not all(peer.is_ready for peer in some):
                assert time.monotonic() < deadline, "log-ins take too long"
                self.listen(0.01)

    def _begin(self, peer):
        self.started += 1
        key = base64.b64encode(os.urandom(16)).decode()
        head = (f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n")
        peer.socket = connection(self.port, head.encode(), source(self.started))
        peer.socket.settimeout(10)
        peer.buffer, peer.is_upgraded, peer.is_ready = b"", False, False
        self.by_file[peer.socket.fileno()] = peer
        self.selector.register(peer.socket, select.EPOLLIN)

    def drop(self, peer):
        """Goes as who loses the network does."""
        self.selector.unregister(peer.socket)
        del self.by_file[peer.socket.fileno()]
        peer.socket.close()

    def listen(self, seconds):
        """Takes what comes until `seconds` have passed."""
        end = time.monotonic() + seconds
        while True:
            for file, _ in self.selector.poll(max(0, end - time.monotonic()), 2_000):
                peer = self.by_file[file]
                data = peer.socket.recv(262_144)
                assert data, "the server ended a connection"
                peer.take(data)
            if time.monotonic() >= end:
                return

    def close(self):
        for peer in list(self.by_file.values()):
            self.drop(peer)
        self.selector.close()
