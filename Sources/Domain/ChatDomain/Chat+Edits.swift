package import ChatModel
import StorageAPI

extension Chat {
    /// Gives the caller's own message another text and tells the room; what it said is kept. The text that it has
    /// already changes nothing. Answers when it was edited; nil where it never was.
    ///
    /// It is asked for what `send` is asked for, but not for slow mode, and counts as a message in how often is sent.
    /// Throws `not_found` where there is no message with its text, `forbidden` for another's and past
    /// `Limits.edits`, and what `send` throws.
    package func edit(
        _ seq: Int64, in room: RoomID, text: String, by caller: Caller
    ) async throws(ChatError) -> Timestamp? {
        try TextRules.checkMessage(text)
        try rates.send(caller.user, to: room)
        let user = caller.user
        let named = NamedPeople(in: text)
        return try await store.write(as: caller) { [clock] transaction throws(ChatError) in
            let now = clock.now()
            let facts = try transaction.requireWriter(user, in: room, at: now)
            let (event, old) = try transaction.liveMessage(seq, in: room)
            guard event.actor == user else {
                throw ChatError(.forbidden, "Only who wrote a message edits it.", field: "seq")
            }
            // Bytes are compared: other spellings of a letter are another text.
            if old.text.utf8.elementsEqual(text.utf8) { return old.editedAt }
            guard try transaction.editCount(of: seq, in: room) < Limits.edits else {
                throw ChatError(.forbidden, "A message is edited at most \(Limits.edits) times.", field: "seq")
            }
            var message = old
            message.text = text
            message.editedAt = now
            message.mentions = try transaction.mentions(of: named, by: user, facts.role, in: room)
            guard try transaction.editMessage(seq, in: room, text: text, mentions: message.mentions, at: now) else {
                return old.editedAt
            }
            try transaction.append(
                .messageEdited(target: seq, author: user, message), to: room, by: user, at: now, nonce: nil,
                fingerprint: 0)
            if message.thread != nil { try transaction.gatherMentioned(by: event, message, at: now) }
            return now
        }
    }

    /// What the message said before it was edited, the oldest first, and whether there is more. For who wrote it, and
    /// the room's moderators and owners.
    ///
    /// Throws `not_found` where there is no message with its text, `forbidden`, `not_member`.
    ///
    /// - Parameter number: how many are known already; a page ends at `Limits.pageBytes`.
    package func edits(
        of seq: Int64, in room: RoomID, after number: Int64 = 0, for caller: Caller
    ) async throws(ChatError) -> (page: [MessageVersion], more: Bool) {
        try await store.read { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            let (event, _) = try transaction.liveMessage(seq, in: room)
            if event.actor != caller.user { try standing.require(.moderator) }
            let found = try transaction.edits(of: seq, in: room, after: number)
            let kept = PageWeight.fitting(found)
            return (Array(found.prefix(kept)), found.count > kept)
        }
    }
}
