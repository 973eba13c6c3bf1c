/// A loop without a thread: whoever made it takes its turns, one thread at a time, and so decides what happens when.
/// It sees no sockets, and its clock stands still but for `advance(by:)`. For tests that must be able to repeat a run.
extension EventLoop {
    /// To be closed with `closeStepped`, as its handles would else stay with the system.
    package static func stepped(index: Int) -> EventLoop {
        let loop = EventLoop(withoutThread: index, frozenAt: 0)
        loop.core.belong(to: Unmanaged.passUnretained(loop))
        return loop
    }

    /// Whether a turn would do anything.
    package var hasWork: Bool { hasQueuedWork }

    /// Takes one turn: runs what waits, what that makes, and the work for the end of the turn.
    package func step() { onThisThread { core.endTurn(self) } }

    /// Runs what still waits and closes the loop; later work is dropped.
    package func closeStepped() { onThisThread { core.close(self) } }

    /// One loop's turn may not begin within another's.
    private func onThisThread(_ work: () -> Void) {
        precondition(CurrentLoop.get() == nil, "a stepped loop's turn began on a loop")
        CurrentLoop.set(Unmanaged.passUnretained(self).toOpaque())
        work()
        CurrentLoop.set(nil)
    }
}
