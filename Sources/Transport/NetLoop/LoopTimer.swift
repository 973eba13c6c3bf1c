/// One timer of a loop; confined to it.
public final class LoopTimer {
    /// Nil after the loop's end.
    private var core: LoopCore?
    private var work: (() -> Void)?
    var deadline: Int64 = 0
    /// Breaks ties, so that timers due together fire in the order in which they were set.
    var order: UInt64 = 0
    /// Place in the heap, or -1 when not set.
    var place = -1

    init(core: LoopCore?, work: @escaping () -> Void) {
        self.core = core
        self.work = work
    }

    /// Whether the timer is still to fire.
    public var isScheduled: Bool { place >= 0 }

    /// Stops the timer for good and lets go of what its work holds. Harmless when it has fired.
    public func cancel() {
        core?.cancel(self)
        work = nil
    }

    /// Sets the timer anew, `milliseconds` from now, whether it has fired or not. No effect after `cancel`.
    public func reschedule(after milliseconds: Int) {
        guard work != nil else { return }
        core?.arm(self, after: milliseconds)
    }

    func fire() { work?() }

    /// The loop is no more: the timer never fires.
    func loopEnded() {
        place = -1
        core = nil
        work = nil
    }
}
