"""A chat client on python-socketio, a client that nobody here wrote.

Its synchronous client hands each event to a thread, so that events may be seen out of order: tests of order use `Wire`.
"""

import threading
import time

import requests
import socketio

from errors import Refused, unwrap

SECONDS = 10


class Person:
    def __init__(self, url, token=None, transports=None, auth=None, headers=None, certificate=None):
        http = requests.Session()
        if certificate:
            http.verify, http.trust_env = certificate.certificate, False
        self.client = socketio.Client(reconnection=False, http_session=http)
        self.frames = []
        self.disconnected = threading.Event()
        self._changed = threading.Condition()
        self._refusal = None
        for name in ("event", "ready", "ended", "gap", "typing"):
            self.client.on(name, lambda payload, name=name: self._heard(name, payload))
        self.client.on("disconnect", lambda *_: self.disconnected.set())
        self.client.on("connect_error", self._refused)
        payload = {"version": 1, **({"token": token} if token else {})} if auth is None else auth
        try:
            self.client.connect(url, headers or {}, payload, transports, wait_timeout=SECONDS)
        except socketio.exceptions.ConnectionError:
            self.client.disconnect()
            if isinstance(self._refusal, dict) and isinstance(self._refusal.get("data"), dict):
                raise Refused({"message": self._refusal["message"], **self._refusal["data"]}) from None
            raise
        self.ready = self.wait_for("ready")

    def _refused(self, error):
        self._refusal = error

    def _heard(self, name, payload):
        with self._changed:
            self.frames.append((name, payload))
            self._changed.notify_all()

    def request(self, name, /, **arguments):
        return unwrap(self.client.call(name, arguments, timeout=SECONDS))

    def wait_for(self, name, condition=lambda payload: True, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        with self._changed:
            while True:
                for found, payload in self.frames:
                    if found == name and condition(payload):
                        return payload
                left = deadline - time.monotonic()
                assert left > 0, f"no {name} as wished within {seconds} s; heard {self.frames}"
                self._changed.wait(left)

    @property
    def transport(self):
        return self.client.transport()

    def close(self):
        self.client.disconnect()
