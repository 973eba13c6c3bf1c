import ByteCoding
package import ChatModel

/// Answers about one's own account.
extension Answer {
    /// For `sessions`; `current` is the asker's.
    package static func sessions(_ sessions: [Session], current: SessionID) -> [UInt8] {
        ok { $0.list("sessions", sessions) { $0.session($1, current: current) } }
    }

    /// For `sessions.revoke_others`.
    package static func revoked(_ count: Int) -> [UInt8] {
        ok { $0.member("revoked", Int64(count)) }
    }

    /// For `export`; `current` is the asker's session.
    package static func export(_ page: ExportPage, current: SessionID) -> [UInt8] {
        ok { writer in
            if let account = page.account {
                writer.key("account")
                writer.ownUser(account.user)
                writer.list("rooms", account.rooms) { $0.room($1) }
                writer.list("sessions", account.sessions) { $0.session($1, current: current) }
                writer.list("blocks", account.blocks) { $0.user($1) }
                writer.list("scheduled", account.scheduled) { $0.scheduled($1) }
                writer.key("preferences")
                writer.preferences(account.preferences)
                writer.list("drafts", account.drafts) { $0.draft($1) }
                writer.key("saved")
                writer.savedMarks(account.saved)
            }
            writer.list("messages", page.messages) { $0.exported($1) }
            writer.list("edits", page.edits) { $0.exported($1) }
            writer.list("reactions", page.reactions) { $0.reaction($1) }
            writer.list("threads", page.threads) { $0.thread($1) }
            if let next = page.next { writer.member("next", next.description) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func session(_ session: Session, current: SessionID) {
        beginObject()
        member("id", session.id.description)
        member("device", session.device)
        member("created_at", session.createdAt)
        member("last_used_at", session.lastUsedAt)
        member("expires_at", session.expiresAt)
        member("current", session.id == current)
        endObject()
    }

    fileprivate mutating func exported(_ message: ExportedMessage) {
        beginObject()
        member("room", message.room.description)
        member("room_name", message.roomName)
        member("seq", message.seq)
        member("at", message.at)
        member("text", message.text)
        if let thread = message.thread { member("thread", thread) }
        if let replyTo = message.replyTo { member("reply_to", replyTo) }
        if let editedAt = message.editedAt { member("edited_at", editedAt) }
        endObject()
    }

    fileprivate mutating func exported(_ edit: ExportedVersion) {
        beginObject()
        member("room", edit.room.description)
        member("seq", edit.seq)
        member("text", edit.version.text)
        member("at", edit.version.at)
        endObject()
    }

    fileprivate mutating func reaction(_ reaction: OwnReaction) {
        beginObject()
        member("room", reaction.room.description)
        member("seq", reaction.seq)
        member("emoji", reaction.emoji)
        endObject()
    }

    fileprivate mutating func thread(_ thread: OwnThread) {
        beginObject()
        member("room", thread.room.description)
        member("thread", thread.root)
        member("following", thread.follow.isFollowing)
        member("cursor", thread.follow.cursor)
        endObject()
    }
}
