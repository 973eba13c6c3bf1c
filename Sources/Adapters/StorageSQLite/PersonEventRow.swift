import ChatModel

/// Where the parts of a person event's body stand in its row.
struct PersonColumns {
    var kind: EventKind
    var subject: Int64
    var value: Int64?
    /// What stands in the column of the nonces' counters, which other events do not need.
    var number: Int64?

    init(of body: PersonEvent.Body, for user: UserID) {
        switch body {
        case .cursorMoved(let room, let seq): self.init(.cursorMoved, room, seq)
        case .blockChanged(let other, let isBlocked): self.init(.blockChanged, other, isBlocked ? 1 : 0)
        case .levelChanged(let room, let level): self.init(.levelChanged, room, level.stored)
        case .preferencesChanged: self.init(.preferencesChanged, user, nil)
        case .savedChanged(let mark, let isSaved):
            // What is saved no more stands below zero: a message's number is at least 1.
            self.init(.savedChanged, mark.room, isSaved ? mark.seq : -mark.seq)
        case .scheduledChanged(let id, let state): self.init(.scheduledChanged, id, state.stored)
        case .draftChanged(let key, _): self.init(.draftChanged, key.room, key.thread ?? 0)
        case .threadRead(let room, let thread, let seq): self.init(.threadRead, room, thread, number: seq)
        case .threadFollowed(let room, let thread, let follow):
            self.init(follow.isFollowing ? .threadFollowed : .threadUnfollowed, room, thread, number: follow.cursor)
        }
    }

    private init<Entity>(_ kind: EventKind, _ subject: Identifier<Entity>, _ value: Int64?, number: Int64? = nil) {
        self.kind = kind
        self.subject = Int64(bitPattern: subject.rawValue)
        self.value = value
        self.number = number
    }
}

extension NotifyLevel {
    /// What stands for it in an event. A number, once released, keeps its meaning.
    var stored: Int64 {
        switch self {
        case .all: 0
        case .mentions: 1
        case .nothing: 2
        }
    }

    init?(stored number: Int64) {
        guard let level = NotifyLevel.allCases.first(where: { $0.stored == number }) else { return nil }
        self = level
    }
}

extension Connection {
    /// Of the columns of an event. What may be another by now is told as it is now.
    func personEvent(_ kind: EventKind, _ row: Row) throws(ChatError) -> PersonEvent {
        let user: UserID = try row.id(3)
        let body: PersonEvent.Body
        switch kind {
        case .cursorMoved: body = .cursorMoved(room: try row.id(7), seq: row.integer(8))
        case .blockChanged: body = .blockChanged(try row.id(7), isBlocked: row.integer(8) != 0)
        case .levelChanged:
            guard let level = NotifyLevel(stored: row.integer(8)) else { throw .damagedRow }
            body = .levelChanged(room: try row.id(7), level)
        case .preferencesChanged: body = .preferencesChanged(try preferences(of: user))
        case .draftChanged:
            let key = DraftKey(room: try row.id(7), thread: row.threadUnlessZero(8))
            body = .draftChanged(key, text: try draft(of: user, for: key)?.text ?? "")
        case .savedChanged:
            let seq = row.integer(8)
            body = .savedChanged(SavedMark(room: try row.id(7), seq: seq < 0 ? 0 &- seq : seq), isSaved: seq > 0)
        case .scheduledChanged:
            guard let state = ScheduledState(stored: row.integer(8)) else { throw .damagedRow }
            body = .scheduledChanged(try row.id(7), state)
        case .threadRead, .threadFollowed, .threadUnfollowed: body = try threadBody(kind, row)
        default: throw .damagedRow
        }
        return PersonEvent(place: row.place(0), user: user, useq: row.integer(4), at: row.time(5), body: body)
    }

    private func threadBody(_ kind: EventKind, _ row: Row) throws(ChatError) -> PersonEvent.Body {
        let room: RoomID = try row.id(7)
        let (thread, cursor) = (row.integer(8), row.integer(11))
        if kind == .threadRead { return .threadRead(room: room, thread: thread, seq: cursor) }
        let follow = ThreadFollow(isFollowing: kind == .threadFollowed, cursor: cursor)
        return .threadFollowed(room: room, thread: thread, follow)
    }

    func preferences(of user: UserID) throws(ChatError) -> Preferences {
        try first(.preferences, user) { row in
            Preferences(
                quiet: row.isNull(0) ? nil : QuietHours(from: row.integer(0), to: row.integer(1)),
                dndUntil: row.isNull(2) ? nil : row.time(2), sound: row.integer(3) != 0, preview: row.integer(4) != 0)
        } ?? Preferences()
    }
}
