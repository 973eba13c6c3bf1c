import ChatModel

/// Whom we have blocked: asked for once, and kept by what our own stream tells.
struct Blocks: Sendable {
    enum State: Hashable, Sendable {
        /// Nothing is known, or may be old. `asked` follows.
        case unknown
        /// `blocks` was asked for, and this changed meanwhile: the answer may be from before it. `known` follows, or
        /// `unknown` when the connection is lost.
        case asked(since: [Change])
        /// Every change comes as an event. `unknown` follows where events may have been missed.
        case known
    }

    struct Change: Hashable, Sendable {
        var user: UserID
        var isBlocked: Bool
    }

    private(set) var users: Set<UserID> = .init()
    private(set) var state = State.unknown

    init() {}

    /// As they were kept.
    init(restored users: [UserID]) {
        self.users = Set(users)
        state = .known
    }

    mutating func asking() { state = .asked(since: []) }

    mutating func take(_ answer: [UserID]) {
        guard case .asked(let since) = state else { return }
        users = Set(answer)
        state = .known
        for change in since { apply(change) }
    }

    /// The server will never say.
    mutating func giveUp() { state = .known }

    mutating func changed(_ user: UserID, isBlocked: Bool) {
        let change = Change(user: user, isBlocked: isBlocked)
        if case .asked(let since) = state { state = .asked(since: since + [change]) }
        apply(change)
    }

    /// What was told is no longer all: it has to be asked for again.
    mutating func missed() { state = .unknown }

    mutating func connectionLost() {
        if case .asked = state { state = .unknown }
    }

    private mutating func apply(_ change: Change) {
        if change.isBlocked { users.insert(change.user) } else { users.remove(change.user) }
    }
}
