internal import CUV

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The libuv side of a loop: its handles and everything that only its thread may touch.
final class LoopCore {
    /// Bytes offered to each connection's one read a turn; it never needs more, for a fuller socket is read again in the
    /// next turn.
    static let readBufferSize = 64 * 1024
    /// Buffers passed to one vectored write.
    static let vectorCount = 64
    /// Passes over queued and end-of-turn work before the loop looks at its sockets again.
    static let passesPerTurn = 16

    let uv = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    private let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    private let prepare = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
    private let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)

    /// The buffer that every connection of the loop reads into, one at a time.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readBufferSize, alignment: 16)
    let vector = UnsafeMutableBufferPointer<uv_buf_t>.allocate(capacity: vectorCount)

    /// Made with the loop's first TLS connection.
    private(set) lazy var tlsBuffers = TLSBuffers()

    var endOfTurn: [() -> Void] = []
    /// What is to run when the loop ends.
    var endWork: [() -> Void] = []
    /// Connections that have something to send, or to tell, at the end of the turn.
    var unflushed: [StreamConnection] = []
    var spareBatch: [LoopWork] = []
    /// What `LoopLocal`s keep here, with the object that each belongs to.
    var locals: [ObjectIdentifier: (AnyObject, AnyObject)] = [:]
    private var timers = TimerHeap()
    private var armedFor: Int64?
    /// The time of a clock that is moved by hand; nil for the system's.
    private var frozenTime: Int64?
    /// Whose read came last in this turn.
    private var lastReader: UnsafeMutableRawPointer?

    init(frozenAt time: Int64?) {
        frozenTime = time
        let made =
            uv_loop_init(uv) == 0 && uv_async_init(uv, async, loopWoken) == 0 && uv_prepare_init(uv, prepare) == 0
            && uv_timer_init(uv, timer) == 0
        precondition(made, "the system has no resources left for an event loop")
        uv_prepare_start(prepare, loopPreparing)
    }

    deinit {
        async.deallocate()
        prepare.deallocate()
        timer.deallocate()
        uv.deallocate()
        readBuffer.deallocate()
        vector.deallocate()
    }

    /// Whether the stream of `handle` may read now: once a turn. libuv would read one stream up to 32 times in a row, and
    /// make everybody else on the loop wait for what one peer floods it with.
    func takesTurn(_ handle: UnsafeMutableRawPointer) -> Bool {
        guard handle != lastReader else { return false }
        lastReader = handle
        return true
    }

    var turnTime: Int64 { frozenTime ?? Int64(clamping: uv_now(uv)) }

    func wake() { uv_async_send(async) }
    func requestStop() { uv_stop(uv) }

    func takeSpareBatch() -> [LoopWork] {
        defer { spareBatch = [] }
        return spareBatch
    }

    // MARK: The thread

    /// Starts the thread, which keeps `loop` alive until it ends.
    func start(_ loop: EventLoop) {
        let retained = Unmanaged.passRetained(loop)
        belong(to: retained)
        var options = uv_thread_options_t()
        options.flags = UInt32(UV_THREAD_HAS_STACK_SIZE.rawValue)
        options.stack_size = 4 * 1024 * 1024
        let thread = UnsafeMutablePointer<uv_thread_t>.allocate(capacity: 1)
        defer { thread.deallocate() }
        let status = uv_thread_create_ex(thread, &options, loopThread, retained.toOpaque())
        precondition(status == 0, "the system has no threads left for an event loop")
    }

    /// Tells the handles whose they are; `loop` lives as long as they do.
    func belong(to loop: Unmanaged<EventLoop>) {
        for handle in [handle(async), handle(prepare), handle(timer)] { handle.pointee.data = loop.toOpaque() }
    }

    /// The thread's life: runs until asked to stop, then closes everything.
    func run(_ loop: EventLoop) {
        uv_run(uv, UV_RUN_DEFAULT)
        close(loop)
    }

    /// Closes what is on the loop, then the loop itself.
    func close(_ loop: EventLoop) {
        repeat {
            uv_walk(uv, closeOwner, nil)
            // One iteration runs the close callbacks, the next what these queued.
            uv_run(uv, UV_RUN_NOWAIT)
            uv_run(uv, UV_RUN_NOWAIT)
            runEndWork()
        } while !loop.closeInbox()
        endOfTurn = []
        for timer in timers.takeAll() { timer.loopEnded() }
        locals = [:]
        uv_walk(uv, closeOwner, nil)
        for handle in [handle(async), handle(prepare), handle(timer)] { uv_close(handle, nil) }
        uv_run(uv, UV_RUN_DEFAULT)
        uv_loop_close(uv)
    }

    private func handle<T>(_ pointer: UnsafeMutablePointer<T>) -> UnsafeMutablePointer<uv_handle_t> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_handle_t.self)
    }

    // MARK: Turns

    /// Runs everything that waits, so that the loop may sleep: queued work, end-of-turn work, then one flush for each
    /// connection that was written to. Bounded, so that work that makes work cannot keep the sockets waiting.
    func endTurn(_ loop: EventLoop) {
        lastReader = nil
        for _ in 0..<Self.passesPerTurn {
            if loop.hasQueuedWork {
                loop.drainInbox()
                continue
            }
            runEndOfTurn()
            if loop.hasQueuedWork { continue }
            flushAll()
            if endOfTurn.isEmpty, unflushed.isEmpty, !loop.hasQueuedWork { return }
        }
        runEndOfTurn()
        flushAll()
        wake()
    }

    private func runEndOfTurn() {
        while !endOfTurn.isEmpty {
            let batch = endOfTurn
            endOfTurn = []
            for work in batch { work() }
        }
    }

    private func runEndWork() {
        let batch = endWork
        endWork = []
        for work in batch { work() }
    }

    private func flushAll() {
        guard !unflushed.isEmpty else { return }
        let batch = unflushed
        unflushed = []
        for connection in batch { connection.flushAtEndOfTurn() }
        if unflushed.isEmpty {
            var storage = batch
            storage.removeAll(keepingCapacity: storage.capacity <= 4096)
            unflushed = storage
        }
    }

    // MARK: Timers

    func schedule(after milliseconds: Int, _ work: @escaping () -> Void) -> LoopTimer {
        let timer = LoopTimer(core: self, work: work)
        arm(timer, after: milliseconds)
        return timer
    }

    /// Sets, or sets anew, when `timer` fires.
    func arm(_ timer: LoopTimer, after milliseconds: Int) {
        // The turn's cached time lags behind, and a timer must not fire early.
        let present = frozenTime ?? Int64(clamping: uv_hrtime() / 1_000_000)
        let (deadline, overflow) = present.addingReportingOverflow(Int64(max(0, milliseconds)))
        timers.set(timer, deadline: overflow ? Int64.max : deadline)
        armClock()
    }

    func cancel(_ timer: LoopTimer) { timers.remove(timer) }

    func advance(by milliseconds: Int64) {
        guard let time = frozenTime else { return }
        frozenTime = time &+ max(0, milliseconds)
        fireTimers()
    }

    /// Fires what is due. Timers set meanwhile wait for the next turn, even with no delay.
    func fireTimers() {
        armedFor = nil
        let (present, newest) = (turnTime, timers.newestOrder)
        while let timer = timers.popDue(at: present, setUpTo: newest) { timer.fire() }
        armClock()
    }

    private func armClock() {
        guard frozenTime == nil, let first = timers.firstDeadline else { return }
        if let armedFor, armedFor <= first { return }
        armedFor = first
        uv_timer_start(timer, loopTimerFired, UInt64(max(0, first &- turnTime)), 0)
    }
}

