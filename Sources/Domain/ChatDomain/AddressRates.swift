import Synchronization

/// The counts of new connections of each network address on this node.
package final class AddressRates: Sendable {
    private let clock: any WallClock
    private let counts: Mutex<RateLimiter<String>?>

    /// Nil for no limit.
    package init(rule: RateRule?, clock: any WallClock) {
        self.clock = clock
        counts = Mutex(rule.map { RateLimiter($0) })
    }

    /// Counts a connection from `address`, or answers the milliseconds after which it may come. This machine's own
    /// addresses are free: behind them is the proxy that everybody comes through, or nobody else.
    package func take(_ address: String) -> Int64? {
        if AddressRates.isLoopback(address) { return nil }
        let key = AddressKey.of(address)
        let now = clock.monotonic()
        return counts.withLock { $0?.take(key, now: now) }
    }

    private static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }
}
