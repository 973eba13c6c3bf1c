import ByteCoding

/// The spelling of packets in revision 4 of the Engine.IO protocol ("Packet encoding").
package enum EngineIO4 {
    static let binaryPrefix = UInt8(ascii: "b")

    /// Reads the packet of one text: a WebSocket text message, or one packet of an HTTP body.
    ///
    /// The caller has made sure that `text` is UTF-8. Text of the form `b…` is a binary message in Base64. What comes
    /// as a WebSocket binary message is `.binary` as it is.
    package static func decode(_ text: ArraySlice<UInt8>) throws(EngineIOError) -> EngineIOPacket {
        guard text.first == binaryPrefix else { return try EngineIOText.decode(text) }
        let letters = text.dropFirst()
        guard let bytes = Base64.decode(letters.span) else { throw .invalidBase64 }
        return .binary(bytes[...])
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
        guard case .binary(let payload) = packet else { return EngineIOText.encode(packet, into: &text) }
        text.append(binaryPrefix)
        Base64.encode(payload.span, into: &text)
    }
}
