/// A revision of the Socket.IO protocol.
package enum SocketIORevision: Int, Hashable, Sendable {
    /// Over Engine.IO 3: everyone is in the main namespace at once, a CONNECT carries a query instead of a payload, and
    /// a refusal is any JSON value.
    case four = 4
    /// Over Engine.IO 4.
    case five = 5
}
