import ChatModel

/// What the server is told of our own typing.
struct OwnTyping: Sendable {
    /// Milliseconds after which the server has to hear it again.
    static let refresh: Int64 = 4000

    private var room: RoomID?
    private var toldAt: Int64 = 0

    /// Whether the server counts us among those who type in `room`.
    func isActive(in room: RoomID) -> Bool { self.room == room }

    /// The text changed and is not empty; true when the server has to be told.
    mutating func changed(in room: RoomID, now: Int64) -> Bool {
        // A clock that was set back must not silence us.
        if self.room == room, now >= toldAt, now - toldAt < OwnTyping.refresh { return false }
        self.room = room
        toldAt = now
        return true
    }

    /// The room where the server has to be told that we stopped.
    mutating func stop() -> RoomID? {
        defer { room = nil }
        return room
    }
}

/// Who types in the rooms, as the server told last; ourselves included.
struct TypingBoard: Sendable {
    private struct State: Sendable {
        var users: [UserID]
        var count: Int
    }

    private static let roomLimit = 1000
    private var rooms = Pairs<RoomID, State>()

    mutating func set(_ room: RoomID, _ users: [UserID], count: Int) {
        if users.isEmpty {
            rooms[room] = nil
        } else if rooms.count < TypingBoard.roomLimit || rooms[room] != nil {
            rooms[room] = State(users: users, count: count)
        }
    }

    /// Whoever sends a message has stopped typing it.
    mutating func stopped(_ user: UserID, in room: RoomID) {
        guard var state = rooms[room], let index = state.users.firstIndex(of: user) else { return }
        state.users.remove(at: index)
        state.count = max(state.count - 1, state.users.count)
        rooms[room] = state.users.isEmpty ? nil : state
    }

    mutating func removeAll() { rooms = Pairs() }

    /// The others, at most four of them, and how many they are.
    func others(in room: RoomID, me: UserID, typingMyself: Bool) -> (users: [UserID], count: Int) {
        guard let state = rooms[room] else { return ([], 0) }
        let users = state.users.filter { $0 != me }
        var count = state.count
        if users.count < state.users.count {
            count -= 1
        } else if typingMyself, count > state.users.count {
            // We are among those whom the server counts without naming.
            count -= 1
        }
        return (users, max(count, users.count))
    }

    static func text(_ names: [String], count: Int) -> String {
        switch (count, names.count) {
        case (0, _): ""
        case (1, 1...): names[0] + " is typing a message"
        case (2, 2...): names[0] + " and " + names[1] + " are typing a message"
        default: "\(count) people are typing a message"
        }
    }
}
