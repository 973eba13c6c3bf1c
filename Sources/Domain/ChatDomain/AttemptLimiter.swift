/// Slows guessing: some attempts are free, each one after that makes its key wait twice as long as the one before.
///
/// A value without a clock: `now` is milliseconds that never go back. An attempt counts when it begins, so that many
/// at once gain nothing, and is taken back if it was good.
package struct AttemptLimiter: Sendable {
    package struct Rule: Hashable, Sendable {
        /// Attempts before the first wait.
        package var free: Int
        /// The first wait, in milliseconds; it doubles with each further attempt.
        package var firstDelay: Int64
        package var longestDelay: Int64
        /// Milliseconds without an attempt after which a key is forgotten; more than `longestDelay`.
        package var memory: Int64
        /// Keys remembered at once.
        package var capacity: Int

        package init(free: Int, firstDelay: Int64, longestDelay: Int64, memory: Int64, capacity: Int) {
            self.free = free
            self.firstDelay = firstDelay
            self.longestDelay = longestDelay
            self.memory = memory
            self.capacity = max(capacity, 1)
        }
    }

    private struct Entry {
        var count = 0
        var last: Int64 = 0
        var blockedUntil: Int64 = .min
    }

    package let rule: Rule
    private var entries: [String: Entry] = [:]

    package init(_ rule: Rule) { self.rule = rule }

    /// How many keys are remembered.
    package var count: Int { entries.count }

    /// Milliseconds that `key` has to wait, nil if it may go on.
    package func wait(for key: String, now: Int64) -> Int64? {
        guard let entry = entries[key], !isForgotten(entry, now), now < entry.blockedUntil else { return nil }
        return entry.blockedUntil &- now
    }

    /// Counts an attempt by `key`; ask `wait` first.
    package mutating func begin(_ key: String, now: Int64) {
        var entry = entries[key] ?? Entry()
        if isForgotten(entry, now) { entry = Entry() }
        if entries[key] == nil { makeRoom(now) }
        entry.count = min(entry.count + 1, rule.free &+ 64)
        entry.last = now
        if entry.count >= rule.free { entry.blockedUntil = now &+ delay(after: entry.count) }
        entries[key] = entry
    }

    /// Takes one attempt back: it was good, or was never decided.
    package mutating func takeBack(_ key: String) {
        guard var entry = entries[key] else { return }
        entry.count -= 1
        if entry.count < rule.free { entry.blockedUntil = .min }
        entries[key] = entry.count > 0 ? entry : nil
    }

    /// Forgets all attempts of `key`.
    package mutating func forget(_ key: String) { entries[key] = nil }

    private func isForgotten(_ entry: Entry, _ now: Int64) -> Bool { now &- entry.last >= rule.memory }

    private func delay(after count: Int) -> Int64 {
        let doublings = min(count - rule.free, 30)
        return min(rule.firstDelay << Int64(doublings), rule.longestDelay)
    }

    /// Drops what is forgotten; if all is remembered, the key with the fewest attempts (of those, the oldest).
    ///
    /// To push out a key with many attempts somebody would have to make as many with every other key, which the
    /// limit on addresses makes dear; a flood of fresh keys only pushes out other fresh ones.
    private mutating func makeRoom(_ now: Int64) {
        guard entries.count >= rule.capacity else { return }
        entries = entries.filter { !isForgotten($0.value, now) }
        guard entries.count >= rule.capacity else { return }
        let weakest = entries.min { ($0.value.count, $0.value.last) < ($1.value.count, $1.value.last) }
        if let weakest { entries[weakest.key] = nil }
    }
}
