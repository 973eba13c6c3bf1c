internal import Synchronization

/// What one loop of a server that recovers state has still to do for callers on any thread, in the order in which they
/// handed it over.
///
/// Events are added while the log is locked, so that a loop delivers them in the order of their offsets, its own at once
/// behind lesser ones of other threads. Everything else that a thread asks for waits in between, as else a later event
/// of that thread would overtake it.
final class RecoveryInbox: Sendable {
    enum Item: Sendable {
        case event(Recorded)
        case work(@Sendable (SocketIOLoop) -> Void)
    }

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

    private struct State {
        var waiting: [Item] = []
        /// Those before have been taken.
        var first = 0
    }

    private let state = Mutex(State())

    func add(_ item: Item) { state.withLock { $0.waiting.append(item) } }

    /// The item that has waited longest.
    func take() -> Item? {
        state.withLock { state in
            guard state.first < state.waiting.count else { return nil }
            let item = state.waiting[state.first]
            state.first += 1
            // At least half are gone before the rest is moved, so that taking costs the same for each.
            if state.first * 2 >= state.waiting.count {
                state.waiting.removeFirst(state.first)
                state.first = 0
            }
            return item
        }
    }
}
