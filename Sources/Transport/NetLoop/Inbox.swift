/// One piece of work that another thread (or the loop itself) handed to a loop.
enum LoopWork {
    case closure(@Sendable () -> Void)
    case job(UnownedJob)
}

/// The first-in, first-out queue in front of a loop; a value, guarded by the loop's `Mutex`.
struct Inbox: ~Copyable {
    /// Whether the loop still takes work.
    enum State {
        /// Work is queued and run. `closed` may follow.
        case open
        /// The loop has ended: work is dropped.
        case closed
    }

    private(set) var state = State.open
    private var waiting: [LoopWork] = []

    var isEmpty: Bool { waiting.isEmpty }

    enum Outcome {
        case refused
        case queued
        /// Queued, and the queue was empty: one wake-up serves it and all that follow.
        case first
    }

    mutating func append(_ work: LoopWork) -> Outcome {
        guard case .open = state else { return .refused }
        waiting.append(work)
        return waiting.count == 1 ? .first : .queued
    }

    /// Takes everything that waits and leaves `spare` as the new, empty storage.
    mutating func takeAll(leaving spare: consuming [LoopWork]) -> [LoopWork] {
        let taken = waiting
        waiting = spare
        return taken
    }

    /// Refuses work from now on, unless some still waits.
    mutating func closeIfEmpty() -> Bool {
        guard waiting.isEmpty else { return false }
        state = .closed
        return true
    }
}
