import ByteCoding
package import ChatModel

extension Answer {
    /// For `audit`.
    package static func audit(_ page: [AuditEntry], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("entries", page) { writer, entry in
                writer.beginObject()
                writer.member("id", entry.id.description)
                writer.member("at", entry.at)
                writer.member("action", entry.action.rawValue)
                if let actor = entry.actor { writer.member("actor", actor.description) }
                if let user = entry.user { writer.member("user", user.description) }
                if let room = entry.room { writer.member("room", room.description) }
                writer.member("detail", entry.detail)
                writer.endObject()
            }
            writer.member("more", more)
        }
    }

    /// For `users.list`.
    package static func accounts(_ page: [AccountEntry], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("users", page) { $0.account($1) }
            writer.member("more", more)
        }
    }

    /// For `reset.create`.
    package static func reset(_ reset: PasswordReset, code: String, link: String) -> [UInt8] {
        ok { writer in
            writer.member("code", code)
            writer.member("link", link)
            writer.member("expires_at", reset.expiresAt)
        }
    }

    /// For `invitations`.
    package static func invitations(_ page: [Invitation], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("invitations", page) { writer, invitation in
                writer.beginObject()
                writer.member("id", invitation.id.description)
                writer.member("role", invitation.role.rawValue)
                if let room = invitation.room { writer.member("room", room.description) }
                writer.member("uses", Int64(invitation.usesLeft))
                if let maker = invitation.createdBy { writer.member("created_by", maker.description) }
                writer.member("created_at", invitation.createdAt)
                writer.member("expires_at", invitation.expiresAt)
                writer.endObject()
            }
            writer.member("more", more)
        }
    }

    /// For `bot.create`.
    package static func bot(_ user: User, token: String) -> [UInt8] {
        ok { writer in
            writer.key("user")
            writer.user(user)
            writer.member("token", token)
        }
    }

    /// For `bot.token`.
    package static func token(_ token: String) -> [UInt8] { ok { $0.member("token", token) } }
}
