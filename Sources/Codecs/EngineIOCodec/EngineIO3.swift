import ByteCoding

/// The spelling of packets in revision 3 of the Engine.IO protocol ("Encoding").
package enum EngineIO3 {
    /// What stands before the bytes of a message where bytes can be sent.
    package static let binaryMessageType: UInt8 = 4
    /// What stands before the bytes of a message as Base64.
    static let base64Prefix = Array("b4".utf8)

    /// Reads the packet of one text: a WebSocket text message, or one text packet of an HTTP body.
    ///
    /// The caller has made sure that `text` is UTF-8. Text of the form `b4…` is a binary message in Base64.
    package static func decode(_ text: ArraySlice<UInt8>) throws(EngineIOError) -> EngineIOPacket {
        guard text.first == base64Prefix[0] else { return try EngineIOText.decode(text) }
        guard text.starts(with: base64Prefix) else { throw .unknownPacketType }
        let letters = text.dropFirst(base64Prefix.count)
        guard let bytes = Base64.decode(letters.span) else { throw .invalidBase64 }
        return .binary(bytes[...])
    }

    package static func decode(_ text: [UInt8]) throws(EngineIOError) -> EngineIOPacket { try decode(text[...]) }

    /// Reads a packet that came as bytes: a type and what it carries. Only messages come so.
    package static func decode(bytes: ArraySlice<UInt8>) throws(EngineIOError) -> EngineIOPacket {
        guard let type = bytes.first else { throw .emptyPacket }
        guard type == binaryMessageType else { throw .unknownPacketType }
        return .binary(bytes.dropFirst())
    }

    /// The packet as one WebSocket message; binary is Base64 text for a client that takes no bytes.
    package static func encode(_ packet: EngineIOPacket, takesBytes: Bool = true) -> EngineIOFrame {
        if case .binary(let payload) = packet, takesBytes { return .binary([binaryMessageType] + payload) }
        var text: [UInt8] = []
        encodeText(packet, into: &text)
        return .text(text)
    }

    /// Appends the packet in the form that any transport for text can carry: binary as `b4` and Base64.
    package static func encodeText(_ packet: EngineIOPacket, into text: inout [UInt8]) {
        guard case .binary(let payload) = packet else { return EngineIOText.encode(packet, into: &text) }
        text.append(contentsOf: base64Prefix)
        Base64.encode(payload.span, into: &text)
    }
}
