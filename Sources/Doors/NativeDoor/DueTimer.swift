internal import NetLoop

/// One timer on one loop that runs when the earliest of what is due is due.
final class DueTimer: Sendable {
    private let loop: EventLoop
    private let armed: LoopBound<Armed>
    /// Milliseconds until something is due; nil while nothing is.
    private let delay: @Sendable () -> Int64?
    private let fire: @Sendable () -> Void

    /// The timer that runs, and when it will (the loop's `now`).
    private final class Armed {
        var timer: LoopTimer?
        var due = Int64.max
    }

    init(on loop: EventLoop, delay: @escaping @Sendable () -> Int64?, fire: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.delay = delay
        self.fire = fire
        armed = LoopBound(Armed(), on: loop)
    }

    /// What is due may be another now. From any thread.
    func arm() {
        guard let delay = delay() else { return }
        if loop.isCurrent { arm(in: delay) } else { loop.execute { [self] in arm(in: delay) } }
    }

    private func arm(in delay: Int64) {
        let armed = armed.value
        let (due, overflow) = loop.now.addingReportingOverflow(delay)
        guard !overflow, due < armed.due else { return }
        armed.timer?.cancel()
        armed.due = due
        armed.timer = loop.schedule(after: Int(clamping: delay)) { [weak self] in self?.fired() }
    }

    private func fired() {
        let armed = armed.value
        armed.timer = nil
        armed.due = .max
        fire()
        arm()
    }
}
