package import WebSocketCodec

/// Limits and policies of the WebSockets that a server accepts.
package struct WebSocketConfiguration: Sendable {
    /// Bytes of one message, after inflating; past it the connection closes with 1009.
    package var maxMessageSize = 1_000_000
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
}

/// Whether a request's Origin may open a WebSocket (RFC 6455 section 10.2).
package enum WebSocketOriginPolicy: Sendable {
    /// Every request: the caller has checked the origin, or nothing here depends on cookies.
    case any
    /// These origins, such as `https://chat.example`, and requests without one, which no browser sends.
    case listed(Set<String>)
    /// What the closure says; nil stands for a request without an origin.
    case custom(@Sendable (_ origin: String?) -> Bool)

    func allows(_ origin: String?) -> Bool {
        switch self {
        case .any: true
        case .listed(let origins): origin.map { origins.contains($0) } ?? true
        case .custom(let isAllowed): isAllowed(origin)
        }
    }
}

/// How messages are compressed when the client offers permessage-deflate.
package struct WebSocketCompression: Sendable {
    /// What is agreed to; by default neither side keeps a window between messages, so an idle connection costs nothing.
    package var policy: PerMessageDeflate.Policy
    /// Messages under this many bytes are sent as they are.
    package var threshold: Int
    /// zlib's level, 1 (fast) to 9 (small).
    package var level: Int

    package init(policy: PerMessageDeflate.Policy = .init(), threshold: Int = 1024, level: Int = 1) {
        self.policy = policy
        self.threshold = threshold
        self.level = min(max(level, 1), 9)
    }
}
