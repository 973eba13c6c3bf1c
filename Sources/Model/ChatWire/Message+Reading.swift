import ByteCoding
import ChatModel

/// A message and what goes with it, read from the members of its event.
extension Message {
    /// Nil where it has no id or no text.
    init?(_ json: JSON) {
        guard let id = MessageID(json["id"]), let text = json.string("text") else { return nil }
        let responses = Responses(json)
        self.init(
            id: id, text: text, thread: JSON.seq(json["thread"]), replyTo: JSON.seq(json["reply_to"]),
            mentions: Mentions(json), editedAt: Timestamp(json["edited_at"]),
            responses: responses.isEmpty ? nil : responses)
    }
}

extension JSON {
    /// The number of an event of a room.
    static func seq(_ json: JSON?) -> Int64? {
        guard let seq = json?.intValue, seq > 0 else { return nil }
        return seq
    }
}

extension Mentions {
    fileprivate init(_ json: JSON) {
        self.init(
            users: [UserID](json["mentions"], atMost: Limits.mentionedUsers),
            everyone: json.bool("everyone") ?? false)
    }
}

extension Responses {
    fileprivate init(_ json: JSON) {
        self.init(replies: Replies(json["replies"]), isPinned: json.bool("pinned") ?? false)
        for value in (json.array("reactions") ?? []).prefix(Limits.emojiPerMessage) {
            if let reaction = Reaction(value) { reactions.append(reaction) }
        }
    }
}

extension Reaction {
    fileprivate init?(_ json: JSON) {
        guard let emoji = json.string("emoji"), let count = json.int("count"), count > 0 else {
            return nil
        }
        let users = [UserID](json["users"], atMost: Limits.shownReactors)
        self.init(
            emoji: emoji, count: Int(clamping: max(min(count, Int64(Int32.max)), Int64(users.count))), users: users,
            isMine: json.bool("mine") ?? false)
    }
}

extension Replies {
    init?(_ json: JSON?) {
        guard let json, let count = json.int("count"), count > 0, let last = JSON.seq(json["last_seq"]) else {
            return nil
        }
        self.init(
            count: Int(clamping: min(count, Int64(Int32.max))), lastSeq: last,
            lastAt: Timestamp(json["last_at"]) ?? Timestamp(milliseconds: 0),
            users: [UserID](json["users"], atMost: Limits.shownRepliers))
    }
}

extension [UserID] {
    /// What is no id is left out.
    fileprivate init(_ json: JSON?, atMost limit: Int) {
        self.init()
        for value in (json?.arrayValue ?? []).prefix(limit) {
            if let user = UserID(value) { append(user) }
        }
    }
}
