internal import ByteCoding
internal import NetLoop
internal import SocketIOCodec

/// What only some sockets use. Confined to the socket's loop.
final class SocketFeatures {
    struct PendingAcknowledgement {
        let timer: LoopTimer?
        let acknowledged: (Result<EventPayload, AcknowledgementError>) -> Void
    }

    var acknowledgements = AckTable<PendingAcknowledgement>()
    var handlers: [String: (SocketEvent) -> Void] = [:]
    /// Asked before each event's handler; what they throw stops the event.
    var checks: [(SocketEvent) throws -> Void] = []
    var onAny: ((SocketEvent) -> Void)?
    var onBinaryEvent: ((String, [JSON], [[UInt8]], Acknowledgement?) -> Void)?
    var onError: ((String, any Error) -> Void)?
    var onDisconnecting: ((DisconnectReason) -> Void)?
    var data = JSONObject()
    /// Where the sequence of the socket's events ends.
    var events: AsyncStream<SocketEvent>.Continuation?
    /// Runs the asynchronous handlers, one event after the other.
    var jobs: EventJobs?
    /// The middleware that decides on the socket.
    var deciding: Task<Void, Never>?
    /// Who waits for the socket's end.
    var endWaiters: [CheckedContinuation<DisconnectReason, Never>] = []
    var recovery: SocketRecovery?

    /// The visit is over, or never began.
    func ended(_ reason: DisconnectReason) {
        deciding?.cancel()
        deciding = nil
        events?.finish()
        jobs?.end()
        for waiter in endWaiters { waiter.resume(returning: reason) }
        endWaiters = []
    }
}

extension Socket {
    var madeFeatures: SocketFeatures {
        if let features { return features }
        let made = SocketFeatures()
        features = made
        return made
    }

    /// The application's own values for this socket, empty at first; seen by `fetchSockets` on every node, and restored
    /// when the client's state is.
    public var data: JSONObject {
        get { features?.data ?? JSONObject() }
        set { if client != nil { madeFeatures.data = newValue } }
    }

    /// An event with binary attachments came that no handler of `on` takes; when this is nil, `onEvent` gets it without
    /// them.
    public var onBinaryEvent:
        (
            (_ name: String, _ arguments: [JSON], _ attachments: [[UInt8]], _ acknowledge: Acknowledgement?) -> Void
        )?
    {
        get { features?.onBinaryEvent }
        set { if features != nil || newValue != nil { madeFeatures.onBinaryEvent = newValue } }
    }

    /// The socket is about to be disconnected: it is still in its rooms, but nothing can be sent to it.
    public var onDisconnecting: ((DisconnectReason) -> Void)? {
        get { features?.onDisconnecting }
        set { if features != nil || newValue != nil { madeFeatures.onDisconnecting = newValue } }
    }

    /// A handler threw, or the event's arguments do not fit its type; the event is answered by nothing.
    public var onError: ((_ event: String, _ error: any Error) -> Void)? {
        get { features?.onError }
        set { if features != nil || newValue != nil { madeFeatures.onError = newValue } }
    }

    /// Called with every event before its handler.
    public var onAny: ((SocketEvent) -> Void)? {
        get { features?.onAny }
        set { if features != nil || newValue != nil { madeFeatures.onAny = newValue } }
    }
}
