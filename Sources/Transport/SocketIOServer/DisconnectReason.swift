/// Why a socket was disconnected; the raw values are Socket.IO's own.
public enum DisconnectReason: String, Hashable, Sendable {
    /// The client left the namespace.
    case clientNamespaceDisconnect = "client namespace disconnect"
    /// The server disconnected the socket.
    case serverNamespaceDisconnect = "server namespace disconnect"
    /// The client closed the connection, or lost it.
    case transportClose = "transport close"
    /// The connection failed, or its client broke Engine.IO or read too slowly.
    case transportError = "transport error"
    /// The client did not answer a ping in time.
    case pingTimeout = "ping timeout"
    /// The client sent a packet that cannot be read.
    case parseError = "parse error"
    /// The server closed the connection.
    case forcedClose = "forced close"
    /// The server closed the connection because the client's packet did not fit the state of its namespace.
    case forcedServerClose = "forced server close"
    /// The server is going down.
    case serverShuttingDown = "server shutting down"
}
