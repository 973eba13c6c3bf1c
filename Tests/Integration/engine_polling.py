"""Engine.IO long polling by hand: each request on a connection of its own unless told otherwise."""

import http.client
import json
import time

from errors import Closed, Refused, unwrap
from wire import SECONDS

SEPARATOR = "\x1e"


class Polling:
    """A chat client over polling alone; the same shape as `Wire` where tests need it."""

    def __init__(self, port, token=None, auth=None, tls=None, patience=SECONDS):
        self.port = port
        self.tls = tls
        self.patience = patience
        self.frames = []
        self.answers = {}
        self.heard = 0
        self.packets = []
        self._next = 0
        status, body = self.get("/socket.io/?EIO=4&transport=polling")
        assert status == 200, body
        assert body.startswith("0{"), body
        self.handshake = json.loads(body[1:])
        self.sid = self.handshake["sid"]
        self.path = f"/socket.io/?EIO=4&transport=polling&sid={self.sid}"
        payload = {"version": 1, **({"token": token} if token else {})} if auth is None else auth
        self.post("40" + json.dumps(payload))
        self.ready = self.wait_for("ready", seconds=patience)

    def get(self, path, seconds=None):
        return exchange(self.port, "GET", path, seconds=seconds or self.patience, tls=self.tls)

    def post(self, body):
        status, answer = exchange(self.port, "POST", self.path, body, seconds=self.patience, tls=self.tls)
        if (status, answer) != (200, "ok"):
            raise Closed(f"a post was answered {status}: {answer}")

    def begin(self, name, arguments):
        number = self._next
        self._next += 1
        self.post(f"42{number}{json.dumps([name, arguments])}")
        return number

    def answer(self, number, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        while number not in self.answers:
            self.poll(deadline)
        return self.answers.pop(number)

    def request(self, name, /, **arguments):
        return unwrap(self.answer(self.begin(name, arguments)))

    def send(self, room, text, nonce):
        return self.request("send", room=room, text=text, nonce=nonce)

    def poll(self, deadline):
        """One poll and everything that came with it."""
        status, body = self.get(self.path, max(0.1, deadline - time.monotonic()))
        if status != 200:
            raise Closed(f"a poll was answered {status}: {body}")
        for packet in body.split(SEPARATOR):
            if packet == "2":
                self.post("3")
            elif packet.startswith("42"):
                self.frames.append(tuple(json.loads(packet[2:])))
            elif packet.startswith("43"):
                begin = packet.index("[")
                (answer,) = json.loads(packet[begin:])
                self.answers[int(packet[2:begin])] = answer
            elif packet.startswith("44"):
                error = json.loads(packet[2:])
                raise Refused({"message": error["message"], **error["data"]})
            elif packet in ("1", "41"):
                raise Closed("the server ended the session")
            else:
                assert packet.startswith("40{") or packet == "6", packet

    def wait_for(self, name, condition=lambda payload: True, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        while True:
            while self.heard < len(self.frames):
                found, payload = self.frames[self.heard]
                self.heard += 1
                if found == name and condition(payload):
                    return payload
            self.poll(deadline)

    def settle(self):
        self.request("me")

    def events(self, kind=None, room=None):
        return [payload for name, payload in self.frames if name == "event"
                and (kind is None or payload["kind"] == kind) and (room is None or payload.get("room") == room)]


def exchange(port, method, path, body=None, headers=None, seconds=SECONDS, tls=None):
    """One request on a fresh connection: (status, body)."""
    if tls:
        connection = http.client.HTTPSConnection("localhost", port, timeout=seconds, context=tls)
    else:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        sent = {"Connection": "close", **({"Content-Type": "text/plain;charset=UTF-8"} if body is not None else {})}
        connection.request(
            method, path, body=body.encode() if isinstance(body, str) else body, headers={**sent, **(headers or {})})
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()
