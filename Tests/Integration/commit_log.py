"""The server's log as its database has it, read while the server works: what was committed, in its order."""

import sqlite3
import threading
from dataclasses import dataclass

from chat_state import Told

KINDS = {
    1: "message", 2: "member.joined", 3: "member.left", 4: "member.removed", 5: "message.deleted", 6: "message",
    7: "room.updated", 8: "room.archived", 9: "room.deleted", 10: "member.role", 11: "member.muted",
    12: "messages.expired", 13: "room.rules", 16: "cursor", 17: "block.changed", 32: "channel.created",
    33: "user.registered", 34: "channel.updated", 35: "channel.deleted",
    36: "user.updated",
}
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
SECONDS = 0.1


def name_of(number):
    """An id or a place as the wire has it."""
    return None if number is None else "".join(DIGITS[number >> shift & 31] for shift in range(60, -1, -5))


def number_of(name):
    number = 0
    for letter in name:
        number = number << 5 | DIGITS.index(letter)
    return number


@dataclass(frozen=True)
class Row:
    place: int
    seq: int
    at: int
    told: Told


def row_of(columns):
    place, kind, room, person, seq, at, actor, subject, value, text = columns
    if room is not None:
        stream = "room", name_of(room)
    elif person is not None:
        stream = "person", name_of(person)
    else:
        stream = ("directory",)
    return Row(place, seq, at, Told(stream, KINDS[kind], name_of(actor), name_of(subject), value, text))


class CommitLog(threading.Thread):
    """Keeps reading on, so that it has also what is erased later with its room: that takes the server a minute."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path = path
        self.rows = []
        self._stopping = threading.Event()

    def run(self):
        database = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=10)
        while not self._stopping.wait(SECONDS):
            self._read(database)
        database.close()

    def _read(self, database):
        last = self.rows[-1].place if self.rows else 0
        found = database.execute(
            "SELECT pos, kind, room, person, seq, at, actor, subject, value, text FROM event WHERE pos > ? "
            "ORDER BY pos", (last,))
        self.rows += map(row_of, found)

    def end(self):
        """Reads the rest, of a server that may have ended."""
        self._stopping.set()
        self.join()
        database = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=10)
        self._read(database)
        database.close()
        places = [row.place for row in self.rows]
        assert places == list(range(1, len(places) + 1)), "the log has holes"
        return self.rows
