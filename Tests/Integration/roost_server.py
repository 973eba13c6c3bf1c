"""Starts and ends the built server, as an operator would."""

import os
import pathlib
import re
import signal
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
START_SECONDS = 60
STOP_SECONDS = 15
LIMITS = ("sends", "room-sends", "requests", "connections")

_listening = re.compile(r"https?://127\.0\.0\.1:(\d+)(?![\d/])")
_setup_link = re.compile(r"https?://[^/\s]+/setup/([A-Za-z0-9_-]+)")


def binary():
    path = pathlib.Path(os.environ.get("ROOST_BINARY") or ROOT / ".build" / "debug" / "roost")
    assert path.exists(), f"{path} is missing: run `swift build --build-tests` first, or set ROOST_BINARY"
    return str(path)


class Server:
    """One server process on one data folder. Reads the process's whole output, which `log` keeps."""

    def __init__(self, data_dir, loops=1, port=0, arguments=(), certificate=None, environment=None, wrapper=(),
                 limits=False):
        """`environment` is added to the server's; `wrapper` is a command that ends by running its arguments.

        Without `limits` everybody may send, ask and connect as often as a test does.
        """
        self.data_dir = str(data_dir)
        self.loops = loops
        self.port = port
        free = [] if limits else [part for name in LIMITS for part in (f"--limit-{name}", "0")]
        self.arguments = [*free, *arguments, *(certificate.arguments if certificate else [])]
        self.certificate = certificate
        self.environment = {**os.environ, **(environment or {})}
        self.wrapper = wrapper
        self.process = None
        self.log = []
        self.setup_token = None
        self._changed = threading.Condition()
        self._listens = False

    def start(self):
        """Returns once the log says where the server listens."""
        self._listens = False
        self.process = subprocess.Popen(
            [*self.wrapper, binary(), "serve", "--listen", f"127.0.0.1:{self.port}", "--data-dir", self.data_dir,
             "--loops", str(self.loops), *self.arguments], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        threading.Thread(target=self._read_log, args=(self.process,), daemon=True).start()
        deadline = time.monotonic() + START_SECONDS
        with self._changed:
            while not self._listens:
                left = deadline - time.monotonic()
                if left <= 0 or self.process.poll() is not None:
                    raise AssertionError(f"the server did not start (exit {self.process.poll()}):\n{self.text}")
                self._changed.wait(min(left, 0.2))
        return self

    def _read_log(self, process):
        for line in process.stdout:
            with self._changed:
                self.log.append(line)
                if link := _setup_link.search(line):
                    self.setup_token = link.group(1)
                elif "listening" in line and (place := _listening.search(line)):
                    self.port = int(place.group(1))
                    self._listens = True
                self._changed.notify_all()

    @property
    def text(self):
        return "".join(self.log)

    @property
    def url(self):
        return f"{'https' if self.certificate else 'http'}://127.0.0.1:{self.port}"

    @property
    def tls(self):
        """What a client's sockets need to reach this server: nothing without TLS."""
        return self.certificate and self.certificate.context()

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def wait_for_setup_token(self):
        deadline = time.monotonic() + START_SECONDS
        with self._changed:
            while self.setup_token is None:
                left = deadline - time.monotonic()
                assert left > 0, f"no set-up link in the log:\n{self.text}"
                self._changed.wait(left)
        return self.setup_token

    def wait_for_line(self, text):
        """Returns once the log has a line with `text` in it."""
        deadline = time.monotonic() + START_SECONDS
        with self._changed:
            while text not in self.text:
                left = deadline - time.monotonic()
                assert left > 0, f"no {text!r} in the log:\n{self.text}"
                self._changed.wait(left)

    def terminate(self):
        """As systemd does it; answers the exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not end within {STOP_SECONDS} s of SIGTERM:\n{self.text}") from None

    def kill(self):
        """As a power cut would, short of the disk's own cache."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
