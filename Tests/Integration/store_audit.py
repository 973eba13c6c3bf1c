"""Reads a server's database, which nobody has open, and says what in it cannot be: rows against rows, no server."""

import pathlib
import shutil
import sqlite3
import tempfile

from audit_questions import NOTHING_FINDS
from audit_replay import replay
from chat_answers import words_of
from commit_log import name_of


def audit(folder):
    """Everything that is wrong with the database in `folder`, which stays as it is."""
    with tempfile.TemporaryDirectory() as copy:
        for name in ("roost.db", "roost.db-wal"):
            if (pathlib.Path(folder) / name).exists():
                shutil.copy(pathlib.Path(folder) / name, copy)
        database = sqlite3.connect(f"{copy}/roost.db")
        try:
            return audit_database(database)
        finally:
            database.close()


def audit_database(database):
    try:
        (integrity,) = database.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.DatabaseError as error:
        integrity = error
    if integrity != "ok":
        return [f"the database is not whole: {integrity}"]
    found = [f"{what}: {[name_of(value) if isinstance(value, int) and value > 1 << 40 else value for value in row]}"
             for what, query in NOTHING_FINDS for row in database.execute(query)]
    return [*found, *_numbers(database), *_directs(database), *_words(database), *replay(database)]


def _numbers(database):
    """Each stream counts from 1 without a gap, in the order of places."""
    streams = {
        "room": "room IS NOT NULL AND room IN (SELECT id FROM room)", "person": "person IS NOT NULL",
        "directory": "room IS NULL AND person IS NULL"}
    for stream, condition in streams.items():
        last = {}
        query = f"SELECT coalesce(room, person), seq FROM event WHERE {condition} ORDER BY pos"
        for key, seq in database.execute(query):
            if seq != last.get(key, 0) + 1:
                yield f"{seq} follows {last.get(key, 0)} in the {stream}'s stream {name_of(key)}"
            last[key] = seq


def _directs(database):
    members = {}
    for user, room in database.execute("SELECT user, room FROM membership ORDER BY user"):
        members.setdefault(room, []).append(name_of(user))
    for room, kind, key, archived in database.execute("SELECT id, kind, direct_key, archived FROM room"):
        people = members.get(room, [])
        if (kind == "direct") != (key is not None):
            yield f"the direct room {name_of(room)} has the key {key}"
        elif kind == "direct" and (not 2 <= len(people) <= 8 or " ".join(people) != key or archived):
            yield f"the direct room {name_of(room)} of {key} has {people}"


def _words(database):
    """Where all is plain letters, the words are known by which somebody is found."""
    kept = {}
    for word, user in database.execute("SELECT word, user FROM person_word"):
        kept.setdefault(user, set()).add(word)
    for user, name, handle, email, state in database.execute("SELECT id, name, handle, email, state FROM user"):
        words = kept.pop(user, set())
        facts = {"name": name, "handle": handle, "email": None if email.startswith("none:") else email, "state": state}
        if (name + email).isascii() and words != words_of(facts):
            yield f"{name} is found by {sorted(words)}"
    for user, words in kept.items():
        yield f"nobody is found by {sorted(words)}: {name_of(user)}"
