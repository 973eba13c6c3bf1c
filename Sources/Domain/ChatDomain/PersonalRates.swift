import ChatModel
import Synchronization

/// The counts of what each person asked lately on this node, and of what was sent to each room.
package final class PersonalRates: Sendable {
    private struct Counts {
        var searches: RateLimiter<UserID>
        var groups: RateLimiter<UserID>
        var profiles: RateLimiter<UserID>
        var requests: RateLimiter<UserID>?
    }

    private struct Sends {
        var people: RateLimiter<UserID>?
        var rooms: RateLimiter<RoomID>?
    }

    private let clock: any WallClock
    private let counts: Mutex<Counts>
    private let sends: Mutex<Sends>

    init(settings: ChatSettings, clock: any WallClock) {
        self.clock = clock
        counts = Mutex(
            Counts(
                searches: RateLimiter(settings.peopleSearches), groups: RateLimiter(settings.groupsMade),
                profiles: RateLimiter(settings.profileChanges),
                requests: settings.rates.requests.map { RateLimiter($0) }))
        sends = Mutex(
            Sends(
                people: settings.rates.sends.map { RateLimiter($0) },
                rooms: settings.rates.roomSends.map { RateLimiter($0) }))
    }

    /// Throws `rate_limited` with `retryAfter`.
    func search(_ user: UserID) throws(ChatError) {
        try refuse(counts.withLock { $0.searches.take(user, now: clock.monotonic()) })
    }

    /// As `search`, for making a group or a direct room.
    func makeGroup(_ user: UserID) throws(ChatError) {
        try refuse(counts.withLock { $0.groups.take(user, now: clock.monotonic()) })
    }

    /// As `search`, for changing one's profile.
    func changeProfile(_ user: UserID) throws(ChatError) {
        try refuse(counts.withLock { $0.profiles.take(user, now: clock.monotonic()) })
    }

    /// As `search`, for a message.
    func send(_ user: UserID, to room: RoomID) throws(ChatError) {
        let now = clock.monotonic()
        let wait = sends.withLock { $0.people?.take(user, now: now) ?? $0.rooms?.take(room, now: now) }
        if let wait { throw ChatError(.rateLimited, retryAfter: wait) }
    }

    /// As `search`, for every other request.
    func request(_ user: UserID) throws(ChatError) {
        try refuse(counts.withLock { $0.requests?.take(user, now: clock.monotonic()) })
    }

    private func refuse(_ wait: Int64?) throws(ChatError) {
        if let wait { throw ChatError(.rateLimited, retryAfter: wait) }
    }
}
