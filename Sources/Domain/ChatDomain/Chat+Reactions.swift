package import ChatModel
import StorageAPI

extension Chat {
    /// Puts an emoji of the caller's on a message, or takes it back, and tells the room. Doing so again changes nothing.
    ///
    /// For members who may write. Throws `not_found` where there is no message with its text, `forbidden` past
    /// `Limits.emojiPerMessage` or `Limits.ownEmojiPerMessage`, `invalid_argument` for what is no emoji, and what `send`
    /// throws.
    package func react(
        _ emoji: String, _ isOn: Bool, to seq: Int64, in room: RoomID, by caller: Caller
    ) async throws(ChatError) {
        try TextRules.checkEmoji(emoji)
        let user = caller.user
        try await store.write(as: caller) { [clock] transaction throws(ChatError) in
            let now = clock.now()
            _ = try transaction.requireWriter(user, in: room, at: now)
            _ = try transaction.liveMessage(seq, in: room)
            let counts = try transaction.reactionCounts(of: emoji, on: seq, in: room, by: user)
            guard counts.isMine != isOn else { return }
            if isOn {
                guard counts.own < Limits.ownEmojiPerMessage else {
                    throw ChatError(
                        .forbidden, "One person has at most \(Limits.ownEmojiPerMessage) emoji on a message.",
                        field: "emoji")
                }
                guard counts.isUsed || counts.emoji < Limits.emojiPerMessage else {
                    throw ChatError(
                        .forbidden, "A message has at most \(Limits.emojiPerMessage) different emoji.", field: "emoji")
                }
            }
            guard try transaction.setReaction(emoji, isOn, by: user, to: seq, in: room) else { return }
            try transaction.append(
                .reaction(target: seq, emoji: emoji, isOn: isOn), to: room, by: user, at: now, nonce: nil,
                fingerprint: 0)
        }
    }
}
