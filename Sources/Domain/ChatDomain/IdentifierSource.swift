package import ChatModel
package import CredentialsAPI
import Synchronization

/// Makes ids that never repeat within this process and grow with time.
///
/// Each millisecond starts at a random point and counts up from there: random bits alone would meet by chance at tens
/// of thousands of ids a second.
package final class IdentifierSource: Sendable {
    private struct State {
        var millisecond: Int64 = .min
        /// The low 22 bits of the next id.
        var next: UInt32 = 0
    }

    /// The highest start leaves half of the 22 bits to count in.
    private static let startMask: UInt32 = 0x1f_ffff
    private static let highest: UInt32 = 0x3f_ffff

    private let clock: any WallClock
    private let credentials: any Credentials
    private let state = Mutex(State())

    package init(clock: any WallClock, credentials: any Credentials) {
        self.clock = clock
        self.credentials = credentials
    }

    /// - Parameter earlier: one that the id has to come after: another process may have made it by a clock that was set
    ///   back since.
    package func next<Entity>(after earlier: Identifier<Entity>? = nil) -> Identifier<Entity> {
        let now = clock.now().milliseconds
        return state.withLock { state in
            if let earlier, earlier.millisecond >= max(now, state.millisecond) {
                state.millisecond = earlier.millisecond &+ 1
                state.next = randomStart()
            }
            // A clock set back continues in the last millisecond, so that ids still grow.
            if now > state.millisecond || state.next > Self.highest {
                state.millisecond = max(now, state.millisecond &+ (state.next > Self.highest ? 1 : 0))
                state.next = randomStart()
            }
            let id = Identifier<Entity>(millisecond: state.millisecond, entropy: state.next)
            state.next += 1
            return id
        }
    }

    private func randomStart() -> UInt32 {
        credentials.randomBytes(4).prefix(4).reduce(UInt32(0)) { ($0 << 8) | UInt32($1) } & Self.startMask
    }
}
