/// Why a session ended; the raw values are those of the reference implementation.
package enum EngineIOCloseReason: String, Hashable, Sendable {
    /// The client broke the protocol, its connection failed, or it read too slowly.
    case transportError = "transport error"
    /// The client closed the session or its connection.
    case transportClose = "transport close"
    /// The server closed the session.
    case forcedClose = "forced close"
    /// No pong came in time.
    case pingTimeout = "ping timeout"
    /// A packet could not be read.
    case parseError = "parse error"
}
