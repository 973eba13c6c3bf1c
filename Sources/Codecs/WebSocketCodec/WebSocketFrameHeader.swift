/// What stands before a frame's payload (RFC 6455 section 5.2).
struct WebSocketFrameHeader: Sendable {
    var isFinal: Bool
    var isCompressed: Bool
    var opcode: WebSocketOpcode
    var payloadLength: UInt64
    /// The mask's bytes on the wire, the first the lowest; nil when the frame has none.
    var mask: UInt32?
    /// Bytes of the header itself, 2...14.
    var length: Int

    /// Reads the header at `start`, nil while it has not come whole.
    ///
    /// What its first two bytes tell is refused before the rest is there.
    init?(
        _ bytes: Span<UInt8>, at start: Int, role: WebSocketFrameDecoder.Role, allowsCompression: Bool
    ) throws(WebSocketError) {
        guard bytes.count - start >= 2 else { return nil }
        let first = bytes[start]
        let second = bytes[start + 1]
        isFinal = first & 0x80 != 0
        guard let opcode = WebSocketOpcode(rawValue: first & 0x0F) else { throw .reservedOpcode }
        self.opcode = opcode
        isCompressed = first & 0x40 != 0
        guard first & 0x30 == 0 else { throw .reservedBit }
        if isCompressed {
            guard allowsCompression, opcode == .text || opcode == .binary else { throw .reservedBit }
        }
        let isMasked = second & 0x80 != 0
        switch role {
        case .server: guard isMasked else { throw .unmaskedFrame }
        case .client: guard !isMasked else { throw .maskedFrame }
        }
        let short = second & 0x7F
        if opcode.isControl {
            guard isFinal else { throw .fragmentedControlFrame }
            guard short <= 125 else { throw .controlFrameTooLong }
        }
        let extended = short == 126 ? 2 : short == 127 ? 8 : 0
        length = 2 + extended + (isMasked ? 4 : 0)
        guard bytes.count - start >= length else { return nil }
        var value = UInt64(short)
        if extended > 0 {
            value = 0
            for place in (start + 2)..<(start + 2 + extended) { value = value << 8 | UInt64(bytes[place]) }
            guard value >> 63 == 0 else { throw .lengthOutOfRange }
            guard value > (extended == 2 ? 125 : 0xFFFF) else { throw .lengthNotMinimal }
        }
        payloadLength = value
        mask = nil
        if isMasked {
            var key: UInt32 = 0
            for place in 0..<4 { key |= UInt32(bytes[start + length - 4 + place]) << UInt32(place * 8) }
            mask = key
        }
    }
}
