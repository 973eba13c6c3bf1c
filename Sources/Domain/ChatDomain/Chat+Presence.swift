package import ChatModel
import StorageAPI

extension Chat {
    /// People whose times are kept in one transaction: others' requests wait no longer than that takes.
    private static let seenAtOnce = 200

    /// Those of `ids` whose presence the caller may see, and when they were last there: for a guest, who shares a room
    /// with them and they themselves; for everyone else, all who have an account.
    ///
    /// - Parameter ids: at most 200.
    package func visiblePeople(_ ids: [UserID], for caller: Caller) async throws(ChatError) -> [SeenPerson] {
        guard Limits.watchedPeople.contains(ids.count) else {
            throw ChatError(
                .invalidArgument, "Watch at most \(Limits.watchedPeople.upperBound) people.", field: "users")
        }
        return try await store.read { transaction throws(ChatError) -> [SeenPerson] in
            let people = try transaction.seen(ids).map {
                SeenPerson(user: $0.user, lastSeen: $0.lastSeen?.wholeMinute)
            }
            guard try transaction.account(caller.user).role == .guest else { return people }
            var known: [SeenPerson] = []
            for person in people {
                let shares = try transaction.shareRoom(caller.user, person.user)
                if shares || person.user == caller.user { known.append(person) }
            }
            return known
        }
    }

    /// Keeps when these were last there. Nobody waits for it, and a write that fails is not told here: the store tells the
    /// operator of a failing disk itself, and what is lost is how long ago somebody was there who was there since their
    /// session's use was kept.
    func keepSeen(_ people: [SeenPerson]) {
        for page in Chat.pages(people) {
            store.write { transaction throws(ChatError) in
                try transaction.keepSeen(page)
            } completion: { _ in
            }
        }
    }

    /// The same, and returns when it is stored. Throws what the store refused with; what follows was not tried.
    func keepSeenNow(_ people: [SeenPerson]) async throws(ChatError) {
        for page in Chat.pages(people) {
            try await store.write { transaction throws(ChatError) in try transaction.keepSeen(page) }
        }
    }

    private static func pages(_ people: [SeenPerson]) -> [ArraySlice<SeenPerson>] {
        stride(from: 0, to: people.count, by: seenAtOnce).map { people[$0..<min($0 + seenAtOnce, people.count)] }
    }
}

extension WriteTransaction {
    fileprivate func keepSeen(_ people: ArraySlice<SeenPerson>) throws(ChatError) {
        for person in people {
            if let time = person.lastSeen { try setLastSeen(time, of: person.user) }
        }
    }
}
