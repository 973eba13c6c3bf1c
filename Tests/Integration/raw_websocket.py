"""A WebSocket client small enough to misbehave with: every frame as wished, no thread, no reading ahead."""

import base64
import os
import socket
import struct
import time

from errors import Closed

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATH = "/socket.io/?EIO=4&transport=websocket"


class RawWebSocket:
    def __init__(self, port, path=PATH, receive_buffer=None, headers=(), timeout=10, tls=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *headers, "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self._fill(time.monotonic() + timeout)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split(b" ", 2)[1])
        if self.status != 101:
            raise Closed(f"the handshake was answered {self.status}: {head!r} {self.buffer!r}")

    def send_frame(self, opcode, payload, fin=True, masked=True, reserved=0, length=None):
        """`length` lies about the payload's length."""
        size = len(payload) if length is None else length
        head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
        mask_bit = 0x80 if masked else 0
        if size < 126:
            head += bytes([mask_bit | size])
        elif size < 65536:
            head += struct.pack("!BH", mask_bit | 126, size)
        else:
            head += struct.pack("!BQ", mask_bit | 127, size)
        if masked:
            mask = os.urandom(4)
            repeated = (mask * (len(payload) // 4 + 1))[:len(payload)]
            mixed = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
            payload = mask + mixed.to_bytes(len(payload), "big")
        self.socket.sendall(head + payload)

    def send_text(self, text):
        self.send_frame(TEXT, text.encode())

    def send_bytes(self, data):
        self.socket.sendall(data)

    def receive_frame(self, deadline):
        """The next frame as (opcode, payload). Servers do not mask."""
        head = self._take(2, deadline)
        assert head[0] & 0x70 == 0, f"no extension was agreed on, yet RSV bits came: {head!r}"
        assert head[1] & 0x80 == 0, "the server masked a frame"
        size = head[1]
        if size == 126:
            size = struct.unpack("!H", self._take(2, deadline))[0]
        elif size == 127:
            size = struct.unpack("!Q", self._take(8, deadline))[0]
        assert head[0] & 0x80, "the server fragments nothing"
        return head[0] & 15, self._take(size, deadline)

    def receive_text(self, deadline):
        """The next text; pings are answered, a close raises `Closed` with its code."""
        while True:
            opcode, payload = self.receive_frame(deadline)
            if opcode == TEXT:
                return payload.decode()
            if opcode == PING:
                self.send_frame(PONG, payload)
            elif opcode == CLOSE:
                code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
                raise Closed(f"closed with {code} {payload[2:]!r}", code)

    def has_buffered(self):
        return len(self.buffer) >= 2

    def _take(self, count, deadline):
        while len(self.buffer) < count:
            self._fill(deadline)
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def _fill(self, deadline):
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("nothing came in time")
        self.socket.settimeout(left)
        try:
            data = self.socket.recv(262_144)
        except ConnectionError as error:
            raise Closed(f"the connection broke: {error}") from None
        if not data:
            raise Closed("the server ended the connection")
        self.buffer += data

    def abort(self):
        """A reset, as a network that goes away looks in the end: what was not read is gone."""
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass
        self.socket.close()

    def close(self):
        self.socket.close()
