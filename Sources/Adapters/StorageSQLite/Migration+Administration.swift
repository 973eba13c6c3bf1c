extension Migration {
    /// Invitations to rooms, links for new passwords, erasures under way, and since when somebody has to load afresh.
    /// An account without an e-mail address has `none:ID` in its column, which no address is.
    static let administration = Migration(
        number: 7,
        sql: """
            ALTER TABLE invitation ADD COLUMN room INTEGER;
            CREATE INDEX invitation_live ON invitation(expires_at) WHERE uses_left > 0;
            CREATE INDEX invitation_maker ON invitation(created_by, expires_at) WHERE uses_left > 0;

            CREATE TABLE password_reset(
                user INTEGER PRIMARY KEY REFERENCES user(id),
                created_by INTEGER,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                code_hash BLOB NOT NULL UNIQUE
            ) STRICT;

            CREATE TABLE erasure(
                author INTEGER PRIMARY KEY,
                actor INTEGER NOT NULL,
                through INTEGER NOT NULL
            ) STRICT;

            ALTER TABLE user ADD COLUMN reload_pos INTEGER NOT NULL DEFAULT 0;
            CREATE INDEX user_inactive ON user(id) WHERE state <> 'active';
            """)
}
