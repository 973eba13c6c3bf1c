/// How long to wait before the next attempt: a random time whose bound doubles with each failure, so that many clients
/// that lost one server do not come back together.
struct Backoff: Sendable {
    /// Milliseconds.
    static let least: Int64 = 1000
    static let most: Int64 = 30_000

    private var failures: Int64 = 0

    mutating func reset() { failures = 0 }

    /// 1,000 ms to 2,000 ms at first, to 4,000 ms then, at last to 30,000 ms.
    mutating func next(_ entropy: inout Entropy) -> Int64 {
        failures = min(failures + 1, 10)
        let bound = min(Backoff.least << failures, Backoff.most)
        return Backoff.least + entropy.next(through: bound - Backoff.least)
    }
}
