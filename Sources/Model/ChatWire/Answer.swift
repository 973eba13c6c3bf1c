import ByteCoding
package import ChatModel

/// The raw JSON array that an acknowledgement carries: `[{"ok":{…}}]` or `[{"error":{…}}]`.
package enum Answer {
    package static func error(_ error: ChatError) -> [UInt8] {
        wrapped("error") { $0.error(error) }
    }

    /// `{}`, for requests that change something and have nothing to say.
    package static let done: [UInt8] = ok { _ in }

    /// For `setup`, `register`, `login` and `reset.use`.
    package static func loggedIn(_ user: User, token: String, expiresAt: Timestamp) -> [UInt8] {
        ok { writer in
            writer.key("user")
            writer.ownUser(user)
            writer.member("token", token)
            writer.member("expires_at", expiresAt)
        }
    }

    /// For a session whose token the answer does not show, since a cookie carries it.
    package static func opened(_ user: User, expiresAt: Timestamp) -> [UInt8] {
        ok { writer in
            writer.key("user")
            writer.ownUser(user)
            writer.member("expires_at", expiresAt)
        }
    }

    /// What an HTTP response carries of an answer: its one object, without the acknowledgement's array.
    package static func body(of answer: [UInt8]) -> [UInt8] { Array(answer.dropFirst().dropLast()) }

    package static func invitation(_ invitation: Invitation, code: String, link: String) -> [UInt8] {
        ok { writer in
            writer.member("code", code)
            writer.member("link", link)
            writer.member("uses", Int64(invitation.usesLeft))
            writer.member("role", invitation.role.rawValue)
            if let room = invitation.room { writer.member("room", room.description) }
            writer.member("expires_at", invitation.expiresAt)
        }
    }

    /// For `me`, `profile.update`, `email.change`, `user.role` and `user.deactivate`.
    package static func me(_ user: User) -> [UInt8] {
        ok { writer in
            writer.key("user")
            writer.ownUser(user)
        }
    }

    /// For `users` and `blocks`.
    package static func users(_ users: [User]) -> [UInt8] {
        ok { $0.list("users", users) { $0.user($1) } }
    }

    /// For `people.find`.
    package static func found(_ users: [User]) -> [UInt8] {
        ok { $0.list("users", users) { $0.found($1) } }
    }

    package static func rooms(_ rooms: [RoomSummary], safe: Place) -> [UInt8] {
        ok { writer in
            writer.list("rooms", rooms) { $0.room($1) }
            writer.member("safe", safe.description)
        }
    }

    package static func channels(_ page: [RoomSummary], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("channels", page) { $0.room($1) }
            writer.member("more", more)
        }
    }

    /// For `room`, `channel.create`, `group.create`, `direct`, `join`, `member.add`, `room.update`
    /// and `room.archive`.
    package static func room(_ summary: RoomSummary) -> [UInt8] {
        ok { writer in
            writer.key("room")
            writer.room(summary)
        }
    }

    package static func members(_ page: [RoomMember], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("members", page) { $0.member($1) }
            writer.member("more", more)
        }
    }

    /// For `bans`.
    package static func bans(_ page: [User], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("users", page) { $0.user($1) }
            writer.member("more", more)
        }
    }

    package static func reports(_ page: [Report], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("reports", page) { $0.report($1) }
            writer.member("more", more)
        }
    }

    /// For `send`: what `event` became.
    package static func sent(_ event: RoomEvent) -> [UInt8] {
        ok { writer in
            switch event.body {
            case .message(let message): writer.member("id", message.id.description)
            case .messageGone(let id, _, _): writer.member("id", id.description)
            default: break
            }
            writer.member("room", event.room.description)
            writer.member("seq", event.seq)
            writer.member("at", event.at)
        }
    }

    package static func history(_ events: [RoomEvent], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("events", events) { $0.event(.room($1)) }
            writer.member("more", more)
        }
    }

    /// For `why`.
    package static func why(_ reason: UnreadReason) -> [UInt8] {
        ok { writer in
            writer.member("unread", Int64(reason.unread))
            writer.key("first")
            guard let first = reason.first, case .message(let message) = first.body else { return writer.null() }
            writer.beginObject()
            writer.member("seq", first.seq)
            writer.member("id", message.id.description)
            writer.member("user", first.actor.description)
            writer.member("at", first.at)
            writer.endObject()
        }
    }

    /// For `read`, `unread` and `delete`.
    package static func cursor(room: RoomID, seq: Int64) -> [UInt8] {
        ok { writer in
            writer.member("room", room.description)
            writer.member("seq", seq)
        }
    }

    /// For `sync`.
    package static func changes(_ changes: Changes) -> [UInt8] {
        ok { writer in
            writer.list("events", changes.events) { $0.event($1) }
            writer.list("joined", Array(changes.joined.indices)) { writer, index in
                writer.room(
                    changes.joined[index], page: changes.pages.indices.contains(index) ? changes.pages[index] : nil)
            }
            writer.list("left", changes.left) { $0.string($1.description) }
            writer.member("safe", changes.through.description)
            writer.member("more", changes.more)
        }
    }

    static func ok(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        wrapped("ok") { writer in
            writer.beginObject()
            write(&writer)
            writer.endObject()
        }
    }

    private static func wrapped(_ name: String, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        writer.beginObject()
        writer.key(name)
        write(&writer)
        writer.endObject()
        writer.endArray()
        return writer.bytes
    }
}

extension JSONWriter {
    mutating func list<Element>(
        _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }
}
