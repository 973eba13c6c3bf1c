internal import Synchronization

/// The recorded events that one loop has not delivered yet, in the order of their offsets.
///
/// They are added while the log is locked, from any thread, and taken on the loop: so a loop's own events go out at once,
/// behind those with lesser offsets that other threads have recorded.
final class RecoveryInbox: Sendable {
    struct Recorded: Sendable {
        let event: OutgoingEvent
        let offset: UInt64
        let target: Target
    }

    enum Target: Sendable {
        case selection(Selection)
        /// The socket of that id alone, as `Socket.emit` sends: it is not dropped when the client is slow.
        case socket(String)
    }

    private let waiting = Mutex<[Recorded]>([])

    func add(_ recorded: Recorded) { waiting.withLock { $0.append(recorded) } }

    func takeAll() -> [Recorded] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
