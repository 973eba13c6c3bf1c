#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// SIGTERM, SIGINT and SIGHUP, taken by a thread that waits for them: nothing runs in a signal handler.
package enum Signals {
    /// To be called before any thread is made, so that every thread leaves these signals alone.
    package static func holdForWaiting() {
        var set = held
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// What the main thread does for the rest of the process: nothing, with these signals still held.
    package static func keepMainThread() -> Never {
        while true { pause() }
    }

    /// Returns when the process is asked to end. SIGHUP asks for that too, unless there is something to do for it.
    package static func untilAskedToEnd(onHangUp: (@Sendable () -> Void)? = nil) async {
        await withCheckedContinuation { continuation in
            let box = Unmanaged.passRetained(Waiter(continuation, onHangUp)).toOpaque()
            #if canImport(Glibc)
                var thread = pthread_t()
            #else
                var thread: pthread_t?
            #endif
            let code = pthread_create(&thread, nil, waitForSignal, box)
            if code != 0 {
                // Without the thread nothing could end the server gently; the default action still ends it.
                Unmanaged<Waiter>.fromOpaque(box).release()
                var set = held
                pthread_sigmask(SIG_UNBLOCK, &set, nil)
                pause()
                continuation.resume()
            }
        }
    }

    fileprivate static var held: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGHUP)
        return set
    }
}

private final class Waiter: Sendable {
    let continuation: CheckedContinuation<Void, Never>
    let onHangUp: (@Sendable () -> Void)?

    init(_ continuation: CheckedContinuation<Void, Never>, _ onHangUp: (@Sendable () -> Void)?) {
        self.continuation = continuation
        self.onHangUp = onHangUp
    }
}

#if canImport(Glibc)
    private nonisolated func waitForSignal(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        finishWaiting(box)
        return nil
    }
#else
    private nonisolated func waitForSignal(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        finishWaiting(box)
        return nil
    }
#endif

private nonisolated func finishWaiting(_ box: UnsafeMutableRawPointer?) {
    guard let box else { return }
    let waiter = Unmanaged<Waiter>.fromOpaque(box).takeRetainedValue()
    var set = Signals.held
    var signal: Int32 = 0
    while sigwait(&set, &signal) == 0, signal == SIGHUP, let onHangUp = waiter.onHangUp { onHangUp() }
    waiter.continuation.resume()
}
