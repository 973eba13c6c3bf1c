public import EngineIOServer

/// What a Socket.IO server may be told. Times are in milliseconds, sizes in bytes.
public struct SocketIOConfiguration: Sendable {
    /// The path of every request; ends with a slash.
    public var path = "/socket.io/"
    /// From one pong (or the handshake) to the next ping.
    public var pingInterval = 25_000
    /// From a ping to its pong at the latest.
    public var pingTimeout = 20_000
    /// How long a WebSocket may take to take over a session that began with polling.
    public var upgradeTimeout = 10_000
    /// How long a connection may be in no namespace before it is closed.
    public var connectTimeout = 45_000
    /// The longest request body and WebSocket message.
    public var maxPayload = 1_000_000
    /// Binary attachments of one packet at most.
    public var maxAttachments = 10
    /// Connections on all loops together; more are answered 503.
    public var maxSessions = 1_000_000
    /// Bytes that wait for a client before its room packets are dropped.
    public var roomQueueLimit = 1 << 20
    /// Bytes that wait for a client before its connection is closed.
    public var connectionQueueLimit = 4 << 20
    /// Bytes that wait for a client before its volatile events are dropped. What a turn writes waits for the turn's
    /// end, so that this is not 0.
    public var volatileQueueLimit = 16 << 10
    /// Events of one socket that may wait for its asynchronous handlers or its `events`; past them it is disconnected.
    public var eventBacklog = 1024
    /// Sockets that may wait for the reader of `Namespace.connections`; past them newcomers are disconnected.
    public var connectionBacklog = 1024
    /// Namespaces that exist by a predicate, on one loop; further ones are refused as unknown.
    public var maxDynamicNamespaces = 10_000
    /// How long another node may take to answer, beside what it waits for itself.
    public var nodeTimeout = 5_000
    /// Nil: a client that loses its connection begins afresh. Else it finds its socket again for a while.
    public var recovery: ConnectionRecovery?
    /// How long `shutdown` waits for HTTP exchanges under way.
    public var drainTime = 2_000
    /// permessage-deflate of WebSockets (RFC 7692) for clients that offer it; nil switches it off.
    public var compression: MessageCompression?
    /// Which web origins may connect.
    public var origins = OriginPolicy.sameOrigin

    /// The defaults: those of Socket.IO for Node where it has the same options.
    public init() {}

    var engine: EngineIOConfiguration {
        var engine = EngineIOConfiguration()
        engine.pingInterval = pingInterval
        engine.pingTimeout = pingTimeout
        engine.upgradeTimeout = upgradeTimeout
        engine.maxPayload = maxPayload
        engine.maxSessions = maxSessions
        engine.queueLimit = connectionQueueLimit
        engine.origins = origins
        engine.compression = compression?.webSocket
        return engine
    }
}
