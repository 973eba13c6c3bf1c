"""What a hostile peer needs, and what holds the server to its bounds meanwhile."""

import json
import os
import pathlib
import re
import resource
import socket
import struct
import subprocess
import time

from raw_websocket import RawWebSocket
from roost_server import binary
from witness import Witness

MEBI = 1 << 20
POLLING = "/socket.io/?EIO=4&transport=polling"


def resident(pid):
    """Bytes that the process holds now."""
    fields = pathlib.Path(f"/proc/{pid}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


class Bounds:
    """While it is open, the server grows by at most `mebibytes`, and a message of others arrives within `seconds`.

    The bounds are checked at each `check` and at the end. The seconds are generous: the machine may be busy.
    """

    def __init__(self, community, mebibytes, seconds=5):
        self.community, self.seconds = community, seconds
        self.limit = mebibytes * MEBI
        self.witness = Witness(community)
        self.slowest = 0
        self.peak = 0

    def __enter__(self):
        for _ in range(5):
            self.witness.check()
        self.before = resident(self.community.server.process.pid)
        return self

    def check(self):
        begin = time.monotonic()
        self.witness.check()
        self.slowest = max(self.slowest, time.monotonic() - begin)
        assert self.slowest < self.seconds, f"a message took {self.slowest:.1f} s"
        self.peak = max(self.peak, resident(self.community.server.process.pid) - self.before)
        assert self.peak < self.limit, f"the server grew by {self.peak / MEBI:.1f} MiB"

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.check()
            assert self.community.server.is_running
            print(f"grew by {self.peak / MEBI:.1f} MiB at most, {self.slowest * 1000:.0f} ms at most")


def allow_files(count):
    """Lets this process open `count` files, or as many as the system allows; answers how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        soft = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


def connection(port, data=b"", source=None):
    """A TCP connection on which `data` was sent, from the loopback address `source`."""
    peer = socket.create_connection(("127.0.0.1", port), 10, source and (source, 0))
    if data:
        peer.sendall(data)
    return peer


def source(index):
    """One of eight loopback addresses in turn, each of which has as many ports as the system gives out."""
    return f"127.0.0.{2 + index % 8}"


def is_ended(peer):
    """Whether the server has ended this connection; what it sent before is thrown away."""
    peer.setblocking(False)
    try:
        while peer.recv(65_536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def outcome(peer, seconds=10):
    """Everything that the server sends until it ends the connection."""
    answer = b""
    deadline = time.monotonic() + seconds
    try:
        while True:
            peer.settimeout(max(0.01, deadline - time.monotonic()))
            data = peer.recv(262_144)
            if not data:
                return answer
            answer += data
    except ConnectionError:
        return answer


def http_status(port, data):
    """The status that `data` is answered with."""
    peer = connection(port)
    try:
        peer.sendall(data)
    except OSError:
        pass
    with peer:
        answer = outcome(peer)
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else None


def masked(opcode, payload=b"", fin=True, reserved=0):
    """A client's frame under a mask of zeros, which makes floods cheap."""
    size = len(payload)
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65_536:
        head += struct.pack("!BH", 0x80 | 126, size)
    else:
        head += struct.pack("!BQ", 0x80 | 127, size)
    return head + bytes(4) + payload


def close_code(websocket, seconds=10):
    """The code that the server closes with; None when it just ends the connection."""
    deadline = time.monotonic() + seconds
    try:
        while True:
            opcode, payload = websocket.receive_frame(deadline)
            if opcode == 8:
                return struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
    except Exception as error:
        if type(error).__name__ != "Closed":
            raise
        return None


def chat_socket(port, token):
    """A WebSocket that is logged in, with nothing read ahead but the answer to CONNECT."""
    websocket = RawWebSocket(port)
    deadline = time.monotonic() + 10
    assert websocket.receive_text(deadline).startswith("0{")
    websocket.send_text("40" + json.dumps({"version": 1, "token": token}))
    assert websocket.receive_text(deadline).startswith("40{")
    return websocket


class ConformanceServer:
    """The library alone, without a chat: the server that public suites run against."""

    def __init__(self, loops=1):
        path = pathlib.Path(binary()).with_name("conformance-server")
        self.process = subprocess.Popen(
            [str(path), "--listen", "127.0.0.1:0", "--loops", str(loops)], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"(\d+)\D*$", line)
        assert found, line
        self.port = int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
