internal import CUV

/// A failed system or libuv call.
public struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, such as "bind".
    public let operation: String
    /// The error number, positive as in `errno`.
    public let code: Int32

    package init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = abs(code)
    }

    public var description: String { "\(operation): \(String(cString: uv_strerror(-code)))" }
}
