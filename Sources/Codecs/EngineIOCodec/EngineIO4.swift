import ByteCoding

/// The spelling of packets in revision 4 of the Engine.IO protocol ("Packet encoding").
package enum EngineIO4 {
    static let binaryPrefix = UInt8(ascii: "b")

    /// Reads the packet of one text: a WebSocket text message, or one packet of an HTTP body.
    ///
    /// The caller has made sure that `text` is UTF-8. Text of the form `b…` is a binary message in Base64. What comes
    /// as a WebSocket binary message is `.binary` as it is.
    package static func decode(_ text: ArraySlice<UInt8>) throws(EngineIOError) -> EngineIOPacket {
        guard let type = text.first else { throw .emptyPacket }
        let payload = text.dropFirst()
        switch type {
        case UInt8(ascii: "0"): return .open(payload)
        case UInt8(ascii: "1"): return try bare(.close, payload)
        case UInt8(ascii: "2"): return .ping(payload)
        case UInt8(ascii: "3"): return .pong(payload)
        case UInt8(ascii: "4"): return .message(payload)
        case UInt8(ascii: "5"): return try bare(.upgrade, payload)
        case UInt8(ascii: "6"): return try bare(.noop, payload)
        case binaryPrefix:
            guard let bytes = Base64.decode(payload.span) else { throw .invalidBase64 }
            return .binary(bytes[...])
        default: throw .unknownPacketType
        }
    }

    package static func decode(_ text: [UInt8]) throws(EngineIOError) -> EngineIOPacket { try decode(text[...]) }

    /// The packet as one WebSocket message.
    package static func encode(_ packet: EngineIOPacket) -> EngineIOFrame {
        if case .binary(let payload) = packet { return .binary(Array(payload)) }
        var text: [UInt8] = []
        encodeText(packet, into: &text)
        return .text(text)
    }

    /// Appends the packet in the form that any transport for text can carry: binary as `b` and Base64.
    package static func encodeText(_ packet: EngineIOPacket, into text: inout [UInt8]) {
        switch packet {
        case .open(let payload): append("0", payload, to: &text)
        case .close: text.append(UInt8(ascii: "1"))
        case .ping(let payload): append("2", payload, to: &text)
        case .pong(let payload): append("3", payload, to: &text)
        case .message(let payload): append("4", payload, to: &text)
        case .binary(let payload):
            text.append(binaryPrefix)
            Base64.encode(payload.span, into: &text)
        case .upgrade: text.append(UInt8(ascii: "5"))
        case .noop: text.append(UInt8(ascii: "6"))
        }
    }

    private static func append(_ type: Unicode.Scalar, _ payload: ArraySlice<UInt8>, to text: inout [UInt8]) {
        text.reserveCapacity(text.count + payload.count + 1)
        text.append(UInt8(ascii: type))
        text.append(contentsOf: payload)
    }

    private static func bare(
        _ packet: EngineIOPacket, _ payload: ArraySlice<UInt8>
    ) throws(EngineIOError) -> EngineIOPacket {
        guard payload.isEmpty else { throw .unexpectedPayload }
        return packet
    }
}
