package import ChatModel
import StorageAPI

extension Chat {
    /// Keeps somebody's direct messages from the caller, or lets them come again; told to the caller's devices. Doing so
    /// again changes nothing.
    ///
    /// From then on the one who is blocked cannot send in the direct room of the two, and neither of them can ask for
    /// it; what was said there stays. Throws `invalid_argument` for oneself, `not_found` for a person that there is not
    /// or whom a guest does not know, `forbidden` past the limit.
    package func block(_ user: UserID, _ isBlocked: Bool, by caller: Caller) async throws(ChatError) {
        guard user != caller.user else {
            throw ChatError(.invalidArgument, "Nobody blocks themselves.", field: "user")
        }
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            if try transaction.isBlocked(user, by: caller.user) == isBlocked { return }
            if isBlocked {
                let isGuest = try transaction.account(caller.user).role == .guest
                let isKnown = isGuest ? try transaction.shareRoom(caller.user, user) : true
                guard isKnown, try transaction.user(user) != nil else {
                    throw ChatError(.notFound, "There is no account \(user).", field: "user")
                }
                guard try transaction.blockCount(of: caller.user) < Limits.blocks else {
                    throw ChatError(.forbidden, "You block \(Limits.blocks) people, the most there may be.")
                }
            }
            guard try transaction.setBlocked(isBlocked, user, by: caller.user) else { return }
            try transaction.append(.blockChanged(user, isBlocked: isBlocked), for: caller.user, at: now)
        }
    }

    /// Throws `forbidden` where the caller may not type in `room`, because the other one of a direct room of two has
    /// blocked them.
    package func checkTyping(in room: RoomID, by caller: Caller) async throws(ChatError) {
        try await store.read { transaction throws(ChatError) in try transaction.refuseBlocked(caller.user, in: room) }
    }

    /// Everybody who is blocked by somebody: for a door, which hears of later ones by events.
    package func blockedPeople() async throws(ChatError) -> [UserID] {
        try await store.read { transaction throws(ChatError) in try transaction.blockedPeople() }
    }

    /// Whom the caller has blocked, in the order of their ids.
    package func blocks(of caller: Caller) async throws(ChatError) -> [User] {
        try await store.read { transaction throws(ChatError) in try transaction.blocks(of: caller.user) }
    }
}
