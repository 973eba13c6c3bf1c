package import ChatModel
import StorageAPI

/// What a door asks when it connects someone.
extension Chat {
    /// The rooms that the caller hears from `place` on. Throws `session_expired` where the session has ended: a door
    /// asks after it has begun to listen for endings, so that none falls between the two.
    package func subscriptions(for caller: Caller) async throws(ChatError) -> (rooms: [RoomID], place: Place) {
        try await store.read { transaction throws(ChatError) in
            try transaction.requireSession(of: caller)
            return (try transaction.roomIDs(of: caller.user), transaction.place)
        }
    }

    /// The newest place of the log.
    package func place() async throws(ChatError) -> Place {
        try await store.read { transaction throws(ChatError) in transaction.place }
    }

    package var now: Timestamp { clock.now() }
}
