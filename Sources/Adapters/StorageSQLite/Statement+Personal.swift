extension Statement {
    /// Those of a person's own state.
    var personalSQL: String {
        switch self {
        case .setLevel: "UPDATE membership SET level = ?3 WHERE user = ?1 AND room = ?2"
        case .preferences: "SELECT quiet_from, quiet_to, dnd_until, sound, preview FROM preference WHERE user = ?1"
        case .setPreferences:
            """
            INSERT INTO preference(user, quiet_from, quiet_to, dnd_until, sound, preview) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET quiet_from = ?2, quiet_to = ?3, dnd_until = ?4, sound = ?5, preview = ?6
            """
        case .deletePreferences: "DELETE FROM preference WHERE user = ?1"
        case .lastSeen:
            """
            SELECT max(last_seen_at, coalesce((SELECT max(last_used_at) FROM session WHERE user = u.id), 0))
            FROM user u WHERE id = ?1 AND state <> 'deleted'
            """
        case .setLastSeen: "UPDATE user SET last_seen_at = ?2 WHERE id = ?1 AND last_seen_at < ?2"

        case .drafts: "SELECT room, thread, text, at FROM draft WHERE user = ?1 ORDER BY room, thread"
        case .draft: "SELECT text, at FROM draft WHERE user = ?1 AND room = ?2 AND thread = ?3"
        case .draftSize: "SELECT count(*), coalesce(sum(bytes), 0) FROM draft WHERE user = ?1"
        case .oldestDraft:
            "SELECT room, thread FROM draft WHERE user = ?1 AND (room <> ?2 OR thread <> ?3) ORDER BY at LIMIT 1"
        case .setDraft:
            """
            INSERT INTO draft(user, room, thread, text, at, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT DO UPDATE SET text = ?4, at = ?5, bytes = ?6
            """
        case .deleteDraft: "DELETE FROM draft WHERE user = ?1 AND room = ?2 AND thread = ?3"
        case .deleteDraftsOfMember: "DELETE FROM draft WHERE user = ?1 AND room = ?2"
        case .deleteDraftsOfRoom: "DELETE FROM draft WHERE room = ?1"
        case .deleteDraftsOfUser: "DELETE FROM draft WHERE user = ?1"

        case .isSaved: "SELECT 1 FROM saved WHERE user = ?1 AND room = ?2 AND seq = ?3"
        case .savedCount: "SELECT count(*) FROM saved WHERE user = ?1"
        case .saved:
            """
            SELECT \(ColumnList.event), saved_at, saved_pos FROM (
                SELECT room AS saved_room, seq AS saved_seq, at AS saved_at, pos AS saved_pos FROM saved s
                WHERE user = ?1 AND pos < ?2
                AND (EXISTS (SELECT 1 FROM membership m WHERE m.user = ?1 AND m.room = s.room)
                    OR (?4 <> 0 AND EXISTS (SELECT 1 FROM room r WHERE r.id = s.room AND r.kind = 'channel')
                        AND NOT EXISTS (
                            SELECT 1 FROM departure d WHERE d.user = ?1 AND d.room = s.room AND d.removed_seq < s.seq)))
                ORDER BY pos DESC LIMIT ?3
            ) CROSS JOIN event ON event.room = saved_room AND event.seq = saved_seq
            """
        case .savedMarks: "SELECT room, seq FROM saved WHERE user = ?1 ORDER BY room, seq"
        case .insertSaved: "INSERT INTO saved(user, room, seq, pos, at) VALUES (?1, ?2, ?3, ?4, ?5)"
        case .deleteSaved: "DELETE FROM saved WHERE user = ?1 AND room = ?2 AND seq = ?3"
        case .deleteSavedInRoom: "DELETE FROM saved WHERE room = ?1"
        case .deleteSavedOfUser: "DELETE FROM saved WHERE user = ?1"
        default: ""
        }
    }
}
