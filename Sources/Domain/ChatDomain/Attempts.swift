import ChatModel
import Synchronization

/// How attempts to log in, register and set up are slowed.
package struct AttemptSettings: Hashable, Sendable {
    /// Per e-mail address, whether or not it has an account.
    package var account = AttemptLimiter.Rule(
        free: 10, firstDelay: 1_000, longestDelay: 300_000, memory: 900_000, capacity: 10_000)
    /// Per network address: more, as many people may sit behind one.
    package var address = AttemptLimiter.Rule(
        free: 30, firstDelay: 1_000, longestDelay: 300_000, memory: 900_000, capacity: 10_000)

    package init() {}
}

/// The counts of recent attempts on this node.
package final class Attempts: Sendable {
    private struct Counts {
        var accounts: AttemptLimiter
        var addresses: AttemptLimiter
    }

    private let clock: any WallClock
    private let counts: Mutex<Counts>

    package init(settings: AttemptSettings, clock: any WallClock) {
        self.clock = clock
        self.counts = Mutex(
            Counts(accounts: AttemptLimiter(settings.account), addresses: AttemptLimiter(settings.address)))
    }

    /// Runs `attempt` unless the address or the account has to wait: `rate_limited` with `retryAfter`.
    ///
    /// What throws counts against both, except `busy` and the like, where nothing was guessed. Success forgets the
    /// account's attempts, but only its own of the address's: else a guesser would log in between with an account of
    /// their own.
    func counted<Outcome>(
        address: String, account: String?, _ attempt: () async throws(ChatError) -> Outcome
    ) async throws(ChatError) -> Outcome {
        let address = AddressKey.of(address)
        try begin(address, account)
        do {
            let outcome = try await attempt()
            counts.withLock { counts in
                counts.addresses.takeBack(address)
                if let account { counts.accounts.forget(account) }
            }
            return outcome
        } catch {
            if error.code.retryHelps {
                counts.withLock { counts in
                    counts.addresses.takeBack(address)
                    if let account { counts.accounts.takeBack(account) }
                }
            }
            throw error
        }
    }

    func forget(account: String) { counts.withLock { $0.accounts.forget(account) } }

    private func begin(_ address: String, _ account: String?) throws(ChatError) {
        let now = clock.monotonic()
        let wait: Int64? = counts.withLock { counts in
            let waits = [
                counts.addresses.wait(for: address, now: now),
                account.flatMap { counts.accounts.wait(for: $0, now: now) },
            ]
            if let longest = waits.compactMap({ $0 }).max() { return longest }
            counts.addresses.begin(address, now: now)
            if let account { counts.accounts.begin(account, now: now) }
            return nil
        }
        if let wait { throw ChatError(.rateLimited, retryAfter: wait) }
    }
}
