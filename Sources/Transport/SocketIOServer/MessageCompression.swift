internal import WebSocketServer

/// How messages of WebSockets are compressed.
///
/// By default each message stands alone: an idle connection costs next to nothing, and what goes to many is compressed
/// once for all clients with the same window.
public struct MessageCompression: Hashable, Sendable {
    /// Messages of fewer bytes are sent as they are.
    public var threshold: Int
    /// From 1, fast, to 9, small; others count as the nearest.
    public var level: Int
    /// Whether messages may refer to earlier ones of the same connection: they are smaller, for about 300 KB a
    /// connection, and what goes to many is compressed for each.
    public var keepsContext: Bool

    /// The defaults are quick, and keep nothing between messages.
    public init(threshold: Int = 1024, level: Int = 1, keepsContext: Bool = false) {
        self.threshold = threshold
        self.level = level
        self.keepsContext = keepsContext
    }

    var webSocket: WebSocketCompression {
        WebSocketCompression(keepsContext: keepsContext, threshold: threshold, level: level)
    }
}
