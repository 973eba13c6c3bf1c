package import ChatModel
import StorageAPI

extension Chat {
    /// The room of the caller and `users`, which is made when it is first asked for: the same people have the same
    /// room for ever, whoever of them asks. A guest asks for people of their rooms only.
    ///
    /// Throws `not_found` for a person that there is not or whom a guest does not know, `forbidden` where somebody is
    /// in too many rooms and where one of two has blocked the other, `rate_limited`, `invalid_argument`.
    ///
    /// - Parameter users: with the caller, who may be among them, two to eight.
    package func direct(with users: [UserID], by caller: Caller) async throws(ChatError) -> RoomSummary {
        let people = Set(users).union([caller.user]).sorted()
        guard Limits.directMembers.contains(people.count) else {
            throw ChatError(
                .invalidArgument, "A direct room is for two to eight people, you among them.", field: "users")
        }
        let found = try await store.read { transaction throws(ChatError) -> RoomSummary? in
            try transaction.refuseBlocked(among: people)
            guard let room = try transaction.directRoom(of: people) else { return nil }
            return try transaction.summary(of: room, for: caller.user)
        }
        if let found { return found }
        try rates.makeGroup(caller.user)
        let now = clock.now()
        let room = Room(
            id: identifiers.next(), kind: .direct, name: "", description: "", createdBy: caller.user, createdAt: now)
        let enters = Entrance(by: caller.user, at: now, roomsPerUser: settings.roomsPerUser)
        return try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.refuseBlocked(among: people)
            // Somebody else may have asked meanwhile.
            if let room = try transaction.directRoom(of: people) {
                return try transaction.knownSummary(of: room, for: caller.user)
            }
            let isGuest = try transaction.account(caller.user).role == .guest
            for user in people where user != caller.user {
                let isKnown = isGuest ? try transaction.shareRoom(caller.user, user) : true
                guard isKnown else { throw ChatError(.notFound, "There is no account \(user).", field: "users") }
                try transaction.requirePerson(user)
            }
            try transaction.insert(room, directFor: people)
            for user in people { try transaction.enter(room.id, user, enters) }
            return try transaction.knownSummary(of: room.id, for: caller.user)
        }
    }
}

extension ReadTransaction {
    fileprivate func refuseBlocked(among people: [UserID]) throws(ChatError) {
        if people.count == 2 { try refuseBlocked(between: people[0], and: people[1]) }
    }
}
