#!/usr/bin/env python3
"""One room, many subscribers: deliveries a second and the server's CPU for a million of them. Loopback only.

See Benchmarks/README.md for what each figure means.
"""

import argparse
import asyncio
import json
import os
import resource
import select
import socket
import struct
import tempfile
import time

from benchserver import BINARY, Server, prepare

EVENT, READY = b'42["event"', b'42["ready"'
UPGRADE = (b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
           b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
# Sessions are pinged after 25 s and closed 20 s later; a run is over before that.
LONGEST = 15


def frame(text):
    """A client's text frame; the mask is all zeros, which the server cannot tell from another."""
    payload = text.encode()
    length = struct.pack("!B", 0x80 | len(payload)) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
    return b"\x81" + length + bytes(4) + payload


class Wire:
    """One logged-in connection that counts what it is told."""

    def __init__(self, port, token):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(UPGRADE)
        self.wait(b"0{")
        self.socket.sendall(frame("40" + json.dumps({"version": 1, "token": token})))
        self.wait(READY)
        self.tail = b""
        self.sent = 0

    def wait(self, mark):
        heard = b""
        while mark not in heard:
            if not (piece := self.socket.recv(65536)):
                raise SystemExit(f"closed while waiting for {mark}: {heard}")
            heard += piece

    def read(self):
        """How many events came. The tail finds a mark that a read cut in two."""
        piece = self.socket.recv(1 << 18)
        if not piece:
            raise SystemExit("the server closed a connection")
        piece = self.tail + piece
        self.tail = piece[-(len(EVENT) - 1):]
        return piece.count(EVENT)


def run(server, token, room, options, rate):
    """`rate` messages a second, or as many as go with `options.window` undelivered when that is None."""
    subscribers = [Wire(server.port, token) for _ in range(options.subscribers)]
    publisher = Wire(server.port, token)
    poll = select.epoll()
    by_descriptor = {wire.socket.fileno(): wire for wire in [*subscribers, publisher]}
    for descriptor in by_descriptor:
        poll.register(descriptor, select.EPOLLIN)
    everyone = len(by_descriptor)
    delivered = counted = 0
    begin = time.perf_counter() + 1
    end = begin + options.seconds
    cpu = None
    started = time.perf_counter()
    while (now := time.perf_counter()) < end:
        if cpu is None and now >= begin:
            cpu, counted = server.cpu_seconds(), delivered
        due = int((now - started) * rate) if rate else delivered // everyone + options.window
        for number in range(publisher.sent, min(due, publisher.sent + 64)):
            publisher.socket.sendall(frame(f"42{number}" + json.dumps(
                ["send", {"room": room, "text": "x" * 100, "nonce": f"f{rate or 0}x{os.getpid()}:{number + 1}"}])))
            publisher.sent += 1
        for descriptor, _ in poll.poll(0.005):
            delivered += by_descriptor[descriptor].read()
    cpu = server.cpu_seconds() - cpu
    counted = delivered - counted
    for wire in by_descriptor.values():
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wire.socket.close()
    return counted / options.seconds, cpu / counted * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(BINARY))
    parser.add_argument("--loops", type=int, default=1)
    parser.add_argument("--subscribers", type=int, default=1_000)
    parser.add_argument("--window", type=int, default=64, help="messages under way when saturated")
    parser.add_argument("--rate", type=int, default=20, help="messages a second when not")
    parser.add_argument("--seconds", type=int, default=5)
    options = parser.parse_args()
    options.subscribers = max(1, min(options.subscribers, 10_000))
    options.seconds = max(1, min(options.seconds, LONGEST))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, options.subscribers + 500), most))
    with tempfile.TemporaryDirectory() as data_dir:
        server = Server(options.binary, data_dir, options.loops)
        try:
            token, room = asyncio.run(prepare(server))
            for name, rate in [("saturated", None), (f"{options.rate} messages/s", options.rate)]:
                deliveries, cpu = run(server, token, room, options, rate)
                print(f"{name:<20}{deliveries:>12,.0f} deliveries/s{cpu:>10.2f} CPU s a million")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
