extension Statement {
    /// The statements about what becomes of messages, and about threads. A query is served by a partial index where it
    /// says the index's condition word for word.
    var talkSQL: String {
        switch self {
        case .messageInRoom: "SELECT \(ColumnList.event) FROM event WHERE room = ?1 AND seq = ?2"
        case .markMessage:
            "UPDATE event SET value = 1 WHERE room = ?1 AND seq = ?2 AND kind IN (1, 6) AND value IS NULL"
        case .messageDetails: "SELECT reply_to, edited_at FROM message WHERE room = ?1 AND seq = ?2"
        case .setReplyTo: "INSERT INTO message(room, seq, reply_to) VALUES (?1, ?2, ?3)"
        case .setEditedAt:
            """
            INSERT INTO message(room, seq, edited_at) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET edited_at = ?3
            """
        case .setText: "UPDATE event SET text = ?3 WHERE room = ?1 AND seq = ?2 AND kind IN (1, 64)"

        case .editsOfMessage:
            "SELECT text, at FROM edit WHERE room = ?1 AND seq = ?2 AND number > ?3 ORDER BY number"
        case .editCount: "SELECT count(*) FROM edit WHERE room = ?1 AND seq = ?2"
        case .insertEdit: "INSERT INTO edit(room, seq, number, text, at) VALUES (?1, ?2, ?3, ?4, ?5)"

        case .mentionsOfMessage: "SELECT user FROM mention WHERE room = ?1 AND seq = ?2 ORDER BY user"
        case .mentionsInRoom:
            """
            SELECT pos FROM mention
            WHERE user = ?1 AND room = ?2 AND pos < ?3 AND author <> ?4 AND everyone = 0 ORDER BY pos DESC LIMIT ?5
            """
        case .insertMention:
            "INSERT INTO mention(room, thread, user, seq, author, pos, everyone) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        case .deleteMentions: "DELETE FROM mention WHERE room = ?1 AND seq = ?2"

        case .reactionsOfMessage:
            "SELECT emoji, user, pos FROM reaction WHERE room = ?1 AND seq = ?2 ORDER BY emoji, number"
        case .reactionOf: "SELECT 1 FROM reaction WHERE room = ?1 AND seq = ?2 AND user = ?3 AND emoji = ?4"
        case .reactionUsed: "SELECT 1 FROM reaction WHERE room = ?1 AND seq = ?2 AND emoji = ?3 LIMIT 1"
        case .reactionKinds:
            "SELECT count(*) FROM (SELECT 1 FROM reaction WHERE room = ?1 AND seq = ?2 GROUP BY emoji)"
        case .ownReactions: "SELECT count(*) FROM reaction WHERE room = ?1 AND seq = ?2 AND user = ?3"
        case .reactionsByUser:
            "SELECT seq, emoji FROM reaction WHERE user = ?1 AND room = ?2 AND seq > ?3 ORDER BY seq, emoji LIMIT ?4"
        case .insertReaction:
            """
            INSERT INTO reaction(room, seq, emoji, number, user, pos)
            SELECT ?1, ?2, ?3, coalesce(max(number), 0) + 1, ?4, ?5 FROM reaction
            WHERE room = ?1 AND seq = ?2 AND emoji = ?3
            """
        case .deleteReaction: "DELETE FROM reaction WHERE room = ?1 AND seq = ?2 AND user = ?3 AND emoji = ?4"

        case .isPinned: "SELECT 1 FROM pin WHERE room = ?1 AND seq = ?2"
        case .pinCount: "SELECT count(*) FROM pin WHERE room = ?1"
        case .pinsOfRoom: "SELECT seq FROM pin WHERE room = ?1 ORDER BY number DESC"
        case .insertPin:
            """
            INSERT INTO pin(room, number, seq)
            SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM pin WHERE room = ?1
            """
        case .deletePin: "DELETE FROM pin WHERE room = ?1 AND seq = ?2"
        default: threadSQL
        }
    }

