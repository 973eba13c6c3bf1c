#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Holds threads until it is opened.
///
/// Unchecked: `arrived` and `isOpen` are touched only while `mutex` is held.
final class Gate: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var arrived = 0
    private var isOpen = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    func pass() {
        pthread_mutex_lock(mutex)
        arrived += 1
        pthread_cond_broadcast(changed)
        while !isOpen { pthread_cond_wait(changed, mutex) }
        pthread_mutex_unlock(mutex)
    }

    func waitForArrivals(_ count: Int) {
        pthread_mutex_lock(mutex)
        while arrived < count { pthread_cond_wait(changed, mutex) }
        pthread_mutex_unlock(mutex)
    }

    func open() {
        pthread_mutex_lock(mutex)
        isOpen = true
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }
}
