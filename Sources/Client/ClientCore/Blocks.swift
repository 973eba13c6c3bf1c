import ChatModel

/// Whom we have blocked: asked for once, and kept by what our own stream tells.
struct Blocks: Sendable {
    struct Change: Hashable, Sendable {
        var user: UserID
        var isBlocked: Bool
    }

    private(set) var users: Set<UserID> = .init()
    var state = AskedOnce<Change>.unknown

    init() {}

    /// As they were kept.
    init(restored users: [UserID]) {
        self.users = Set(users)
        state.settle()
    }

    mutating func take(_ answer: [UserID]) {
        guard let since = state.answered() else { return }
        users = Set(answer)
        for change in since { apply(change) }
    }

    mutating func changed(_ user: UserID, isBlocked: Bool) {
        let change = Change(user: user, isBlocked: isBlocked)
        state.hear(change)
        apply(change)
    }

    private mutating func apply(_ change: Change) {
        if change.isBlocked { users.insert(change.user) } else { users.remove(change.user) }
    }
}
