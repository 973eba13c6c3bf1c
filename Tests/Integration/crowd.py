"""Many people at once, each on a connection of their own, who do what is drawn for them and keep what they hear."""

import itertools
import threading
import time
from dataclasses import dataclass

from engine_polling import Polling
from commit_log import number_of
from errors import Closed, Refused, check_error
from wire import Wire

clock = itertools.count(1)
"""What happens in this process, numbered: of two numbers the lower was drawn earlier."""


NEVER = 1 << 62
PATIENCE = 60
"""Seconds that an answer may take on a machine that has much else to do."""
ATTEMPTS = 20
"""So many times in a row nobody's account is changed while they connect."""
KEEP_UP = 20
"""Acts one by one after which everybody hears what has come."""


@dataclass
class Asked:
    """A request and its answer; `must` holds the codes of one that is wrong whoever asks."""

    person: str
    name: str
    arguments: dict
    must: frozenset
    connection: int
    begin: int
    end: int = 0
    answer: dict | None = None

    @property
    def ok(self):
        return self.answer and self.answer.get("ok")

    @property
    def code(self):
        return self.answer["error"]["code"] if self.answer and "error" in self.answer else None

    def __str__(self):
        return (f"{self.person} asked {self.name} {self.arguments} ({self.begin} to {self.end}) and was answered "
                f"{self.answer}")


class Heard(list):
    """Frames with the moments at which they came."""

    def __init__(self, frames, take):
        super().__init__(frames)
        self.moments = [next(clock) for _ in frames]
        self._take = take

    def append(self, frame):
        self.moments.append(next(clock))
        super().append(frame)
        self._take(*frame)


class Somebody:
    """One person with their connections, one after the other."""

    def __init__(self, port, account, role, chance, polls):
        self.port, self.token, self.id = port, account["token"], account["user"]["id"]
        self.email, self.user, self.role, self.chance, self.polls = (
            account["email"], account["user"], role, chance, polls)
        self.asked, self.connections = [], []
        self.mine = set()
        """The rooms they are in, as far as they have heard."""
        self.lasts = {}
        """By room, the last number heard."""
        self.safe = None
        self.counter = 0
        self.is_over = False
        """Whether the account is closed to them."""
        self.connect()
        self.mine |= {room["id"] for room in self.ask("rooms", {}).ok["rooms"]}

    def connect(self):
        self.wire = (Polling if self.polls else Wire)(self.port, self.token, patience=PATIENCE)
        self.wire.frames = Heard(self.wire.frames, self._take)
        self.connections.append(self.wire)
        self.safe = self.wire.ready["safe"]
        self.wire.begin_place = number_of(self.safe)

    def _take(self, name, payload):
        assert name in ("event", "typing", "ended", "reports"), f"{self.id} was told {name} {payload}"
        if name != "event":
            return
        self.safe = payload["safe"]
        if "seq" in payload and "useq" not in payload:
            room = payload["room"]
            self.lasts[room] = payload["seq"]
            if payload.get("member") == self.id or payload["kind"] == "room.deleted":
                if payload["kind"] == "member.joined":
                    self.mine.add(room)
                elif payload["kind"] != "member.role":
                    self.mine.discard(room)

    def ask(self, name, arguments, must=()):
        asked = Asked(self.id, name, arguments, frozenset(must), len(self.connections) - 1, next(clock))
        self.asked.append(asked)
        try:
            asked.answer = self.wire.answer(self.wire.begin(name, arguments), PATIENCE)
        except (Closed, ConnectionError):
            # What it asked may still be done.
            asked.end = NEVER
            self.begin_again()
            return asked
        except TimeoutError:
            raise AssertionError(f"{asked}, for too long") from None
        asked.end = next(clock)
        if asked.ok is None:
            check_error(asked.answer["error"])
            assert asked.code != "internal", asked
        return asked

    def begin_again(self):
        """The server has ended the connection: for good, or as what one hears is another now."""
        if self._connect_again():
            # The connection may have gone again, and what is known is newer than this.
            if rooms := self.ask("rooms", {}).ok:
                self.mine = {room["id"] for room in rooms["rooms"]}

    def reconnect(self):
        """Ends the connection, with all that it still had to say, and asks on a new one what was missed."""
        safe = self.safe
        if not self.polls:
            self.wire.close()
        if self._connect_again() and (answer := self.ask("sync", {"since": safe, "limit": 1000}).ok):
            self.mine = (self.mine | {room["id"] for room in answer["joined"]}) - set(answer["left"])

    def _connect_again(self):
        """False where the account is closed to them."""
        for _ in range(ATTEMPTS):
            try:
                self.connect()
            except Refused as refused:
                assert refused.code == "session_expired", refused
                self.is_over = True
                return False
            except Closed:
                # Somebody ended the session, or changed what they hear, before the connection was whole.
                continue
            return True
        raise AssertionError(f"{self.id} does not come in, {ATTEMPTS} times")

    def keep_up(self):
        """Hears what has come; whoever is not heard of for long is taken for gone."""
        if self.polls:
            self.ask("me", {})
        else:
            self.listen(0)

    def listen(self, seconds):
        """Hears what comes in this time; who polls hears it with the next answer."""
        if self.polls:
            time.sleep(seconds)
            return
        try:
            self.wire.listen(seconds)
        except (Closed, ConnectionError):
            self.begin_again()


class Crowd:
    """Has all of them act at once; the first failure ends it."""

    def __init__(self, people, act):
        self.people, self.act = people, act
        self.failure = None
        self._over = threading.Event()

    def run(self, pause, acts=None, seconds=None):
        """Everybody acts so many times or for so many seconds, with a pause of `pause` seconds between two acts on average.
        """
        threads = [threading.Thread(target=self._live, args=(somebody, pause, acts), daemon=True) for somebody in self.people]
        for thread in threads:
            thread.start()
        if seconds is not None:
            self._over.wait(seconds)
            self._over.set()
        for thread in threads:
            thread.join()
        if self.failure:
            raise self.failure

    def run_one_by_one(self, acts, chance):
        """Nobody acts before the one before was answered."""
        for number in range(acts):
            if number % KEEP_UP == 0:
                for somebody in self.people:
                    if not somebody.is_over:
                        somebody.keep_up()
            self.act(chance.choice([somebody for somebody in self.people if not somebody.is_over]))

    def settle(self):
        """Returns when everybody has heard what they had to.

        What was answered is on its way to all loops, and each says it no later than in the turn in which it takes the next
        request; within a turn an answer may come first.
        """
        for somebody in self.people:
            for name in ("me", "rooms"):
                if not somebody.is_over:
                    somebody.ask(name, {})

    def _live(self, somebody, pause, acts):
        try:
            somebody.listen(somebody.chance.uniform(0, pause))
            for _ in range(acts) if acts is not None else itertools.repeat(None):
                if self._over.is_set() or somebody.is_over:
                    break
                self.act(somebody)
                somebody.listen(somebody.chance.uniform(0, 2 * pause))
        except BaseException as failure:
            self.failure = self.failure or failure
            self._over.set()
