extension Statement {
    /// Those of messages that are to be sent later.
    var scheduledSQL: String {
        switch self {
        case .scheduledOfUser: "SELECT \(ColumnList.scheduled) FROM scheduled WHERE user = ?1 ORDER BY at, id"
        case .scheduledByID: "SELECT \(ColumnList.scheduled) FROM scheduled WHERE id = ?1"
        case .scheduledByNonce: "SELECT \(ColumnList.scheduled) FROM scheduled WHERE user = ?1 AND nonce = ?2"
        case .scheduledSize: "SELECT count(*), coalesce(sum(bytes), 0) FROM scheduled WHERE user = ?1"
        case .scheduledDue:
            """
            SELECT \(ColumnList.scheduled) FROM scheduled WHERE error IS NULL AND due <= ?1 ORDER BY due, id LIMIT ?2
            """
        case .insertScheduled:
            """
            INSERT INTO scheduled(id, user, room, thread, text, bytes, at, nonce, fingerprint, due, error)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """
        case .updateScheduled:
            "UPDATE scheduled SET text = ?2, bytes = ?3, at = ?4, due = ?5, error = ?6 WHERE id = ?1"
        case .deleteScheduled: "DELETE FROM scheduled WHERE id = ?1"
        case .deleteScheduledOfMember: "DELETE FROM scheduled WHERE user = ?1 AND room = ?2"
        case .deleteScheduledInRoom: "DELETE FROM scheduled WHERE room = ?1"
        case .deleteScheduledOfUser: "DELETE FROM scheduled WHERE user = ?1"
        default: ""
        }
    }
}
