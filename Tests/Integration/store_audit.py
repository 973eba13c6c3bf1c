"""Reads a server's database, which nobody has open, and says what in it cannot be: rows against rows, no server."""

import pathlib
import shutil
import sqlite3
import tempfile

from audit_replay import replay
from chat_answers import words_of
from commit_log import name_of

NOTHING_FINDS = [
    ("a foreign key points nowhere", "SELECT * FROM pragma_foreign_key_check"),
    ("a room's count is not that of its members", """
        SELECT id, member_count FROM room r
        WHERE member_count <> (SELECT count(*) FROM membership WHERE room = r.id)"""),
    ("a cursor is past the room's last event", """
        SELECT user, room, cursor FROM membership m WHERE cursor < 0 OR cursor > (
            SELECT coalesce(max(seq), 0) FROM event WHERE room = m.room)"""),
    ("a cursor is not where its person's stream left it", """
        SELECT user, room, cursor FROM membership m WHERE cursor IS NOT (
            SELECT value FROM event WHERE person = m.user AND kind = 16 AND subject = m.room ORDER BY seq DESC LIMIT 1)
        """),
    ("a guest is more than a member", """
        SELECT m.user, m.room FROM membership m JOIN user u ON u.id = m.user
        WHERE u.role = 'guest' AND m.role <> 'member'"""),
    ("there is no such part", "SELECT user, room FROM membership WHERE role NOT IN ('owner', 'moderator', 'member')"),
    ("there is no such role", """
        SELECT id FROM user WHERE role NOT IN ('owner', 'admin', 'member', 'guest', 'bot')"""),
    ("a group has nobody in it", """
        SELECT id FROM room r WHERE kind = 'group' AND NOT EXISTS (SELECT 1 FROM membership WHERE room = r.id)"""),
    ("somebody is not in the feed, or a guest is", """
        SELECT u.id FROM user u JOIN room f ON f.kind = 'feed'
        WHERE (u.role <> 'guest') <> EXISTS (SELECT 1 FROM membership WHERE user = u.id AND room = f.id)"""),
    ("there are two feeds", "SELECT 1 FROM room WHERE kind = 'feed' GROUP BY kind HAVING count(*) > 1"),
    ("nobody is the server's owner", "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM user WHERE role = 'owner')"),
    ("a deleted room is there", "SELECT id FROM deleted_room WHERE id IN (SELECT id FROM room)"),
    ("a deleted room has a member", "SELECT room FROM membership WHERE room NOT IN (SELECT id FROM room)"),
    ("of a room that is no more, more is left than that it was deleted", """
        SELECT room, seq FROM event WHERE room IS NOT NULL AND kind <> 9
            AND room NOT IN (SELECT id FROM room) AND room NOT IN (SELECT id FROM deleted_room)"""),
    ("a room that is there was deleted", "SELECT room FROM event WHERE kind = 9 AND room IN (SELECT id FROM room)"),
    ("a room that is no more was not deleted", """
        SELECT DISTINCT room FROM event e WHERE room IS NOT NULL AND room NOT IN (SELECT id FROM room)
            AND NOT EXISTS (SELECT 1 FROM event WHERE room = e.room AND kind = 9)"""),
    ("somebody is where they are gone from", """
        SELECT user, room FROM membership JOIN departure USING (user, room)"""),
    ("a removal is not in the log", """
        SELECT user, room, removed_seq FROM departure d WHERE removed_seq IS NOT NULL AND room IN (SELECT id FROM room)
            AND NOT EXISTS (SELECT 1 FROM event
                WHERE room = d.room AND seq = removed_seq AND kind = 4 AND subject = d.user AND pos = d.pos)"""),
    ("a departure is not in the log", """
        SELECT user, room, pos FROM departure d WHERE room IN (SELECT id FROM room) AND NOT EXISTS (
            SELECT 1 FROM event WHERE room = d.room AND pos = d.pos AND kind IN (3, 4) AND subject = d.user)"""),
    ("a message that is gone has a text", "SELECT room, seq FROM event WHERE kind = 6 AND text IS NOT NULL"),
    ("a message has no text", "SELECT room, seq FROM event WHERE kind = 1 AND text IS NULL"),
    ("a message is gone and nobody deleted it", """
        SELECT room, seq FROM event e WHERE kind = 6 AND room IN (SELECT id FROM room) AND 1 <> (
            SELECT count(*) FROM event WHERE room = e.room AND kind = 5 AND value = e.seq AND subject = e.actor)"""),
    ("a message that was deleted is still there", """
        SELECT room, value FROM event e WHERE kind = 5 AND room IN (SELECT id FROM room) AND NOT EXISTS (
            SELECT 1 FROM event WHERE room = e.room AND seq = e.value AND kind = 6)"""),
    ("an event's person does not exist", """
        SELECT pos FROM event WHERE coalesce(actor, person) NOT IN (SELECT id FROM user)
            OR kind IN (2, 3, 4, 5, 10, 33) AND subject NOT IN (SELECT id FROM user)"""),
    ("an event is in no stream of its kind", """
        SELECT pos FROM event WHERE (room IS NOT NULL) <> (kind < 16 AND actor IS NOT NULL)
            OR (person IS NOT NULL) <> (kind BETWEEN 16 AND 31) OR room IS NOT NULL AND person IS NOT NULL"""),
    ("two rooms are of the same people", """
        SELECT direct_key FROM room WHERE direct_key IS NOT NULL GROUP BY direct_key HAVING count(*) > 1"""),
    ("a channel's key is not its name", """
        SELECT id FROM room WHERE (kind = 'channel') <> (channel_key IS NOT NULL)
            OR channel_key <> lower(name) AND name NOT GLOB '*[^ -~]*'"""),
    ("two channels have one name", """
        SELECT channel_key FROM room WHERE channel_key IS NOT NULL GROUP BY channel_key HAVING count(*) > 1"""),
    ("a channel that is there is not in the directory once", """
        SELECT id FROM room r WHERE kind = 'channel'
            AND 1 <> (SELECT count(*) FROM event WHERE kind = 32 AND subject = r.id)"""),
    ("somebody is not in the directory once", """
        SELECT id FROM user u WHERE 1 <> (SELECT count(*) FROM event WHERE kind = 33 AND subject = u.id)"""),
    ("a nonce is of no event of its person", """
        SELECT n.user, n.nonce FROM text_nonce n LEFT JOIN event e ON e.pos = n.pos
        WHERE e.pos IS NOT NULL AND e.actor <> n.user"""),
    ("a device is not its sender's", """
        SELECT pos FROM event JOIN device d ON d.id = event.device WHERE d.user <> actor"""),
    ("a session ends before it begins", "SELECT id FROM session WHERE expires_at <= created_at"),
    ("two sessions have one token", "SELECT token_hash FROM session GROUP BY token_hash HAVING count(*) > 1"),
    ("an invitation has less than no uses left", "SELECT id FROM invitation WHERE uses_left < 0"),
    ("two people have one address", "SELECT email FROM user GROUP BY lower(email) HAVING count(*) > 1"),
]


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
        for key, seq in database.execute(f"SELECT coalesce(room, person), seq FROM event WHERE {condition} ORDER BY pos"):
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
    for user, name, email in database.execute("SELECT id, name, email FROM user"):
        words = kept.pop(user, set())
        if (name + email).isascii() and words != words_of({"name": name, "email": email}):
            yield f"{name} is found by {sorted(words)}"
    for user, words in kept.items():
        yield f"nobody is found by {sorted(words)}: {name_of(user)}"
