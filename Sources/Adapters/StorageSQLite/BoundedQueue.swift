#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Work that waits for threads of the store, first in, first out, with a bound.
///
/// Unchecked: `items` and `isClosed` are touched only while `mutex` is held. (Synchronization's Mutex cannot be waited
/// on with a condition.)
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    enum Admission { case accepted, full, closed }

    private let limit: Int
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var items: [Element] = []
    /// Items before this index were taken.
    private var head = 0
    private var isClosed = false

    init(limit: Int) {
        self.limit = limit
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(filled, nil)
    }

    deinit {
        pthread_cond_destroy(filled)
        pthread_mutex_destroy(mutex)
        filled.deallocate()
        mutex.deallocate()
    }

    func push(_ element: Element) -> Admission {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return .closed }
        guard items.count - head < limit else { return .full }
        items.append(element)
        pthread_cond_signal(filled)
        return .accepted
    }

    /// Waits for work and takes up to `count` of it; nil once closed and empty.
    func take(upTo count: Int) -> [Element]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while items.count == head {
            if isClosed { return nil }
            pthread_cond_wait(filled, mutex)
        }
        if head == 0 && items.count <= count {
            var taken: [Element] = []
            swap(&taken, &items)
            return taken
        }
        let end = min(items.count, head + count)
        let taken = Array(items[head..<end])
        head = end
        // Moving the rest down only when half is taken keeps the cost of an item constant.
        if head * 2 >= items.count {
            items.removeFirst(head)
            head = 0
        }
        return taken
    }

    /// Refuses new work; what waits is still handed out.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_broadcast(filled)
        pthread_mutex_unlock(mutex)
    }
}
