import ByteCoding
package import ChatModel

/// What `ready` says of the server.
package struct ServerFacts: Hashable, Sendable {
    package var name: String
    package var version: String
    /// Whether the server waits for its owner.
    package var setup: Bool
    /// How accounts are made: `RegistrationMode`'s word.
    package var registration: String

    package init(name: String, version: String, setup: Bool, registration: String = "invitation") {
        self.name = name
        self.version = version
        self.setup = setup
        self.registration = registration
    }
}

/// The arguments of what the server tells besides `event`: one JSON object each.
package enum Notice {
    /// - Parameters:
    ///   - user: who the connection is; nil while not logged in.
    ///   - safe: present when logged in.
    package static func ready(_ server: ServerFacts, user: User?, safe: Place?) -> [UInt8] {
        object { writer in
            writer.member("version", ProtocolVersion.current)
            writer.key("server")
            writer.beginObject()
            writer.member("name", server.name)
            writer.member("version", server.version)
            writer.member("setup", server.setup)
            writer.member("registration", server.registration)
            writer.endObject()
            writer.key("user")
            if let user { writer.ownUser(user) } else { writer.null() }
            if let safe { writer.member("safe", safe.description) }
        }
    }

    /// The whole state of a room: at most four ids, the oldest first, and how many there are.
    package static func typing(room: RoomID, users: [UserID], count: Int) -> [UInt8] {
        object { writer in
            writer.member("room", room.description)
            writer.typists(users, count)
        }
    }

    /// The whole state of each of these threads of a room, as that of a room.
    package static func typing(room: RoomID, _ threads: [ThreadTyping]) -> [UInt8] {
        object { writer in
            writer.member("room", room.description)
            writer.key("threads")
            writer.beginArray()
            for typing in threads {
                writer.beginObject()
                writer.member("thread", typing.thread)
                writer.typists(typing.users, typing.count)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    /// How many of the room's reports are open, at most 1000.
    package static func reports(room: RoomID, open: Int) -> [UInt8] {
        object { writer in
            writer.member("room", room.description)
            writer.member("open", Int64(open))
        }
    }

    /// Events after `since` were left out on this connection.
    package static func gap(since: Place) -> [UInt8] {
        object { $0.member("since", since.description) }
    }

    /// The session ended elsewhere.
    package static func ended(_ error: ChatError = ChatError(.sessionExpired)) -> [UInt8] {
        object { $0.member("code", error.code.rawValue) }
    }

    static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func typists(_ users: [UserID], _ count: Int) {
        key("users")
        beginArray()
        for user in users { string(user.description) }
        endArray()
        member("count", Int64(count))
    }
}
