/// What carries a session's packets.
package enum EngineIOTransport: String, Hashable, Sendable {
    case polling
    case websocket
}

/// What a request is answered with.
package enum EngineIOResponse: Hashable, Sendable {
    /// Packets, as text.
    case payload([UInt8])
    /// Packets, as bytes (revision 3).
    case binaryPayload([UInt8])
    /// A POST was taken in.
    case ok
    case failure(EngineIORefusal)
}

/// Packets that consist of their type, or nearly so.
enum ControlPacket {
    static let close = Array("1".utf8)
    static let ping = Array("2".utf8)
    static let pong = Array("3".utf8)
    static let probe = Array("2probe".utf8)
    static let probeAnswer = Array("3probe".utf8)
    static let upgrade = Array("5".utf8)
    static let noop = Array("6".utf8)
}
