import ByteCoding
import ChatModel

extension JSONWriter {
    /// What a message says, as it is now; what it does not have is left out.
    mutating func members(of message: Message) {
        member("id", message.id.description)
        member("text", message.text)
        if let thread = message.thread { member("thread", thread) }
        if let seq = message.replyTo { member("reply_to", seq) }
        if !message.mentions.isEmpty { members(of: message.mentions) }
        if let time = message.editedAt { member("edited_at", time) }
        if let responses = message.responses { members(of: responses) }
    }

    private mutating func members(of mentions: Mentions) {
        if !mentions.users.isEmpty {
            key("mentions")
            beginArray()
            for user in mentions.users { string(user.description) }
            endArray()
        }
        if mentions.everyone { member("everyone", true) }
    }

    private mutating func members(of responses: Responses) {
        if !responses.reactions.isEmpty { list("reactions", responses.reactions) { $0.reaction($1) } }
        if let replies = responses.replies { member("replies", replies) }
        if responses.isPinned { member("pinned", true) }
    }

    private mutating func reaction(_ reaction: Reaction) {
        beginObject()
        member("emoji", reaction.emoji)
        member("count", Int64(reaction.count))
        list("users", reaction.users) { $0.string($1.description) }
        if reaction.isMine { member("mine", true) }
        endObject()
    }

    mutating func member(_ name: String, _ replies: Replies) {
        key(name)
        beginObject()
        member("count", Int64(replies.count))
        member("last_seq", replies.lastSeq)
        member("last_at", replies.lastAt)
        list("users", replies.users) { $0.string($1.description) }
        endObject()
    }
}
