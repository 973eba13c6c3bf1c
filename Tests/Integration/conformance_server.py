"""Starts the built conformance-server, which sends every WebSocket message and Socket.IO event back."""

import os
import pathlib
import re
import subprocess

from roost_server import ROOT


def binary():
    path = pathlib.Path(os.environ.get("CONFORMANCE_SERVER") or ROOT / ".build" / "debug" / "conformance-server")
    assert path.exists(), f"{path} is missing: run `swift build --build-tests` first, or set CONFORMANCE_SERVER"
    return str(path)


class ConformanceServer:
    """One process, on a port of its own unless one is given; it listens once this is made."""

    def __init__(self, port=0, arguments=()):
        self.process = subprocess.Popen(
            [binary(), "--listen", f"127.0.0.1:{port}", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)\s*$", line)
        if not found:
            self.process.kill()
            raise AssertionError(f"the conformance server did not start: {line!r}")
        self.port = int(found.group(1))
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def is_running(self):
        return self.process.poll() is None

    def end(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()
