package import ByteCoding
package import ChatModel

/// What an acknowledgement said: the content of `ok`, to be read by what was asked, or the error.
package enum ReceivedAnswer: Hashable, Sendable {
    case ok(JSON)
    case error(ChatError)

    /// `arguments` are the acknowledgement's. What is neither answer is an `internal` error.
    package init(arguments: ArraySlice<JSON>) {
        guard arguments.count == 1, let answer = arguments.first else {
            self = .error(ChatError(.internal))
            return
        }
        self.init(answer)
    }

    /// One answer, as REST responses carry it too.
    package init(_ answer: JSON) {
        if let content = answer["ok"], content.objectValue != nil {
            self = .ok(content)
        } else if let error = answer["error"], error.objectValue != nil {
            self = .error(ChatError(error))
        } else {
            self = .error(ChatError(.internal))
        }
    }
}

/// The contents of `ok`, by request. Nil where a member that is needed is missing or wrong.
package enum AnswerContent {
    /// Of `rooms`. A room that cannot be read is left out.
    package static func rooms(_ ok: JSON, reader: UserID) -> (rooms: [RoomSummary], safe: Place)? {
        guard let values = ok.array("rooms"), let safe = Place(ok["safe"]) else { return nil }
        return (summaries(values, reader), safe)
    }

    /// Of `channels`.
    package static func channels(_ ok: JSON, reader: UserID) -> (channels: [RoomSummary], more: Bool)? {
        guard let values = ok.array("channels"), let more = ok.bool("more") else { return nil }
        return (summaries(values, reader), more)
    }

    /// Of `room`, `channel.create`, `group.create`, `direct`, `join`, `member.add`, `room.update`
    /// and `room.archive`.
    package static func room(_ ok: JSON, reader: UserID) -> RoomSummary? {
        ok["room"].flatMap { RoomSummary($0, reader: reader) }
    }

    /// Of `users`, `blocks` and `people.find`; an e-mail address is told where the asker typed it.
    package static func users(_ ok: JSON) -> [User]? { people(ok["users"]) }

    /// Of `members`.
    package static func members(_ ok: JSON) -> (members: [RoomMember], more: Bool)? {
        guard let values = ok.array("members"), let more = ok.bool("more") else { return nil }
        var members: [RoomMember] = []
        for value in values {
            if let member = RoomMember(value) { members.append(member) }
        }
        return (members, more)
    }

    /// Of `me`, `profile.update`, `email.change`, `setup`, `register` and `login`.
    package static func user(_ ok: JSON) -> User? { ok["user"].flatMap { User($0) } }

    /// Of `send`.
    package static func sent(_ ok: JSON) -> (id: MessageID, room: RoomID, seq: Int64, at: Timestamp)? {
        guard let id = MessageID(ok["id"]), let room = RoomID(ok["room"]), let seq = ok.int("seq"), seq > 0,
            let at = Timestamp(ok["at"])
        else { return nil }
        return (id, room, seq, at)
    }

    /// Of `history`.
    package static func history(_ ok: JSON, reader: UserID) -> (events: [ReceivedEvent], more: Bool)? {
        guard let values = ok.array("events"), let more = ok.bool("more") else { return nil }
        return (events(values, reader), more)
    }

    /// Of `why`: how many count as unread, and the first of them; nil also where none does.
    package static func why(_ ok: JSON) -> (unread: Int, seq: Int64, at: Timestamp)? {
        guard let unread = ok.int("unread"), unread > 0, let seq = ok["first"]?.int("seq"), seq > 0,
            let at = Timestamp(ok["first"]?["at"])
        else { return nil }
        return (Int(clamping: min(unread, Int64(Unread.exactLimit) + 1)), seq, at)
    }

    /// Of `read`, `unread` and `delete`.
    package static func cursor(_ ok: JSON) -> (room: RoomID, seq: Int64)? {
        guard let room = RoomID(ok["room"]), let seq = ok.int("seq"), seq >= 0 else { return nil }
        return (room, seq)
    }

    /// Of `sync`.
    package static func changes(_ ok: JSON, reader: UserID) -> ReceivedChanges? {
        guard let values = ok.array("events"), let joined = ok.array("joined"),
            let left = ok.array("left"), let safe = Place(ok["safe"]), let more = ok.bool("more")
        else { return nil }
        var rooms: [RoomID] = []
        for value in left {
            if let room = RoomID(value) { rooms.append(room) }
        }
        var whole: [ReceivedChanges.Joined] = []
        for value in joined {
            guard let summary = RoomSummary(value, reader: reader) else { continue }
            whole.append(ReceivedChanges.Joined(summary: summary, page: page(value, reader)))
        }
        return ReceivedChanges(
            events: events(values, reader), joined: whole, left: rooms, safe: safe, more: more)
    }

    private static func page(_ value: JSON, _ reader: UserID) -> ReceivedChanges.Page? {
        guard let (events, more) = history(value, reader: reader) else { return nil }
        return ReceivedChanges.Page(events: events, more: more)
    }

    private static func summaries(_ values: [JSON], _ reader: UserID) -> [RoomSummary] {
        var rooms: [RoomSummary] = []
        for value in values {
            if let room = RoomSummary(value, reader: reader) { rooms.append(room) }
        }
        return rooms
    }

    private static func events(_ values: [JSON], _ reader: UserID) -> [ReceivedEvent] {
        var events: [ReceivedEvent] = []
        events.reserveCapacity(values.count)
        for value in values { events.append(ReceivedEvent(value, reader: reader)) }
        return events
    }

    private static func people(_ json: JSON?) -> [User]? {
        guard let values = json?.arrayValue else { return nil }
        var users: [User] = []
        for value in values {
            if let user = User(value) { users.append(user) }
        }
        return users
    }
}

/// A page of `sync`.
package struct ReceivedChanges: Hashable, Sendable {
    package var events: [ReceivedEvent]
    /// A room that was come into, whole.
    package struct Joined: Hashable, Sendable {
        package var summary: RoomSummary
        /// Its newest events and whether there are older ones; nil where the server does not tell them.
        package var page: Page?
    }

    package struct Page: Hashable, Sendable {
        package var events: [ReceivedEvent]
        package var more: Bool
    }

    package var joined: [Joined]
    package var left: [RoomID]
    package var safe: Place
    package var more: Bool
}
