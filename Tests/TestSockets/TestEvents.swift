internal import Dispatch
internal import Synchronization

/// Nothing was reported in time.
package struct TestEventsError: Error, CustomStringConvertible {
    package let seconds: Int
    package var description: String { "no event was reported within \(seconds) seconds" }
}

/// Events that code under test reports from any thread and a test awaits one by one.
package final class TestEvents<Event: Sendable>: Sendable {
    private struct State {
        var waiting: [Event] = []
        var taker: CheckedContinuation<Event, any Error>?
        /// How many takers have come; names the last.
        var takers = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func report(_ event: Event) {
        let taker = state.withLock { state -> CheckedContinuation<Event, any Error>? in
            guard let taker = state.taker else {
                state.waiting.append(event)
                return nil
            }
            state.taker = nil
            return taker
        }
        taker?.resume(returning: event)
    }

    /// The next event, once it is there; for one taker at a time. Throws `TestEventsError` when none is there within
    /// `seconds`.
    package func next(within seconds: Int = 60) async throws -> Event {
        try await withCheckedThrowingContinuation { continuation in
            let (ready, taker) = state.withLock { state -> (Event?, Int) in
                guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), 0) }
                state.taker = continuation
                state.takers += 1
                return (nil, state.takers)
            }
            if let ready { return continuation.resume(returning: ready) }
            // Not a sleeping task: it has to end the wait also when no task gets to run.
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
                self?.giveUp(taker, after: seconds)
            }
        }
    }

    private func giveUp(_ taker: Int, after seconds: Int) {
        let late = state.withLock { state -> CheckedContinuation<Event, any Error>? in
            guard state.takers == taker else { return nil }
            defer { state.taker = nil }
            return state.taker
        }
        late?.resume(throwing: TestEventsError(seconds: seconds))
    }

    /// What was reported and not taken.
    package var untaken: [Event] { state.withLock { $0.waiting } }
}
