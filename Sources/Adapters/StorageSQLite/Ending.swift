import Synchronization

/// Whether the store's threads have ended, for those who wait for it.
final class Ending: Sendable {
    private enum State {
        case running(waiting: [CheckedContinuation<Void, Never>])
        /// Final.
        case ended
    }

    private let state = Mutex(State.running(waiting: []))

    func finish() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            defer { state = .ended }
            guard case .running(let waiting) = state else { return [] }
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state -> Bool in
                guard case .running(let waiting) = state else { return true }
                state = .running(waiting: waiting + [continuation])
                return false
            }
            if ended { continuation.resume() }
        }
    }
}
