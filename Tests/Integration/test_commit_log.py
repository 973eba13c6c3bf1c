"""The log that a crowd is held to has also what the server erased before anybody could read it."""

import sqlite3

import pytest

from commit_log import keep_log, kept_log

SCHEMA = """
    CREATE TABLE event (pos INTEGER PRIMARY KEY, kind, room, person, seq, at, actor, subject, value, text, fingerprint);
    INSERT INTO event VALUES (1, 1, 7, NULL, 1, 5, 3, 9, NULL, 'before', 0);
    """


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "roost.db"
    run(path, SCHEMA)
    return path


def run(path, script):
    with sqlite3.connect(path) as database:
        database.executescript(script)
    database.close()


def said(pos, text):
    return f"INSERT INTO event VALUES ({pos}, 1, 7, NULL, {pos}, 5, 3, 9, NULL, '{text}', 0);"


def test_what_was_erased_is_in_the_log_as_it_was_said(path):
    keep_log(path)
    run(path, said(2, "goes") + said(3, "stays"))
    run(path, "UPDATE event SET kind = 6, text = NULL WHERE pos = 1; DELETE FROM event WHERE pos = 2;")
    assert [(row.place, row.told.text) for row in kept_log(path)] == [(1, "before"), (2, "goes"), (3, "stays")]


def test_what_was_undone_is_not(path):
    keep_log(path)
    run(path, f"BEGIN; {said(2, 'never')} ROLLBACK; {said(2, 'so')}")
    assert [row.told.text for row in kept_log(path)] == ["before", "so"]


def test_a_place_that_nothing_has_is_found(path):
    keep_log(path)
    run(path, said(3, "after a hole"))
    with pytest.raises(AssertionError, match="holes"):
        kept_log(path)


def test_the_database_is_as_before_when_the_log_was_taken(path):
    keep_log(path)
    kept_log(path)
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT name FROM sqlite_schema").fetchall() == [("event",)]
    database.close()
