import Synchronization

/// How often what happened in histories, and a figure that follows from every text that was written, in its order.
package final class Tally: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325
    }

    private let state = Mutex(State())

    package init() {}

    package var counts: [String: Int] { state.withLock { $0.counts } }
    /// FNV-1a.
    package var fingerprint: UInt64 { state.withLock { $0.fingerprint } }

    func count(_ name: String) { state.withLock { $0.counts[name, default: 0] += 1 } }

    func note(_ text: String) {
        state.withLock { state in
            for byte in text.utf8 { state.fingerprint = (state.fingerprint ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
    }
}
