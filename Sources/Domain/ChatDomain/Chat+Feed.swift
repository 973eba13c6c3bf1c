package import ChatModel
import StorageAPI

/// The feed: one built-in room that everyone but guests is in for as long as they have an account.
extension Chat {
    /// People who are let into the feed in one transaction: others' requests wait no longer than that takes.
    private static let letInAtOnce = 200

    /// Makes the feed where the settings want one, and lets in those who have been here for longer than it. Does a little
    /// at a time; true where more may be left.
    package func fillFeed() async throws(ChatError) -> Bool {
        let (now, fresh) = (clock.now(), freshFeed)
        // All accounts are looked at, which is not the writer's work.
        let missing = try await store.read { transaction throws(ChatError) -> [User] in
            guard let feed = try transaction.feed() ?? fresh else { return [] }
            return try transaction.people(outside: feed, after: nil, limit: Chat.letInAtOnce)
        }
        if missing.isEmpty { return false }
        try await store.write { transaction throws(ChatError) in
            for user in try transaction.users(missing.map(\.id)) {
                try transaction.enterFeed(user, makingIt: fresh, at: now)
            }
        }
        return missing.count == Chat.letInAtOnce
    }

    /// What the feed's id is if it has to be made; nil where the settings want none.
    var freshFeed: RoomID? { settings.hasFeed ? identifiers.next() : nil }
}

extension WriteTransaction {
    /// Lets `user`, who has just become one, into the feed, unless they are a guest. Where there is none it is made with
    /// the id `fresh`, or left (nil).
    func enterFeed(_ user: User, makingIt fresh: RoomID?, at now: Timestamp) throws(ChatError) {
        guard user.role != .guest, user.state != .deleted, let feed = try feed() ?? fresh,
            try !isMember(user.id, of: feed)
        else { return }
        if try room(feed) == nil {
            try insert(Room(id: feed, kind: .feed, name: "Feed", description: "", createdBy: user.id, createdAt: now))
        }
        // Everyone is in it, however many rooms they have.
        try enter(feed, user.id, Entrance(by: user.id, at: now, roomsPerUser: .max))
    }
}