// MARK: C callbacks

private func eventLoop(_ data: UnsafeMutableRawPointer?) -> EventLoop? {
    data.map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
}

private func loopThread(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    pthread_detach(pthread_self())
    CurrentLoop.set(argument)
    let loop = Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue()
    loop.core.run(loop)
    CurrentLoop.set(nil)
    loop.finish()
}

private func loopWoken(_ handle: UnsafeMutablePointer<uv_async_t>?) {
    eventLoop(handle?.pointee.data)?.drainInbox()
}

private func loopPreparing(_ handle: UnsafeMutablePointer<uv_prepare_t>?) {
    guard let loop = eventLoop(handle?.pointee.data) else { return }
    loop.core.endTurn(loop)
}

private func loopTimerFired(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
    eventLoop(handle?.pointee.data)?.core.fireTimers()
}

private func closeOwner(_ handle: UnsafeMutablePointer<uv_handle_t>?, _ argument: UnsafeMutableRawPointer?) {
    guard let handle, uv_is_closing(handle) == 0 else { return }
    switch handle.pointee.type {
    case UV_TCP, UV_NAMED_PIPE, UV_POLL:
        guard let data = handle.pointee.data else { return }
        Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue().loopIsEnding()
    default: break
    }
}

/// What libuv's `data` pointer of a stream or poll handle refers to.
package class HandleOwner {
    init() {}
    /// The loop ends: the owner closes its handle.
    func loopIsEnding() {}
}
