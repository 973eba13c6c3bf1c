internal import Synchronization

/// Events that code under test reports from any thread and a test awaits one by one.
package final class TestEvents<Event: Sendable>: Sendable {
    private struct State {
        var waiting: [Event] = []
        var taker: CheckedContinuation<Event, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    package func report(_ event: Event) {
        let taker = state.withLock { state -> CheckedContinuation<Event, Never>? in
            guard let taker = state.taker else {
                state.waiting.append(event)
                return nil
            }
            state.taker = nil
            return taker
        }
        taker?.resume(returning: event)
    }

    /// The next event, once it is there; for one taker at a time.
    package func next() async -> Event {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Event? in
                guard !state.waiting.isEmpty else {
                    state.taker = continuation
                    return nil
                }
                return state.waiting.removeFirst()
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    /// What was reported and not taken.
    package var untaken: [Event] { state.withLock { $0.waiting } }
}
