import ChatModel

/// What the server is told of our own typing.
struct OwnTyping: Sendable {
    /// Milliseconds after which the server has to hear it again.
    static let refresh: Int64 = 4000

    /// The room or thread.
    private var place: DraftKey?
    private var toldAt: Int64 = 0

    /// Whether the server counts us among those who type there.
    func isActive(in place: DraftKey) -> Bool { self.place == place }

    /// The text changed and is not empty; true when the server has to be told.
    mutating func changed(in place: DraftKey, now: Int64) -> Bool {
        // A clock that was set back must not silence us.
        if self.place == place, now >= toldAt, now - toldAt < OwnTyping.refresh { return false }
        self.place = place
        toldAt = now
        return true
    }

    /// Where the server has to be told that we stopped.
    mutating func stop() -> DraftKey? {
        defer { place = nil }
        return place
    }
}

/// Who types in the rooms and their threads, as the server told last; ourselves included.
struct TypingBoard: Sendable {
    private struct State: Sendable {
        var users: [UserID]
        var count: Int
    }

    private static let limit = 1000
    private var places = Pairs<DraftKey, State>()

    mutating func set(_ place: DraftKey, _ users: [UserID], count: Int) {
        if users.isEmpty {
            places[place] = nil
        } else if places.count < TypingBoard.limit || places[place] != nil {
            places[place] = State(users: users, count: count)
        }
    }

    /// Whoever sends a message has stopped typing it.
    mutating func stopped(_ user: UserID, in place: DraftKey) {
        guard var state = places[place], let index = state.users.firstIndex(of: user) else { return }
        state.users.remove(at: index)
        state.count = max(state.count - 1, state.users.count)
        places[place] = state.users.isEmpty ? nil : state
    }

    mutating func removeAll() { places = Pairs() }

    /// The others, at most four of them, and how many they are.
    func others(in place: DraftKey, me: UserID, typingMyself: Bool) -> (users: [UserID], count: Int) {
        guard let state = places[place] else { return ([], 0) }
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
