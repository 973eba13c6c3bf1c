import ChatModel
import StorageAPI

/// A message with what the tables beside the log have of it.
extension Connection {
    /// Reads a row as `roomEvent` does, of a message that has its text. A plain one costs no look-up.
    func message(_ row: Row, for reader: UserID?) throws(ChatError) -> Message {
        let isReply = EventKind(rawValue: row.integer(1)) == .reply
        var message = Message(id: try row.id(7), text: row.text(9), thread: isReply ? row.integer(8) : nil)
        guard isReply || !row.isNull(8) else { return message }
        let room: RoomID = try row.id(2)
        let seq = row.integer(4)
        let details = try first(.messageDetails, room, seq) { row in
            (replyTo: row.isNull(0) ? nil : row.integer(0), editedAt: row.isNull(1) ? nil : row.time(1))
        }
        message.replyTo = details?.replyTo
        message.editedAt = details?.editedAt
        message.mentions = try mentions(of: seq, in: room)
        if let reader { message.responses = try responses(to: seq, in: room, isRoot: !isReply, for: reader) }
        return message
    }

    /// The message at `seq` as it is now; nil where there is none that has its text.
    func message(_ seq: Int64, in room: RoomID) throws(ChatError) -> Message? {
        // A statement of its own: the row of an edit is being read with the usual one.
        try first(.messageInRoom, room, seq) { row throws(ChatError) in
            EventKind(rawValue: row.integer(1))?.isLiveMessage == true ? try message(row, for: nil) : nil
        } ?? nil
    }

    private func mentions(of seq: Int64, in room: RoomID) throws(ChatError) -> Mentions {
        var mentions = Mentions()
        // 0, which stands for everyone, comes first.
        let users = try all(.mentionsOfMessage, room, seq) { row throws(ChatError) -> UserID in try row.id(0) }
        for user in users {
            if user == everyone { mentions.everyone = true } else { mentions.users.append(user) }
        }
        return mentions
    }

    private func responses(
        to seq: Int64, in room: RoomID, isRoot: Bool, for reader: UserID
    ) throws(ChatError) -> Responses? {
        let responses = Responses(
            reactions: try reactions(to: seq, in: room, for: reader),
            replies: isRoot ? try replies(to: seq, in: room) : nil,
            isPinned: try first(.isPinned, room, seq) { _ in true } ?? false)
        return responses.isEmpty ? nil : responses
    }

    private func reactions(to seq: Int64, in room: RoomID, for reader: UserID) throws(ChatError) -> [Reaction] {
        var found: [(since: Int64, reaction: Reaction)] = []
        _ = try all(.reactionsOfMessage, room, seq) { row throws(ChatError) in
            let emoji = row.text(0)
            let user: UserID = try row.id(1)
            // The rows of one emoji stand together. Bytes are compared: other scalars are another emoji.
            if found.last?.reaction.emoji.utf8.elementsEqual(emoji.utf8) != true {
                found.append((row.integer(2), Reaction(emoji: emoji, count: 0, users: [], isMine: false)))
            }
            let last = found.count - 1
            found[last].reaction.count += 1
            if found[last].reaction.users.count < Limits.shownReactors { found[last].reaction.users.append(user) }
            if user == reader { found[last].reaction.isMine = true }
        }
        return found.sorted { $0.since < $1.since }.map(\.reaction)
    }

    /// Of a root, also one that is gone; nil where it has no live replies.
    func replies(to root: Int64, in room: RoomID) throws(ChatError) -> Replies? {
        let found = try first(.threadOf, room, root) { row in
            Replies(count: Int(clamping: row.integer(0)), lastSeq: row.integer(1), lastAt: row.time(2), users: [])
        }
        guard var replies = found, replies.count > 0 else { return nil }
        for user in try all(.lastRepliers, room, root, read: { row throws(ChatError) -> UserID in try row.id(0) })
        where replies.users.count < Limits.shownRepliers && !replies.users.contains(user) {
            replies.users.append(user)
        }
        return replies
    }

    /// Of the row of a message that is gone.
    func repliesToShell(_ row: Row, for reader: UserID?) throws(ChatError) -> Replies? {
        guard reader != nil, !row.isNull(8) else { return nil }
        return try replies(to: row.integer(4), in: try row.id(2))
    }
}

/// Who stands in `mention.user` for everyone in the room: no account's id.
let everyone = UserID(rawValue: 0)

/// What stands in the `value` of a message in a room once there is more of it in other tables.
let hasMore: Int64 = 1

extension Message {
    /// Whether its row says all of it.
    var isPlain: Bool { thread == nil && replyTo == nil && mentions.isEmpty && editedAt == nil }
}
