package import ChatModel
package import ClusterAPI
package import CredentialsAPI
package import StorageAPI
import Synchronization

/// The use cases of the chat: who may do what, and what follows from it. Knows no wire, transport or SQL.
///
/// Rights are decided inside the transaction that acts, so at the act's own place in the commit order.
package final class Chat: Sendable {
    let store: any ChatStore
    let credentials: any Credentials
    let cluster: any Cluster
    let clock: any WallClock
    let settings: ChatSettings
    let identifiers: IdentifierSource
    let attempts: Attempts
    let rates: PersonalRates
    /// Where the last step of the rooms' retention ended.
    let expiring = Mutex<RoomID?>(nil)

    package init(
        store: any ChatStore, credentials: any Credentials, cluster: any Cluster, clock: any WallClock,
        settings: ChatSettings = ChatSettings()
    ) {
        self.store = store
        self.credentials = credentials
        self.cluster = cluster
        self.clock = clock
        self.settings = settings
        self.identifiers = IdentifierSource(clock: clock, credentials: credentials)
        self.attempts = Attempts(settings: settings.attempts, clock: clock)
        self.rates = PersonalRates(settings: settings, clock: clock)
    }
}

/// What an operator may tune.
package struct ChatSettings: Hashable, Sendable {
    /// Seconds that a session lasts from log-in: 90 days.
    package var sessionLifetime: Int64 = 90 * 86_400
    /// A person's newest sessions are kept, this many; a log-in past it ends the oldest.
    package var sessionsPerUser = 50
    /// Rooms that one person may be in: with the longest names and descriptions, the answer to `rooms` stays below what
    /// may wait for a connection.
    package var roomsPerUser = 1_000
    package var attempts = AttemptSettings()
    /// Who is found by a part of their name or e-mail address.
    package var directory = DirectoryScope.shared
    /// `people.find`, per person.
    package var peopleSearches = RateRule(burst: 30, interval: 500)
    /// `group.create`, per person: each tells all its members.
    package var groupsMade = RateRule(burst: 60, interval: 5_000)
    /// Whether a feed is made where there is none; one that is there stays.
    package var hasFeed = false
    /// `profile.update`, per person: each tells everyone.
    package var profileChanges = RateRule(burst: 20, interval: 10_000)
    /// Seconds that a session's last use may lie behind before it is kept anew.
    package var sessionUse: Int64 = 3_600
    package var rates = RateLimits()

    package init() {}
}

/// Whom people find by a part of a name or an e-mail address. By the whole address everyone but guests finds everyone.
package enum DirectoryScope: String, Hashable, Sendable, CaseIterable {
    /// Those who share a room with them.
    case shared
    /// Everyone; guests still only those of their rooms.
    case open
}

/// Who asks: an authenticated person, on one of their sessions.
package struct Caller: Hashable, Sendable {
    package var user: UserID
    package var session: SessionID

    package init(user: UserID, session: SessionID) {
        self.user = user
        self.session = session
    }
}

/// A session just opened. `token` is shown this once.
package struct LogIn: Hashable, Sendable {
    package var user: User
    package var session: Session
    package var token: String
}

/// A link for a new password just made. `code` is shown this once.
package struct IssuedReset: Hashable, Sendable {
    package var reset: PasswordReset
    package var code: String
}

/// A bot, with its token, which is shown this once.
package struct IssuedBot: Hashable, Sendable {
    package var user: User
    package var token: String
}

/// An invitation just made. `code` is shown this once.
package struct IssuedInvitation: Hashable, Sendable {
    package var invitation: Invitation
    package var code: String
}
