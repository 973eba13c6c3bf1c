#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// SIGTERM and SIGINT, taken by a thread that waits for them: nothing runs in a signal handler.
package enum Signals {
    /// To be called before any thread is made, so that every thread leaves the two signals alone.
    package static func holdForWaiting() {
        var set = ending
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// What the main thread does for the rest of the process: nothing, with the two signals still held.
    package static func keepMainThread() -> Never {
        while true { pause() }
    }

    /// Returns when the process is asked to end.
    package static func untilAskedToEnd() async {
        await withCheckedContinuation { continuation in
            let box = Unmanaged.passRetained(Waiter(continuation)).toOpaque()
            #if canImport(Glibc)
                var thread = pthread_t()
            #else
                var thread: pthread_t?
            #endif
            let code = pthread_create(&thread, nil, waitForSignal, box)
            if code != 0 {
                // Without the thread nothing could end the server gently; the default action still ends it.
                Unmanaged<Waiter>.fromOpaque(box).release()
                var set = ending
                pthread_sigmask(SIG_UNBLOCK, &set, nil)
                pause()
                continuation.resume()
            }
        }
    }

    fileprivate static var ending: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        return set
    }
}

private final class Waiter: Sendable {
    let continuation: CheckedContinuation<Void, Never>
    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
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
    var set = Signals.ending
    var signal: Int32 = 0
    sigwait(&set, &signal)
    waiter.continuation.resume()
}
