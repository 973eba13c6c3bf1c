internal import NetLoop

/// A packet on its way to a client, whichever transport will carry it.
package enum EngineIOOutgoing: Sendable {
    /// A whole text packet: its type digit and what follows it, in UTF-8.
    case text([UInt8])
    /// A message of bytes.
    case binary([UInt8])
    /// A text packet that many clients get, and the messages of bytes that belong to it.
    case preframed(PreframedPacket)

    /// What it counts for in the session's queue.
    package var count: Int {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes.count
        case .preframed(let packet): packet.count
        }
    }
}
