package import WebSocketServer

/// What an Engine.IO server may be told. Times are in milliseconds, sizes in bytes.
package struct EngineIOConfiguration: Sendable {
    /// From one pong (or the handshake) to the next ping; what clients of revision 3 wait between their pings.
    package var pingInterval = 25_000
    /// From a ping to its pong at the latest; then the session is closed. A client of revision 3 has `pingInterval`
    /// and this time together to ping.
    package var pingTimeout = 20_000
    /// How long a WebSocket may take from its handshake to the `upgrade` packet.
    package var upgradeTimeout = 10_000
    /// How long a closed polling session waits for a poll that carries the close packet.
    package var closeTimeout = 30_000
    /// The longest request body and WebSocket message; told to the client.
    package var maxPayload = 1_000_000
    /// Sessions on all loops together; more are answered 503.
    package var maxSessions = 1_000_000
    /// Bytes that may wait for a client; past them its session is closed.
    package var queueLimit = 4 << 20
    /// permessage-deflate of WebSockets (RFC 7692); nil switches it off. A packet for many is compressed once for all
    /// clients that agreed on `server_no_context_takeover` and the same window.
    package var compression: WebSocketCompression?
    /// Which web origins may open sessions.
    package var origins = OriginPolicy.sameOrigin

    package init() {}
}
