extension Migration {
    /// A person's own state: levels, preferences, when they were last there, drafts and saved messages.
    ///
    /// `level` is null for the usual one. A draft's `thread` is 0 for none. `saved.pos` is the place of the event that told
    /// of it, so that it orders them.
    static let personal = Migration(number: 11, sql: personalTables)
}

private let personalTables = """
    ALTER TABLE membership ADD COLUMN level TEXT;
    ALTER TABLE user ADD COLUMN last_seen_at INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE preference(
        user INTEGER PRIMARY KEY,
        quiet_from INTEGER,
        quiet_to INTEGER,
        dnd_until INTEGER,
        sound INTEGER NOT NULL,
        preview INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE draft(
        user INTEGER NOT NULL,
        room INTEGER NOT NULL,
        thread INTEGER NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        PRIMARY KEY (user, room, thread)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX draft_age ON draft(user, at, bytes);
    CREATE INDEX draft_room ON draft(room);

    CREATE TABLE saved(
        user INTEGER NOT NULL,
        room INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        pos INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (user, room, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX saved_order ON saved(user, pos);
    CREATE INDEX saved_room ON saved(room);
    """