    private var threadSQL: String {
        switch self {
        case .threadOf: "SELECT count, last_seq, last_at FROM thread WHERE room = ?1 AND root = ?2"
        case .lastRepliers:
            """
            SELECT actor FROM event
            WHERE room = ?1 AND value = ?2 AND kind IN (64, 65) AND kind = 64 ORDER BY seq DESC LIMIT 32
            """
        case .repliesTo:
            """
            SELECT \(ColumnList.event) FROM event
            WHERE room = ?1 AND value = ?2 AND kind IN (64, 65) AND seq < ?3 ORDER BY seq DESC LIMIT ?4
            """
        case .lastReply:
            """
            SELECT seq FROM event
            WHERE room = ?1 AND value = ?2 AND kind IN (64, 65) ORDER BY seq DESC LIMIT 1
            """
        case .newestLiveReply:
            """
            SELECT seq, at, pos FROM event
            WHERE room = ?1 AND value = ?2 AND kind IN (64, 65) AND kind = 64 ORDER BY seq DESC LIMIT 1
            """
        case .countReply:
            """
            INSERT INTO thread(room, root, count, last_seq, last_at, last_pos) VALUES (?1, ?2, 1, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET count = count + 1, last_seq = ?3, last_at = ?4, last_pos = ?5
            """
        case .setThread:
            """
            UPDATE thread SET count = count - ?3, last_seq = ?4, last_at = ?5, last_pos = ?6
            WHERE room = ?1 AND root = ?2
            """
        case .deleteThreads: "DELETE FROM thread WHERE room = ?1 AND root <= ?2"
        case .threadUnread:
            """
            SELECT count(*) FROM (
                SELECT 1 FROM event
                WHERE room = ?1 AND value = ?2 AND kind IN (64, 65) AND seq > ?3 AND kind = 64 AND actor <> ?4
                LIMIT 1000)
            """
        case .threadMentions:
            """
            SELECT count(*) FROM (
                SELECT 1 FROM mention
                WHERE room = ?1 AND thread = ?2 AND user = ?5 AND seq > ?3 AND author <> ?4 AND everyone = 0
                LIMIT 1000)
            """
        case .follow: "SELECT following, cursor FROM follow WHERE user = ?1 AND room = ?2 AND root = ?3"
        case .followsInRoom:
            """
            SELECT root, following, cursor FROM follow
            WHERE user = ?1 AND room = ?2 AND root > ?3 ORDER BY root LIMIT ?4
            """
        case .followedThreads:
            """
            SELECT f.room, f.root, t.last_pos
            FROM follow f CROSS JOIN thread t ON t.room = f.room AND t.root = f.root
            WHERE f.user = ?1 AND f.following = 1 AND t.count > 0 AND t.last_pos < ?2
            """
        case .setFollow:
            """
            INSERT INTO follow(user, room, root, following, cursor) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET following = ?4, cursor = ?5
            """
        case .deleteFollows: "DELETE FROM follow WHERE user = ?1 AND room = ?2"
        default: blankingSQL
        }
    }

    /// What leaves nothing of a message, from the `seq` ?2 through ?3.
    private var blankingSQL: String {
        switch self {
        case .repliesBetween:
            "SELECT seq, value FROM event WHERE room = ?1 AND seq >= ?2 AND seq <= ?3 AND kind = 64 ORDER BY seq"
        case .eraseReplies:
            "UPDATE event SET kind = 65, text = NULL WHERE room = ?1 AND seq >= ?2 AND seq <= ?3 AND kind = 64"
        case .blankReactions:
            """
            UPDATE event SET text = NULL
            WHERE room = ?1 AND value >= ?2 AND value <= ?3 AND kind IN (66, 67) AND text IS NOT NULL
            """
        case .deleteDetails: "DELETE FROM message WHERE room = ?1 AND seq >= ?2 AND seq <= ?3"
        case .deleteEdits: "DELETE FROM edit WHERE room = ?1 AND seq >= ?2 AND seq <= ?3"
        case .deleteMentionsOf: "DELETE FROM mention WHERE room = ?1 AND seq >= ?2 AND seq <= ?3"
        case .deleteReactions: "DELETE FROM reaction WHERE room = ?1 AND seq >= ?2 AND seq <= ?3"
        case .deletePins: "DELETE FROM pin WHERE room = ?1 AND seq >= ?2 AND seq <= ?3"
        default: ""
        }
    }
}
