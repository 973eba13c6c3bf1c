internal import ChatDomain

/// How often people may send, ask and connect; nil for no limit.
package struct ServerRates: Hashable, Sendable {
    /// Messages of one person.
    package var sends: Rate?
    /// Messages to one room.
    package var roomSends: Rate?
    /// Other requests of one person.
    package var requests: Rate?
    /// New connections of one network address.
    package var connections: Rate?

    /// Nobody who types and clicks meets one of these.
    package static let usual = ServerRates(
        sends: Rate(burst: 60, interval: 200), roomSends: Rate(burst: 300, interval: 10),
        requests: Rate(burst: 300, interval: 20), connections: Rate(burst: 300, interval: 50))

    var limits: RateLimits {
        RateLimits(
            sends: sends?.rule, roomSends: roomSends?.rule, requests: requests?.rule, connections: connections?.rule)
    }
}

/// So many at once, then one each interval.
package struct Rate: Hashable, Sendable {
    package var burst: Int
    /// Milliseconds.
    package var interval: Int64

    init(burst: Int, interval: Int64) {
        self.burst = burst
        self.interval = interval
    }

    /// Reads `BURST/MILLISECONDS`: 1 to 1,000,000 at once, 1 to 3,600,000 ms; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let burst = Int(parts[0]), let interval = Int64(parts[1]),
            (1...1_000_000).contains(burst), (1...3_600_000).contains(interval)
        else { return nil }
        self.init(burst: burst, interval: interval)
    }

    /// Keys that are remembered take some megabytes at most.
    var rule: RateRule { RateRule(burst: burst, interval: interval, capacity: 100_000) }
}
