/// Spreads requests over time: a few at once are free, then one each interval.
///
/// A value without a clock: `now` is milliseconds that never go back. What is kept of a key is when its free requests
/// are all back (the generic cell rate algorithm, ITU-T I.371).
package struct RateLimiter<Key: Hashable & Sendable>: Sendable {
    private let rule: RateRule
    private var full: [Key: Int64] = [:]

    package init(_ rule: RateRule) { self.rule = rule }

    /// Keys that are remembered.
    package var count: Int { full.count }

    /// Counts a request by `key`, or answers the milliseconds after which it may come.
    package mutating func take(_ key: Key, now: Int64) -> Int64? {
        let due = max(full[key] ?? now, now)
        let wait = due &- now &- Int64(rule.burst - 1) &* rule.interval
        if wait > 0 { return wait }
        if full[key] == nil, full.count >= rule.capacity { makeRoom(now) }
        full[key] = due &+ rule.interval
        return nil
    }

    private mutating func makeRoom(_ now: Int64) {
        full = full.filter { $0.value > now }
        guard full.count >= rule.capacity, let nearest = full.min(by: { $0.value < $1.value }) else { return }
        full[nearest.key] = nil
    }
}

/// How often something may be asked.
package struct RateRule: Hashable, Sendable {
    /// Requests that may come at once.
    package let burst: Int
    /// Milliseconds after which one of them is free again.
    package let interval: Int64
    /// Keys remembered at once; past it the one that waits least is forgotten.
    package let capacity: Int

    /// Each is at least 1.
    package init(burst: Int, interval: Int64, capacity: Int = 10_000) {
        self.burst = max(burst, 1)
        self.interval = max(interval, 1)
        self.capacity = max(capacity, 1)
    }
}
