package import WebSocketCodec

/// Limits and policies of the WebSockets that a server accepts.
package struct WebSocketConfiguration: Sendable {
    /// Bytes of one message, after inflating; past it the connection closes with 1009.
    package var maxMessageSize = 1_000_000
    /// Bytes of one data frame on the wire; past it the connection closes with 1009.
    package var maxFrameSize = Int.max
    /// Frames of one message; past it the connection closes with 1008.
    package var maxFragments = 4096
    /// Bytes written and not yet taken by the client, past which pings are not answered one by one: once all is taken,
    /// one pong answers the latest (RFC 6455 section 5.5.3).
    package var pongBacklog = 64 * 1024
    /// Bytes written and not yet taken by the client; past it the connection closes with 1013.
    package var queueLimit = 16 * 1024 * 1024
    /// Milliseconds that the client has for its part of the closing handshake.
    package var closeTime = 5_000
    /// Which pages may open a WebSocket here; others are answered 403.
    package var origins = WebSocketOriginPolicy.any
    /// Subprotocols spoken here; the client's favourite among them is chosen.
    package var protocols: [String] = []
    /// permessage-deflate (RFC 7692), off when nil.
    package var compression: WebSocketCompression?

    package init() {}

    var limits: WebSocketLimits {
        WebSocketLimits(message: maxMessageSize, frame: maxFrameSize, fragments: maxFragments)
    }
}

/// How messages are compressed when the client offers permessage-deflate.
package struct WebSocketCompression: Sendable {
    /// Bytes under which compressing costs more than it saves.
    package static let defaultThreshold = 1024

    /// What is agreed to; by default neither side keeps a window between messages, so an idle connection costs nothing.
    package var policy: PerMessageDeflate.Policy
    /// Messages under this many bytes are sent as they are.
    package var threshold: Int
    /// zlib's level, 1 (fast) to 9 (small).
    package var level: Int

    package init(
        policy: PerMessageDeflate.Policy = .init(), threshold: Int = WebSocketCompression.defaultThreshold,
        level: Int = 1
    ) {
        self.policy = policy
        self.threshold = threshold
        self.level = min(max(level, 1), 9)
    }

    /// - Parameter keepsContext: whether both sides may refer to earlier messages: smaller messages, for about 300 KB a
    ///   connection, and what goes to many is compressed for each.
    package init(
        keepsContext: Bool, threshold: Int = WebSocketCompression.defaultThreshold, level: Int = 1
    ) {
        self.init(
            policy: .init(serverNoContextTakeover: !keepsContext, clientNoContextTakeover: !keepsContext),
            threshold: threshold, level: level)
    }
}
