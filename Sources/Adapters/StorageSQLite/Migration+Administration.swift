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

    /// What is of no use any more is found by when it ended; an invitation that leads nowhere goes. Who runs the server and
    /// who is blocked is found without looking at everybody, and people by their handles too.
    static let links = Migration(
        number: 9,
        sql: """
            CREATE INDEX invitation_end ON invitation(expires_at);
            CREATE INDEX invitation_used_up ON invitation(created_at) WHERE uses_left <= 0;
            CREATE INDEX invitation_room ON invitation(room) WHERE room IS NOT NULL;
            CREATE INDEX password_reset_end ON password_reset(expires_at);
            CREATE INDEX user_administers ON user(id) WHERE role IN ('owner', 'admin');
            CREATE INDEX block_blocked ON block(blocked);
            DELETE FROM invitation WHERE room NOT IN (SELECT id FROM room);
            """, work: keepHandleWords)

    /// The invitations of one person are read newest first, a page at a time.
    static let invitationsByAge = Migration(
        number: 13,
        sql: """
            DROP INDEX invitation_maker;
            CREATE INDEX invitation_maker ON invitation(created_by) WHERE uses_left > 0;
            """)
}
