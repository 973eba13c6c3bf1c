/// Column lists, in the order that the readers of rows expect.
enum ColumnList {
    static let user = "id, email, name, picture, color, role, created_at, handle, state"
    static let invitation = "id, created_by, role, uses_left, created_at, expires_at, room"
    static let session = "id, user, device, created_at, expires_at, last_used_at"
    static let room =
        "r.id, r.kind, r.name, r.description, r.created_by, r.created_at, r.archived, r.slow_mode, r.retention"
    /// With what the message is now.
    static let report = """
        SELECT r.id, r.room, r.seq, r.author, r.reporter, r.reason, r.at, r.state, r.resolved_by, e.kind, e.text
        FROM report r LEFT JOIN event e ON e.room = r.room AND e.seq = r.seq
        """
    static let scheduled = "id, user, room, thread, text, at, nonce, fingerprint, due, error"
    static let feed = "SELECT id FROM room WHERE kind = 'feed'"
    static let event =
        "event.pos, kind, room, person, seq, at, actor, subject, value, text, fingerprint, counter"

    /// `Unread`'s rule in SQL: kind 1 is a message, and 1000 stands for more than `Unread.exactLimit`.
    static let summary = """
        \(room), r.member_count,
        (SELECT seq FROM event WHERE room = r.id ORDER BY seq DESC LIMIT 1),
        m.user, m.cursor, m.joined_at,
        (SELECT count(*) FROM (
            SELECT 1 FROM event e WHERE e.room = m.room AND e.seq > m.cursor AND e.kind = 1 AND e.actor <> m.user
            LIMIT 1000)),
        m.role, r.direct_key, \(mentions("m.user")) + \(mentions("0")),
        m.level
        """

    /// What of the unread of a room names `user`; 0 stands for everyone.
    private static func mentions(_ user: String) -> String {
        """
        (SELECT count(*) FROM (
            SELECT 1 FROM mention x
            WHERE x.room = m.room AND x.thread = 0 AND x.user = \(user) AND x.seq > m.cursor AND x.author <> m.user
                AND x.everyone = 0
            LIMIT 1000))
        """
    }
}
