"""The server's log as it was committed, in its order, also of what is erased since."""

import sqlite3
from dataclasses import dataclass

from chat_state import Told

KINDS = {
    1: "message", 2: "member.joined", 3: "member.left", 4: "member.removed", 5: "message.deleted", 6: "message",
    7: "room.updated", 8: "room.archived", 9: "room.deleted", 10: "member.role", 11: "member.muted",
    12: "messages.expired", 13: "room.rules", 16: "cursor", 17: "block.changed", 20: "level", 21: "preferences",
    22: "draft", 23: "saved", 27: "scheduled", 32: "channel.created",
    33: "user.registered", 34: "channel.updated", 35: "channel.deleted",
    36: "user.updated",
}
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
COLUMNS = ("pos", "kind", "room", "person", "seq", "at", "actor", "subject", "value", "text")


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


def keep_log(path):
    """Has the database at `path`, which nobody serves now, keep a copy of each event from here on, made as it commits.

    Whoever reads along from outside comes too late for what is erased at once with its room.
    """
    columns = ", ".join(COLUMNS)
    with sqlite3.connect(path) as database:
        database.executescript(f"""
            CREATE TABLE kept AS SELECT {columns} FROM event;
            CREATE TRIGGER keep AFTER INSERT ON event BEGIN
                INSERT INTO kept VALUES ({", ".join(f"new.{column}" for column in COLUMNS)});
            END;
            """)
    database.close()


def kept_log(path):
    """The rows since `keep_log` and before, of a server that has ended; nothing of the copy is left."""
    with sqlite3.connect(path) as database:
        rows = [row_of(columns) for columns in database.execute("SELECT * FROM kept ORDER BY pos")]
        database.executescript("DROP TRIGGER keep; DROP TABLE kept;")
    database.close()
    places = [row.place for row in rows]
    assert places == list(range(1, len(places) + 1)), "the log has holes"
    return rows
