import ByteCoding
import ChatModel

/// How what is held here is brought up to date, and up to where it is.
struct SyncProgress: Sendable {
    enum State: Hashable, Sendable {
        /// No connection that knows us. `loading` or `catchingUp` follows at `ready`.
        case off
        /// `rooms` was asked for; live events wait. `live` follows.
        case loading
        /// Pages of `sync` since this place are asked for; live events wait. `live` follows, or `loading` when the
        /// place is too old.
        case catchingUp(since: Place)
        /// Live events are applied as they come. `catchingUp` follows after a gap.
        case live
    }

    /// Live events that may wait; what is more is read by `sync` afterwards.
    static let queueLimit = 2000

    private(set) var state = State.off
    /// Everything up to here that concerns us is applied; nil before the first load.
    private(set) var safe: Place?
    private(set) var queue: [JSON] = []
    /// Where another `sync` has to begin after the one that is under way.
    private var again: Place?
    private var overflowed = false
    /// Our newest own and directory events.
    var useq: Int64 = 0
    var dseq: Int64 = 0
    var backoff = Backoff()

    var isLive: Bool { state == .live }
    var isBehind: Bool {
        switch state {
        case .loading, .catchingUp: true
        case .off, .live: false
        }
    }

    mutating func restore(safe: Place, useq: Int64, dseq: Int64) {
        self.safe = safe
        self.useq = useq
        self.dseq = dseq
    }

    mutating func stop() { connectionLost() }

    mutating func connectionLost() {
        state = .off
        clearQueue()
    }

    mutating func forget() { self = SyncProgress() }

    mutating func begin(_ state: State) {
        self.state = state
        clearQueue()
    }

    mutating func load() {
        (useq, dseq) = (0, 0)
        // Live events that wait already go on waiting.
        state = .loading
    }

    /// A live event that has to wait.
    mutating func enqueue(_ event: JSON) {
        guard !overflowed else { return }
        if queue.count < SyncProgress.queueLimit {
            queue.append(event)
        } else {
            queue = []
            overflowed = true
        }
    }

    mutating func gap(since: Place) {
        if again == nil { again = since }
    }

    /// Everything before `safe` is applied; it is where to begin after a cut when `keeping`.
    mutating func pageTaken(_ safe: Place, keeping: Bool) {
        if keeping { self.safe = safe }
        if case .catchingUp = state { state = .catchingUp(since: safe) }
    }

    /// Takes a live event's place as ours.
    mutating func advance(_ safe: Place) { self.safe = safe }

    /// Everything asked for came. What waited has to be applied; where `since` is given, another `sync` begins there.
    mutating func finish() -> (queue: [JSON], since: Place?) {
        let waiting = queue
        let since = overflowed ? safe : again
        clearQueue()
        state = .live
        return (waiting, since)
    }

    private mutating func clearQueue() {
        queue = []
        again = nil
        overflowed = false
    }
}
