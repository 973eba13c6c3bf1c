extension Migration {
    /// Order in rooms: how often members write and for how long messages stay, who is muted or banned, and reports.
    ///
    /// `expired_seq`: every message of the room up to here is gone. A `restraint` outlives the membership, so that nobody
    /// gets rid of it by leaving; 0 in it stands for never.
    static let moderation = Migration(number: 8, sql: moderationTables)
}

private let moderationTables = """
    ALTER TABLE room ADD COLUMN slow_mode INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE room ADD COLUMN retention INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE room ADD COLUMN expired_seq INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX room_retention ON room(id) WHERE retention > 0;

    CREATE TABLE restraint(
        room INTEGER NOT NULL,
        user INTEGER NOT NULL,
        muted_until INTEGER NOT NULL DEFAULT 0,
        sent_at INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (room, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX restraint_muted ON restraint(muted_until) WHERE muted_until > 0;

    CREATE TABLE ban(
        room INTEGER NOT NULL,
        user INTEGER NOT NULL,
        banned_by INTEGER NOT NULL,
        banned_at INTEGER NOT NULL,
        PRIMARY KEY (room, user)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE report(
        id INTEGER PRIMARY KEY,
        room INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        author INTEGER NOT NULL,
        reporter INTEGER NOT NULL,
        reason TEXT NOT NULL,
        at INTEGER NOT NULL,
        state TEXT NOT NULL,
        resolved_by INTEGER,
        UNIQUE (reporter, room, seq)
    ) STRICT;
    CREATE INDEX report_room ON report(room, id);
    CREATE INDEX report_open ON report(reporter) WHERE state = 'open';
    """
