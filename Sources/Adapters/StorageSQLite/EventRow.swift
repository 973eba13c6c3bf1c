import ChatModel

/// What stands in `event.kind`. A number, once released, keeps its meaning.
enum EventKind: Int64 {
    case message = 1
    case memberJoined = 2
    case memberLeft = 3
    case memberRemoved = 4
    case messageDeleted = 5
    /// What a message becomes when it is deleted: its row without its text.
    case messageGone = 6
    case roomUpdated = 7
    case roomArchived = 8
    case roomDeleted = 9
    case roleChanged = 10
    case memberMuted = 11
    case messagesExpired = 12
    case roomRules = 13
    case cursorMoved = 16
    case blockChanged = 17
    case levelChanged = 20
    case preferencesChanged = 21
    case draftChanged = 22
    case savedChanged = 23
    case threadRead = 24
    case threadFollowed = 25
    case threadUnfollowed = 26
    case scheduledChanged = 27
    case channelCreated = 32
    case userRegistered = 33
    case channelUpdated = 34
    case channelDeleted = 35
    case userUpdated = 36
    /// From here on: what is no row of a room's own history. A message in a thread, whose root is its `value`.
    case reply = 64
    /// What a reply becomes when it is deleted.
    case replyGone = 65
    case reactionAdded = 66
    case reactionRemoved = 67
    case messageEdited = 68
    case messagePinned = 69
    case messageUnpinned = 70

    /// A message, in its room or in a thread, that has its text.
    var isLiveMessage: Bool { self == .message || self == .reply }
}

/// A room's name and description in one column: a name is one line.
struct RoomText {
    var name: String
    var description: String

    var stored: String { name + "\n" + description }
    var body: RoomEvent.Body { .roomUpdated(name: name, description: description) }

    init(name: String, description: String) {
        self.name = name
        self.description = description
    }

    init(stored text: String) {
        let end = text.utf8.firstIndex(of: 0x0a) ?? text.endIndex
        name = String(text[..<end])
        description = String(decoding: text.utf8[end...].dropFirst(), as: UTF8.self)
    }
}

/// A room's rules in one number: days above the seconds, which fit 32 bits.
struct RoomRules {
    var slowMode: Int64
    var retention: Int64

    var stored: Int64 { retention << 32 | slowMode & 0xffff_ffff }
    var body: RoomEvent.Body { .roomRules(slowMode: slowMode, retention: retention) }

    init(slowMode: Int64, retention: Int64) {
        self.slowMode = slowMode
        self.retention = retention
    }

    init(stored number: Int64) { self.init(slowMode: number & 0xffff_ffff, retention: number >> 32) }
}

extension RoomRole {
    /// What stands for it in an event. A number, once released, keeps its meaning.
    var stored: Int64 {
        switch self {
        case .member: 0
        case .moderator: 1
        case .owner: 2
        }
    }

    init?(stored number: Int64) {
        guard let role = RoomRole.allCases.first(where: { $0.stored == number }) else { return nil }
        self = role
    }
}

extension Connection {
    /// Reads the columns pos, kind, room, person, seq, at, actor, subject, value, text, fingerprint, counter. What a
    /// directory event speaks of is read as it is now, and messages with what `reader` sees on them.
    func event(_ row: Row, for reader: UserID) throws(ChatError) -> Event {
        guard let kind = EventKind(rawValue: row.integer(1)) else { throw .damagedRow }
        switch kind {
        case .message, .memberJoined, .memberLeft, .memberRemoved, .memberMuted, .messageDeleted, .messageGone,
            .messagesExpired, .roomUpdated, .roomArchived, .roomRules, .roomDeleted, .roleChanged, .reply, .replyGone,
            .reactionAdded, .reactionRemoved, .messageEdited, .messagePinned, .messageUnpinned:
            return .room(try roomEvent(row, for: reader))
        case .cursorMoved, .blockChanged, .levelChanged, .preferencesChanged, .draftChanged, .savedChanged, .threadRead,
            .threadFollowed, .threadUnfollowed, .scheduledChanged:
            return .person(try personEvent(kind, row))
        case .channelCreated, .channelUpdated:
            let id: RoomID = try row.id(7)
            // As it is now: a channel that was deleted since has nothing more to tell.
            guard let room = try room(id) else { return .directory(directoryEvent(row, .channelDeleted(id))) }
            let body: DirectoryEvent.Body = kind == .channelCreated ? .channelCreated(room) : .channelUpdated(room)
            return .directory(directoryEvent(row, body))
        case .channelDeleted: return .directory(directoryEvent(row, .channelDeleted(try row.id(7))))
        case .userRegistered, .userUpdated:
            let id: UserID = try row.id(7)
            guard let user = try user(id) else { throw .damagedRow }
            return .directory(directoryEvent(row, kind == .userUpdated ? .userUpdated(user) : .userRegistered(user)))
        }
    }

