/// What a connection tells the object that uses it; every call comes on the connection's loop.
///
/// A handler may write, pause, close or abort inside any of these calls.
package protocol StreamHandler: AnyObject {
    /// Bytes came. They are valid during the call only.
    func received(_ bytes: UnsafeRawBufferPointer)
    /// The peer will send no more (with TLS, it said so by close_notify); writing is still possible.
    func ended()
    /// All that was written has been handed to the system. Told once for each time that the queue empties, at the end
    /// of a turn at the earliest, while the connection's `tellsDrained` is set.
    func drained()
    /// The connection is gone; the last call, made exactly once.
    func closed(_ reason: StreamCloseReason)
}

/// Why a connection ended.
package enum StreamCloseReason: Hashable, Sendable {
    /// This side closed it after everything was sent.
    case finished
    /// This side dropped it.
    case aborted
    /// This side was closing it, but the peer took too long to read the rest.
    case flushTimedOut
    /// The network or the peer broke it.
    case failed(SocketError)
    /// What makes the connection secure broke: the peer's TLS, or the stream before its close_notify.
    case insecure(TLSFailure)
    /// Its loop ended.
    case loopEnded
}
