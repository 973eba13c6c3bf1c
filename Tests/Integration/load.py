"""People who keep sending while something else is tested."""

import threading

from errors import Closed
from wire import Wire


class Sender(threading.Thread):
    """Sends numbered messages to its rooms in turn, `window` at a time, until stopped or cut off.

    Keeps an outbox: what is not answered is sent again with its nonce on the next `run_on`.
    """

    def __init__(self, name, account, rooms, window=4, text=""):
        super().__init__(daemon=True)
        self.label = name
        self.account = account
        self.rooms = rooms
        self.window = window
        self.filler = text
        self.outbox = {}
        self.acknowledged = {}
        self.counter = 0
        self.failure = None
        self.stopping = threading.Event()
        self.progress = threading.Condition()
        self.port = None
        self.expects_cut = False

    def begin(self, port, expects_cut=False):
        self.port = port
        self.expects_cut = expects_cut
        self.start()
        return self

    def run(self):
        try:
            self._send(Wire(self.port, self.account["token"]))
        except (Closed, OSError, TimeoutError) as error:
            if not self.expects_cut:
                self.failure = error
        except BaseException as error:
            self.failure = error
        finally:
            with self.progress:
                self.progress.notify_all()

    def _send(self, wire):
        numbers = {}
        for nonce in list(self.outbox):
            numbers[wire.begin("send", {**self.outbox[nonce], "nonce": nonce})] = nonce
        while True:
            while len(numbers) < self.window and not self.stopping.is_set():
                self.counter += 1
                nonce = f"{self.label}:{self.counter}"
                self.outbox[nonce] = {
                    "room": self.rooms[self.counter % len(self.rooms)], "text": nonce + self.filler}
                numbers[wire.begin("send", {**self.outbox[nonce], "nonce": nonce})] = nonce
            if not numbers:
                wire.close()
                return
            number = next(iter(numbers))
            answer = wire.answer(number)
            nonce = numbers.pop(number)
            assert "ok" in answer, answer
            with self.progress:
                self.acknowledged[nonce] = {**self.outbox.pop(nonce), **answer["ok"]}
                self.progress.notify_all()

    def after(self):
        """The same person with the same outbox, for the next connection."""
        successor = Sender(self.label, self.account, self.rooms, self.window, self.filler)
        successor.outbox, successor.acknowledged = self.outbox, self.acknowledged
        successor.counter = self.counter
        return successor

    def wait_for(self, count, seconds=30):
        with self.progress:
            assert self.progress.wait_for(
                lambda: len(self.acknowledged) >= count or self.failure or not self.is_alive(), seconds), (
                    f"{self.label}: {len(self.acknowledged)} of {count} acknowledged in {seconds} s")
        if self.failure:
            raise self.failure

    def finish(self, seconds=30):
        """Stops, waits for the answers to what was sent, and tells what went wrong."""
        self.stopping.set()
        self.join(seconds)
        assert not self.is_alive(), f"{self.label} still waits for answers"
        if self.failure:
            raise self.failure
