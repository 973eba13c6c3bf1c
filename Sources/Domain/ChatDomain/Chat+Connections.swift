package import ChatModel
import StorageAPI

/// What a door asks when it connects someone.
extension Chat {
    /// Who the caller is by now, and the rooms that they hear from `place` on. Throws `session_expired` where the session
    /// has ended: a door asks after it has begun to listen for endings, so that none falls between the two.
    package func subscriptions(for caller: Caller) async throws(ChatError) -> Subscriptions {
        try await store.read { transaction throws(ChatError) in
            try transaction.requireSession(of: caller)
            return Subscriptions(
                user: try transaction.account(caller.user), rooms: try transaction.roomIDs(of: caller.user),
                dndUntil: try transaction.preferences(of: caller.user).dndUntil, place: transaction.place,
                registration: try transaction.registrationMode())
        }
    }

    /// The newest place of the log.
    package func place() async throws(ChatError) -> Place {
        try await store.read { transaction throws(ChatError) in transaction.place }
    }

    /// Counts a request other than `send`; throws `rate_limited`.
    package func count(requestBy user: UserID) throws(ChatError) { try rates.request(user) }

    package var now: Timestamp { clock.now() }
}

/// What a connection of somebody begins with.
package struct Subscriptions: Sendable {
    package var user: User
    package var rooms: [RoomID]
    /// As in the person's preferences.
    package var dndUntil: Timestamp?
    /// As of which all this is true.
    package var place: Place
    package var registration: RegistrationMode
}
