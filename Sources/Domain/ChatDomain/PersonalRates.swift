import ChatModel
import Synchronization

/// The counts of what each person asked lately on this node, for requests that cost others something.
package final class PersonalRates: Sendable {
    private struct Counts {
        var searches: RateLimiter<UserID>
        var groups: RateLimiter<UserID>
        var profiles: RateLimiter<UserID>
    }

    private let clock: any WallClock
    private let counts: Mutex<Counts>

    init(settings: ChatSettings, clock: any WallClock) {
        self.clock = clock
        counts = Mutex(
            Counts(
                searches: RateLimiter(settings.peopleSearches), groups: RateLimiter(settings.groupsMade),
                profiles: RateLimiter(settings.profileChanges)))
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

    private func refuse(_ wait: Int64?) throws(ChatError) {
        if let wait { throw ChatError(.rateLimited, retryAfter: wait) }
    }
}