    /// Messages come with what `reader` sees on them, where there is one.
    func roomEvent(_ row: Row, for reader: UserID? = nil) throws(ChatError) -> RoomEvent {
        let body: RoomEvent.Body
        switch EventKind(rawValue: row.integer(1)) {
        case .message, .reply: body = .message(try message(row, for: reader))
        case .memberJoined: body = .memberJoined(try row.id(7))
        case .memberLeft: body = .memberLeft(try row.id(7))
        case .memberRemoved: body = .memberRemoved(try row.id(7))
        case .messageDeleted:
            body = .messageDeleted(
                target: row.integer(8), author: try row.id(7), thread: row.isNull(11) ? nil : row.integer(11))
        case .messageGone: body = .messageGone(id: try row.id(7), replies: try repliesToShell(row, for: reader))
        case .replyGone: body = .messageGone(id: try row.id(7), thread: row.integer(8))
        case .messageEdited:
            body = .messageEdited(
                target: row.integer(8), author: try row.id(7), try message(row.integer(8), in: try row.id(2)))
        case .reactionAdded, .reactionRemoved:
            body = .reaction(
                target: row.integer(8), emoji: row.text(9),
                isOn: row.integer(1) == EventKind.reactionAdded.rawValue)
        case .messagePinned: body = .messagePinned(target: row.integer(8), isPinned: true)
        case .messageUnpinned: body = .messagePinned(target: row.integer(8), isPinned: false)
        case .roomUpdated: body = RoomText(stored: row.text(9)).body
        case .roomArchived: body = .roomArchived(row.integer(8) != 0)
        case .roomDeleted: body = .roomDeleted
        case .roomRules: body = RoomRules(stored: row.integer(8)).body
        case .memberMuted: body = .memberMuted(try row.id(7), until: row.isNull(8) ? nil : row.time(8))
        case .messagesExpired: body = .messagesExpired(through: row.integer(8))
        case .roleChanged:
            guard let role = RoomRole(stored: row.integer(8)) else { throw .damagedRow }
            body = .roleChanged(try row.id(7), role)
        case .cursorMoved, .blockChanged, .levelChanged, .preferencesChanged, .draftChanged, .savedChanged, .threadRead,
            .threadFollowed, .threadUnfollowed, .scheduledChanged, .channelCreated, .channelUpdated, .channelDeleted,
            .userRegistered, .userUpdated, nil:
            throw .damagedRow
        }
        return RoomEvent(
            place: row.place(0), room: try row.id(2), seq: row.integer(4), at: row.time(5), actor: try row.id(6),
            body: body)
    }

    private func directoryEvent(_ row: Row, _ body: DirectoryEvent.Body) -> DirectoryEvent {
        DirectoryEvent(place: row.place(0), dseq: row.integer(4), at: row.time(5), body: body)
    }

    func room(_ id: RoomID) throws(ChatError) -> Room? {
        try first(.roomByID, id) { row throws(ChatError) in try Room(row) }
    }

    func user(_ id: UserID) throws(ChatError) -> User? {
        try first(.userByID, id) { row throws(ChatError) in try User(row) }
    }
}
