/// What became of an event that was to be sent; may be ignored.
///
/// It has no JSON form on purpose: a handler that ends with `socket.emit(…)` does not acknowledge its event with it.
public enum EmitResult: Hashable, Sendable {
    /// It is on its way; to nobody, when nobody is meant.
    case sent
    /// It was volatile, and the client is behind.
    case dropped
    /// The socket is not connected.
    case disconnected
    /// Socket.IO has the name for itself (`connect`, `disconnect`, …).
    case reservedName
    /// A value has no JSON form: a number that is not finite, or more than 64 levels.
    case notEncodable
}
