internal import ByteCoding
internal import EngineIOCodec
internal import NetLoop

/// A packet on its way to a client, whichever transport will carry it.
package enum EngineIOOutgoing: Sendable {
    /// A whole text packet: its type digit and what follows it, in UTF-8.
    case text([UInt8])
    /// A message of bytes.
    case binary([UInt8])
    /// A text packet that many clients get.
    case preframed(PreframedPacket)

    /// What it counts for in the session's queue.
    package var count: Int {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes.count
        case .preframed(let packet): packet.textCount
        }
    }
}

/// Packets that wait for a poll, or for the WebSocket that takes a session over.
struct OutgoingQueue: Sendable {
    private(set) var packets: [EngineIOOutgoing] = []
    /// Bytes of all packets together.
    private(set) var count = 0

    private static let separator: UInt8 = 0x1E

    var isEmpty: Bool { packets.isEmpty }

    mutating func append(_ packet: EngineIOOutgoing) {
        packets.append(packet)
        count += packet.count
    }

    mutating func removeAll() {
        packets = []
        count = 0
    }

    /// Takes the first packets, at most `limit`, as one polling payload (Engine.IO 4, HTTP long-polling): text as it
    /// is, bytes in base64 after `b`.
    mutating func takePayload(limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        let taken = packets.prefix(limit)
        for packet in taken {
            if !bytes.isEmpty { bytes.append(Self.separator) }
            count -= packet.count
            switch packet {
            case .text(let text): bytes.append(contentsOf: text)
            case .binary(let message): EngineIO4.encodeText(.binary(message[...]), into: &bytes)
            case .preframed(let packet): packet.appendText(to: &bytes)
            }
        }
        if taken.count == packets.count { packets = [] } else { packets.removeFirst(taken.count) }
        return bytes
    }
}
