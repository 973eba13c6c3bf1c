#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread of the store's own: SQLite blocks, which threads of the executors must not.
///
/// Unchecked: a thread's id may be joined from any thread; `join` or `detach` is called, once.
struct PosixThread: @unchecked Sendable {
    private let thread: pthread_t

    /// Starts a thread that runs `body`.
    init(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
        let box = Unmanaged.passRetained(Box(body))
        #if canImport(Darwin)
            var started: pthread_t?
        #else
            var started = pthread_t()
        #endif
        let code = pthread_create(&started, nil, { runBox($0) }, box.toOpaque())
        #if canImport(Darwin)
            let thread = started
        #else
            let thread: pthread_t? = started
        #endif
        guard code == 0, let thread else {
            box.release()
            throw StorageError(.outOfMemory, "The system refused a thread. Raise this user's limit of processes.")
        }
        self.thread = thread
    }

    func join() { pthread_join(thread, nil) }

    /// Lets the system take the thread back when it ends; instead of `join`.
    func detach() { pthread_detach(thread) }
}

private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runBox(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
}

/// Carries a value that is not Sendable to the one thread that uses it from then on.
///
/// Unchecked: whoever makes one gives the value up, and one thread takes it.
final class Handover<Value>: @unchecked Sendable {
    private var value: Value?

    init(_ value: Value) { self.value = value }

    /// The value, the first time.
    func take() -> Value? {
        defer { value = nil }
        return value
    }
}
