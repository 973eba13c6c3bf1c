internal import ByteCoding
internal import EngineIOCodec

/// Packets that wait for a poll, or for the WebSocket that takes a session over.
struct OutgoingQueue: Sendable {
    private(set) var packets: [EngineIOOutgoing] = []
    /// Bytes of all packets together.
    private(set) var count = 0

    private static let separator: UInt8 = 0x1E

    var isEmpty: Bool { packets.isEmpty }

    mutating func append(_ packet: EngineIOOutgoing) {
        count += packet.count
        // One packet a place: an answer holds only so many of them.
        guard case .preframed(let shared) = packet, !shared.attachments.isEmpty else { return packets.append(packet) }
        packets.append(.text(shared.text))
        for attachment in shared.attachments { packets.append(.binary(attachment)) }
    }

    mutating func removeAll() {
        packets = []
        count = 0
    }

    /// Takes the first packets, at most `limit`, as the answer to one poll.
    mutating func takePayload(limit: Int, format: EngineIOFormat) -> EngineIOResponse {
        let taken = packets.prefix(limit)
        for packet in taken { count -= packet.count }
        defer { if taken.count == packets.count { packets = [] } else { packets.removeFirst(taken.count) } }
        switch format {
        case .four: return .payload(Self.separated(taken))
        case .three(let takesBytes):
            let asBytes = takesBytes && taken.contains(where: Self.needsBytes)
            let bytes = Self.framed(taken, asBytes: asBytes)
            return asBytes ? .binaryPayload(bytes) : .payload(bytes)
        }
    }

    /// Revision 4: text as it is, bytes in Base64 behind `b`, one packet apart from the next by a separator.
    private static func separated(_ packets: ArraySlice<EngineIOOutgoing>) -> [UInt8] {
        var bytes: [UInt8] = []
        for packet in packets {
            if !bytes.isEmpty { bytes.append(separator) }
            switch packet {
            case .text(let text): bytes.append(contentsOf: text)
            case .binary(let message): EngineIO4.encodeText(.binary(message[...]), into: &bytes)
            case .preframed(let packet): packet.appendText(to: &bytes)
            }
        }
        return bytes
    }

    /// Revision 3: each packet behind its length.
    private static func framed(_ packets: ArraySlice<EngineIOOutgoing>, asBytes: Bool) -> [UInt8] {
        var writer = EngineIO3.PayloadWriter(asBytes: asBytes)
        for packet in packets {
            switch packet {
            case .text(let text): writer.append(text: text.span)
            case .binary(let message): writer.append(binary: message.span)
            case .preframed(let packet):
                let text = packet.text
                writer.append(text: text.span)
            }
        }
        return writer.bytes
    }

    /// Bytes that need no Base64, and characters whose length clients disagree about where it is not in bytes.
    private static func needsBytes(_ packet: EngineIOOutgoing) -> Bool {
        switch packet {
        case .text(let text): UTF16Length(of: text.span).hasPairs
        case .binary: true
        case .preframed(let packet): UTF16Length(of: packet.text.span).hasPairs
        }
    }
}
