internal import CUV
internal import Synchronization

/// A libuv loop with a thread of its own; the executor of the actors and tasks that live on it.
///
/// What a loop owns (connections, timers, sessions) is touched on its thread only. `execute` may be called from any
/// thread; every other operation traps off the loop, which is a fault of the program and never of its input.
public final class EventLoop: SerialExecutor, TaskExecutor, Sendable {
    /// The loop's place in its group, from 0.
    public let index: Int

    private let inbox = Mutex(Inbox())

    /// Confined to the loop's thread, except `wake`, which libuv makes safe for any thread while the inbox is open.
    nonisolated(unsafe) let core: LoopCore

    private let ended = Mutex(EndWaiters())

    /// Starts the loop and its thread.
    public convenience init(index: Int = 0) { self.init(index: index, frozenAt: nil) }

    /// As `init(index:)`, with a clock that stands still at `time` (milliseconds) but for `advance(by:)`, for tests of
    /// what waits. A timer that is due when it is set fires with the next `advance`. Nil means the system's clock.
    package convenience init(index: Int = 0, frozenAt time: Int64?) {
        self.init(withoutThread: index, frozenAt: time)
        core.start(self)
    }

    /// A loop that nobody runs yet.
    init(withoutThread index: Int, frozenAt time: Int64?) {
        self.index = index
        core = LoopCore(frozenAt: time)
    }

    /// Whether the caller is on this loop's thread.
    public var isCurrent: Bool { CurrentLoop.get() == Unmanaged.passUnretained(self).toOpaque() }

    /// Monotonic time in milliseconds: on the loop the start of its turn, elsewhere the present.
    public var now: Int64 { isCurrent ? core.turnTime : Int64(clamping: uv_hrtime() / 1_000_000) }

    /// Runs `work` on the loop, after all that was handed over before; from any thread. Dropped once the loop has ended.
    public func execute(_ work: @escaping @Sendable () -> Void) { _ = hand(.closure(work)) }

    /// As `execute`; false when the loop has ended and `work` will not run.
    package func executeIfRunning(_ work: @escaping @Sendable () -> Void) -> Bool { hand(.closure(work)) }

    /// Runs `work` on the loop after `milliseconds` (negative counts as 0), never earlier. On the loop only.
    @discardableResult
    public func schedule(after milliseconds: Int, _ work: @escaping () -> Void) -> LoopTimer {
        preconditionCurrent()
        return core.schedule(after: milliseconds, work)
    }

    /// Runs `work` once, after the current batch of callbacks and queued work and before the loop sleeps.
    /// On the loop only.
    public func atEndOfTurn(_ work: @escaping () -> Void) {
        preconditionCurrent()
        core.endOfTurn.append(work)
    }

    /// Runs `work` once when the loop ends, after its connections and listeners have been closed; what it hands over
    /// still runs. On the loop only.
    package func atEnd(_ work: @escaping () -> Void) {
        preconditionCurrent()
        core.endWork.append(work)
    }

    /// Moves the time of a loop that was made with `frozenAt` forward and fires the timers that are due then. On the loop
    /// only.
    package func advance(by milliseconds: Int64) {
        preconditionCurrent()
        core.advance(by: milliseconds)
    }

    /// Traps unless called on the loop's thread.
    public func preconditionCurrent() { precondition(isCurrent, "called off its event loop") }

    // MARK: Executor

    public func enqueue(_ job: consuming ExecutorJob) { _ = hand(.job(UnownedJob(job))) }
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    public func checkIsolated() { preconditionCurrent() }

    private func hand(_ work: LoopWork) -> Bool {
        // On the loop itself the queue is looked at before sleeping anyway, so no wake-up is needed.
        let mustWake = !isCurrent
        return inbox.withLock { inbox in
            switch inbox.append(work) {
            case .refused: return false
            case .queued: return true
            case .first:
                // The wake-up happens under the lock: afterwards the handle may already be closed.
                if mustWake { core.wake() }
                return true
            }
        }
    }

    // MARK: For the loop's thread

    var hasQueuedWork: Bool { inbox.withLock { !$0.isEmpty } }

    /// Runs what waits in the inbox; what is handed over meanwhile waits for the next call.
    func drainInbox() {
        var batch = inbox.withLock { $0.takeAll(leaving: core.takeSpareBatch()) }
        for work in batch {
            switch work {
            case .closure(let closure): closure()
            case .job(let job):
                unsafe job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            }
        }
        batch.removeAll(keepingCapacity: batch.capacity <= 1024)
        core.spareBatch = batch
    }

    /// Closes the inbox when nothing waits in it.
    func closeInbox() -> Bool { inbox.withLock { $0.closeIfEmpty() } }

    /// Tells everyone who waits in `shutdown` that the thread is done with the loop.
    func finish() {
        let waiters = ended.withLock { $0.finish() }
        for waiter in waiters { waiter.resume() }
    }

    /// Ends the loop: closes every connection and listener on it, runs what is queued, and returns when its thread is
    /// done. Not to be awaited on the loop itself.
    public func shutdown() async {
        execute { self.core.requestStop() }
        await withCheckedContinuation { continuation in
            let isOver = ended.withLock { $0.add(continuation) }
            if isOver { continuation.resume() }
        }
    }
}

/// Who waits for a loop's end.
private struct EndWaiters {
    private var isOver = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// True when the loop has ended already; then the continuation is the caller's to resume.
    mutating func add(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        if !isOver { waiting.append(continuation) }
        return isOver
    }

    mutating func finish() -> [CheckedContinuation<Void, Never>] {
        isOver = true
        defer { waiting = [] }
        return waiting
    }
}
