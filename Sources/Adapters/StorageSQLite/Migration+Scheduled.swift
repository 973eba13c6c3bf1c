extension Migration {
    /// Messages that are to be sent later.
    ///
    /// `thread` is 0 for none. `due` is when one is tried next; one with an `error` is not tried again, and stands in no
    /// index of what is due.
    static let scheduled = Migration(number: 12, sql: scheduledTable)
}

private let scheduledTable = """
    CREATE TABLE scheduled(
        id INTEGER PRIMARY KEY,
        user INTEGER NOT NULL,
        room INTEGER NOT NULL,
        thread INTEGER NOT NULL,
        text TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        at INTEGER NOT NULL,
        nonce TEXT NOT NULL,
        fingerprint INTEGER NOT NULL,
        due INTEGER NOT NULL,
        error TEXT
    ) STRICT;
    CREATE UNIQUE INDEX scheduled_nonce ON scheduled(user, nonce);
    CREATE INDEX scheduled_user ON scheduled(user, at, id, bytes);
    CREATE INDEX scheduled_room ON scheduled(room);
    CREATE INDEX scheduled_due ON scheduled(due, id) WHERE error IS NULL;
    """
