/// Bounds on what a peer may send, in bytes where nothing else is said.
package struct WebSocketLimits: Hashable, Sendable {
    /// One message, all its fragments together, and after inflating; past it the connection closes with 1009.
    package var message: Int
    /// One data frame's payload on the wire; past it the connection closes with 1009. By default only the message's
    /// limit holds.
    package var frame: Int
    /// Frames of one message, empty ones included, since each costs work and none need add a byte; past it the
    /// connection closes with 1008.
    package var fragments: Int

    package init(message: Int = 1_000_000, frame: Int = .max, fragments: Int = 4096) {
        self.message = min(max(0, message), Self.largestMessage)
        self.frame = max(0, frame)
        self.fragments = max(1, fragments)
    }

    /// What an array can be asked to hold, with room to reckon.
    private static let largestMessage = 1 << 40

    /// The most that a message of `message` bytes takes when it is deflated: with fixed codes a byte takes up to nine
    /// bits (RFC 1951 section 3.2.6), and stored blocks add five bytes each.
    var deflatedMessage: Int { message + message / 8 + 1024 }
}
