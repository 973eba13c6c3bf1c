extension Migration {
    /// What was done by those who run the server or a room, in the order of the ids.
    static let audit = Migration(
        number: 6,
        sql: """
            CREATE TABLE audit(
                id INTEGER PRIMARY KEY,
                at INTEGER NOT NULL,
                actor INTEGER,
                action TEXT NOT NULL,
                user INTEGER,
                room INTEGER,
                detail TEXT NOT NULL
            ) STRICT;
            """)
}
