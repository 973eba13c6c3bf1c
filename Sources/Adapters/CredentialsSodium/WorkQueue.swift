#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Work in the order in which it came, for threads that wait for it; bounded.
///
/// Unchecked: `waiting` and `isClosed` are touched only with `mutex` locked. The standard library's `Mutex` has no
/// condition to wait on.
final class WorkQueue: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    private let limit: Int
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var waiting: [Work] = []
    private var isClosed = false

    /// - Parameter limit: how much may wait, beside what the threads are at.
    init(limit: Int) {
        self.limit = limit
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// False where too much waits or the queue is closed; `work` will not run then.
    func add(_ work: @escaping Work) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed, waiting.count < limit else { return false }
        waiting.append(work)
        pthread_cond_signal(condition)
        return true
    }

    /// Waits for the next piece of work; nil once the queue is closed and empty.
    func take() -> Work? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty {
            if isClosed { return nil }
            pthread_cond_wait(condition, mutex)
        }
        return waiting.removeFirst()
    }

    /// Takes no more work; what waits is still done.
    func close() {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        isClosed = true
        pthread_cond_broadcast(condition)
    }

    /// Starts a thread that works until the queue is closed and empty. False where the system refuses it.
    func startThread() -> Bool {
        let reference = Unmanaged.passRetained(self)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, { workUntilClosed($0) }, reference.toOpaque()) == 0 else {
            reference.release()
            return false
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }
}

private func workUntilClosed(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    let queue = Unmanaged<WorkQueue>.fromOpaque(pointer).takeRetainedValue()
    while let work = queue.take() { work() }
    return nil
}
