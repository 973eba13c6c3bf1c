/// How long and how much is kept so that a client that lost its connection finds its socket again: the same id, rooms
/// and data, and the events that it has missed ("connection state recovery").
///
/// Each event carries its offset as a last argument, a text. JavaScript clients from 4.6 on send it when they come back,
/// and pass it to listeners like any argument. Other clients of protocol 5 (python-socketio) know nothing of it and get it
/// all the same, unless middleware calls `Socket.declineRecovery`. Those of protocol 4 cannot come back and get events
/// without it.
///
/// Volatile events, and those that ask for an acknowledgement, are not kept and not sent again. Nor is what was encoded by the
/// program (`EncodedPacket`): should its last argument be a text, the client takes that for its offset and begins afresh.
public struct ConnectionRecovery: Hashable, Sendable {
    /// How long a client may be away, in milliseconds.
    public var maxDuration: Int
    /// Events that are kept, over all namespaces; a client that has missed more begins afresh.
    public var maxEvents: Int
    /// Bytes of the events that are kept.
    public var maxBytes: Int
    /// Clients that are away and waited for; past them the one that has been away longest is given up.
    public var maxSessions: Int
    /// Whether a client that comes back passes without being asked by the middleware again.
    public var skipsMiddleware: Bool

    /// The defaults are two minutes and, at most, 16 MiB.
    public init(
        maxDuration: Int = 120_000, maxEvents: Int = 10_000, maxBytes: Int = 16 << 20, maxSessions: Int = 10_000,
        skipsMiddleware: Bool = true
    ) {
        self.maxDuration = maxDuration
        self.maxEvents = maxEvents
        self.maxBytes = maxBytes
        self.maxSessions = maxSessions
        self.skipsMiddleware = skipsMiddleware
    }
}
