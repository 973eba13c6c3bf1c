public import ByteCoding

/// Thrown by middleware: the client is refused, and gets this as its `connect_error`.
public struct ConnectError: Error, Hashable, Sendable {
    /// `error.message` in the JavaScript client.
    public var message: String
    /// `error.data` in the JavaScript client.
    public var data: JSON?

    /// Refuses with a text and, unless nil, data.
    public init(_ message: String, data: JSON? = nil) {
        self.message = message
        self.data = data
    }
}
