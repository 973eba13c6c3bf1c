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
            }
            writer.list("messages", page.messages) { $0.exported($1) }
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
        endObject()
    }
}
