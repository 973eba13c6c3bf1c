import ChatModel
import StorageAPI

extension WriterTransaction {
    /// What a message that was just appended at `position` brings besides its row.
    func keep(
        _ message: Message, _ position: Position, in room: RoomID, by author: UserID, at time: Timestamp
    ) throws(ChatError) {
        if let seq = message.replyTo { try connection.run(.setReplyTo, room, position.seq, seq) }
        if let edited = message.editedAt { try connection.run(.setEditedAt, room, position.seq, edited) }
        try insert(message.mentions, of: message, position, in: room, by: author)
        guard let thread = message.thread else { return }
        try connection.run(.countReply, room, thread, position.seq, time, position.place)
        try connection.run(.markMessage, room, thread)
    }

    private func insert(
        _ mentions: Mentions, of message: Message, _ position: Position, in room: RoomID, by author: UserID
    ) throws(ChatError) {
        let thread = message.thread ?? 0
        for user in mentions.users {
            try connection.run(
                .insertMention, room, thread, user, position.seq, author, position.place,
                Int64(mentions.everyone ? 1 : 0))
        }
        guard mentions.everyone else { return }
        try connection.run(
            .insertMention, room, thread, everyone, position.seq, author, position.place, Int64(0))
    }

    func editMessage(
        _ seq: Int64, in room: RoomID, text: String, mentions: Mentions, at time: Timestamp
    ) throws(ChatError) -> Bool {
        guard let event = try connection.event(seq, in: room, for: nil), case .message(let message) = event.body else {
            return false
        }
        try willWrite()
        let number = Int64(try editCount(of: seq, in: room)) + 1
        try connection.run(.insertEdit, room, seq, number, message.text, message.editedAt ?? event.at)
        try connection.run(.setText, room, seq, text)
        try connection.run(.setEditedAt, room, seq, time)
        try connection.run(.markMessage, room, seq)
        if mentions != message.mentions {
            try connection.run(.deleteMentions, room, seq)
            let position = Position(seq: seq, place: Int64(bitPattern: event.place.rawValue))
            try insert(mentions, of: message, position, in: room, by: event.actor)
        }
        return true
    }

    func setReaction(
        _ emoji: String, _ isOn: Bool, by user: UserID, to seq: Int64, in room: RoomID
    ) throws(ChatError) -> Bool {
        let isThere = try connection.first(.reactionOf, room, seq, user, emoji) { _ in true } ?? false
        guard isThere != isOn else { return false }
        try willWrite()
        if isOn {
            try connection.run(.insertReaction, room, seq, emoji, user, memory.lastPlace + 1)
            try connection.run(.markMessage, room, seq)
        } else {
            try connection.run(.deleteReaction, room, seq, user, emoji)
        }
        return true
    }

    func setPinned(_ isPinned: Bool, _ seq: Int64, in room: RoomID) throws(ChatError) -> Bool {
        guard try self.isPinned(seq, in: room) != isPinned else { return false }
        try willWrite()
        if isPinned {
            try connection.run(.insertPin, room, seq)
            try connection.run(.markMessage, room, seq)
        } else {
            try connection.run(.deletePin, room, seq)
        }
        return true
    }

    func setFollow(_ follow: ThreadFollow, of user: UserID, thread: Int64, in room: RoomID) throws(ChatError) {
        try willWrite()
        try connection.run(
            .setFollow, user, room, thread, Int64(follow.isFollowing ? 1 : 0), follow.cursor)
    }

    // MARK: - Erasing

    /// Leaves the message's row without its text, and nothing else of it. False where there is no message with its text
    /// at `seq`.
    func eraseMessage(_ seq: Int64, in room: RoomID) throws(ChatError) -> Bool {
        try willWrite()
        return try eraseMessages(seq...seq, in: room) > 0
    }

    /// As `eraseMessage`, of all messages of `room` in the span. Answers how many there were.
    func eraseMessages(_ span: ClosedRange<Int64>, in room: RoomID) throws(ChatError) -> Int {
        let (first, last) = (span.lowerBound, span.upperBound)
        try connection.run(.eraseMessages, room, first, last)
        var erased = connection.changes
        let replies = try connection.all(.repliesBetween, room, first, last) {
            (seq: $0.integer(0), root: $0.integer(1))
        }
        if !replies.isEmpty {
            try connection.run(.eraseReplies, room, first, last)
            erased += replies.count
            var counts: [Int64: Int64] = [:]
            for reply in replies { counts[reply.root, default: 0] += 1 }
            for (root, count) in counts { try shrink(thread: root, by: count, in: room) }
        }
        if erased > 0 { try blank(span, in: room) }
        return erased
    }

    /// So many replies are no longer live.
    private func shrink(thread root: Int64, by count: Int64, in room: RoomID) throws(ChatError) {
        let newest = try connection.first(.newestLiveReply, room, root) { row in
            (seq: row.integer(0), at: row.time(1), place: row.integer(2))
        }
        try connection.run(
            .setThread, room, root, count, newest?.seq ?? 0, newest?.at ?? Timestamp(milliseconds: 0),
            newest?.place ?? 0)
    }

    /// Takes away all that the tables beside the log have of the messages in the span, and the emoji that the log has.
    func blank(_ span: ClosedRange<Int64>, in room: RoomID) throws(ChatError) {
        for statement in [
            Statement.deleteDetails, .deleteEdits, .deleteMentionsOf, .deleteReactions, .deletePins, .blankReactions,
        ] {
            try connection.run(statement, room, span.lowerBound, span.upperBound)
        }
    }
}
