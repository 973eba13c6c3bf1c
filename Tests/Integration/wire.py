"""A chat client on one raw WebSocket that keeps the order of every frame, in one thread, reading only when asked."""

import json
import re
import select
import time

from errors import Closed, Refused, check_error, unwrap
from raw_websocket import RawWebSocket

SECONDS = 10
_packet = re.compile(r"^(\d)(?:(\d+)-)?(\d*)(.*)$", re.S)


class Wire:
    """Connects, logs in by token, and waits for `ready`.

    `frames` holds every event that came, in order, as (name, payload); `answers` the acknowledgements by number.
    """

    def __init__(self, port, token=None, auth=None, receive_buffer=None, tls=None, patience=SECONDS):
        self.port = port
        self.socket = RawWebSocket(port, receive_buffer=receive_buffer, timeout=patience, tls=tls)
        self.frames = []
        self.answers = {}
        self.heard = 0
        self._next = 0
        handshake = self._text(time.monotonic() + patience)
        assert handshake.startswith("0{"), handshake
        self.handshake = json.loads(handshake[1:])
        payload = {"version": 1, **({"token": token} if token else {})} if auth is None else auth
        self.socket.send_text("40" + json.dumps(payload))
        answer = self._text(time.monotonic() + patience)
        if answer.startswith("44"):
            error = json.loads(answer[2:])
            self.socket.close()
            assert isinstance(error["message"], str) and error["message"], error
            raise Refused({"message": error["message"], **error["data"]})
        assert answer.startswith("40{"), answer
        self.ready = self.wait_for("ready", seconds=patience)

    def begin(self, name, arguments):
        """Sends a request; `answer` waits for what comes back."""
        number = self._next
        self._next += 1
        packet = json.dumps([name, arguments], ensure_ascii=False, separators=(",", ":"))
        self.socket.send_text(f"42{number}{packet}")
        return number

    def answer(self, number, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        while number not in self.answers:
            self.read_one(deadline)
        return self.answers.pop(number)

    def request(self, name, /, patience=SECONDS, **arguments):
        return unwrap(self.answer(self.begin(name, arguments), patience))

    def send(self, room, text, nonce):
        return self.request("send", room=room, text=text, nonce=nonce)

    def _text(self, deadline):
        """The next Engine.IO text that is not a ping; pings are answered."""
        while True:
            text = self._text_or_ping(deadline)
            if text is not None:
                return text

    def _text_or_ping(self, deadline):
        text = self.socket.receive_text(deadline)
        if text != "2":
            return text
        self.socket.send_text("3")
        return None

    def listen(self, seconds):
        """Hears what comes within so many seconds."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            if not self.socket.has_buffered() and (
                    left <= 0 or not select.select([self.socket.socket], [], [], left)[0]):
                return
            text = self._text_or_ping(time.monotonic() + SECONDS)
            if text is not None:
                self._take(text)

    def read_one(self, deadline):
        """Reads one Socket.IO packet: an event, which it returns as (name, payload), or an answer (None)."""
        return self._take(self._text(deadline))

    def _take(self, text):
        if text == "41":
            raise Closed("the server ended the namespace")
        assert text.startswith("4"), text
        kind, _, number, content = _packet.match(text[1:]).groups()
        if kind == "2":
            name, payload = json.loads(content)
            self.frames.append((name, payload))
            return name, payload
        assert kind == "3", text
        (answer,) = json.loads(content)
        assert int(number) not in self.answers, f"two answers to one request: {text}"
        self.answers[int(number)] = answer
        return None

    def wait_for(self, name, condition=lambda payload: True, seconds=SECONDS):
        """The next not yet heard event `name` that meets `condition`, from what came already or comes in time."""
        deadline = time.monotonic() + seconds
        while True:
            while self.heard < len(self.frames):
                found, payload = self.frames[self.heard]
                self.heard += 1
                if found == name and condition(payload):
                    return payload
            self.read_one(deadline)

    def settle(self):
        """Reads until all that the server had told before this call is in `frames`: an answer comes after it."""
        self.request("me")

    def events(self, kind=None, room=None):
        """What was told, of one kind or in one room: there without what one's own stream says about the room."""
        return [payload for name, payload in self.frames if name == "event"
                and (kind is None or payload["kind"] == kind)
                and (room is None or payload.get("room") == room and (kind or "useq" not in payload))]

    def wait_until_closed(self, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        try:
            while True:
                self.read_one(deadline)
        except Closed as closed:
            return closed

    def abort(self):
        self.socket.abort()

    def close(self):
        self.socket.close()


def refusal(action, *arguments, **named):
    """The error that `action` is refused with; an action that succeeds fails the test."""
    try:
        result = action(*arguments, **named)
    except Refused as refused:
        check_error(refused.error)
        return refused.error
    raise AssertionError(f"this should have been refused and was answered {result!r}")
