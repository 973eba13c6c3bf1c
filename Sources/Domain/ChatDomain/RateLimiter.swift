/// Spreads requests over time: a few at once are free, then one each interval.
///
/// A value without a clock: `now` is milliseconds that never go back. What is kept of a key is when its free requests
/// are all back (the generic cell rate algorithm, ITU-T I.371), which they are `span` after its last request at the
/// latest. So keys are kept in two halves, one of those that asked since the last turn: whoever did not ask during a
/// whole span goes with the older half and has lost nothing, and no request pays for looking through the others.
package struct RateLimiter<Key: Hashable & Sendable>: Sendable {
    private let rule: RateRule
    /// Milliseconds in which all free requests of a key come back.
    private let span: Int64
    private var young: [Key: Int64] = [:]
    private var old: [Key: Int64] = [:]
    private var turned: Int64?

    package init(_ rule: RateRule) {
        self.rule = rule
        let (span, overflow) = rule.interval.multipliedReportingOverflow(by: Int64(rule.burst))
        self.span = overflow ? .max : span
    }

    /// Keys that are remembered.
    package var count: Int { young.count + old.count { young[$0.key] == nil } }

    /// Counts a request by `key`, or answers the milliseconds after which it may come.
    package mutating func take(_ key: Key, now: Int64) -> Int64? {
        turn(now)
        let due = max(young[key] ?? old[key] ?? now, now)
        let wait = due &- now &- (span &- rule.interval)
        if wait > 0 { return wait }
        if young[key] == nil, young.count >= max(rule.capacity / 2, 1) { turnEarly(now) }
        young[key] = due &+ rule.interval
        return nil
    }

    private mutating func turn(_ now: Int64) {
        guard let last = turned else {
            turned = now
            return
        }
        guard now &- last >= span else { return }
        // Nobody asked for two spans: nobody is to be remembered.
        old = now &- last >= span &+ span ? [:] : young
        young = [:]
        turned = now
    }

    /// More keys than are kept: those that asked before the last turn are forgotten too soon.
    private mutating func turnEarly(_ now: Int64) {
        old = young
        young = [:]
        turned = now
    }
}

/// How often something may be asked.
package struct RateRule: Hashable, Sendable {
    /// Requests that may come at once.
    package let burst: Int
    /// Milliseconds after which one of them is free again.
    package let interval: Int64
    /// Keys remembered at once; past it those that asked longest ago are forgotten.
    package let capacity: Int

    /// Each is at least 1.
    package init(burst: Int, interval: Int64, capacity: Int = 10_000) {
        self.burst = max(burst, 1)
        self.interval = max(interval, 1)
        self.capacity = max(capacity, 1)
    }
}
