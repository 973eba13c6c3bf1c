/// Writes frames (RFC 6455 section 5.2).
package enum WebSocketFrame {
    /// The most that a control frame holds, in bytes.
    package static let maximumControlPayload = 125

    /// Appends a server's frame, which has no mask. `isCompressed` sets RSV1 (RFC 7692 section 7.2.1).
    ///
    /// A control frame is always final and uncompressed, and its payload is cut at 125 bytes.
    package static func encode(
        _ opcode: WebSocketOpcode, _ payload: Span<UInt8>, isFinal: Bool = true, isCompressed: Bool = false,
        into output: inout [UInt8]
    ) {
        let count = payloadLength(opcode, payload.count)
        appendHeader(opcode, count, isFinal: isFinal, isCompressed: isCompressed, maskBit: 0, to: &output)
        append(payload, count, to: &output)
    }

    package static func encode(
        _ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true, isCompressed: Bool = false,
        into output: inout [UInt8]
    ) {
        encode(opcode, payload.span, isFinal: isFinal, isCompressed: isCompressed, into: &output)
    }

    /// Appends a client's frame under `mask`, which is to be random and new for each frame (RFC 6455 section 10.3);
    /// its lowest byte is the first on the wire.
    package static func encodeMasked(
        _ opcode: WebSocketOpcode, _ payload: Span<UInt8>, mask: UInt32, isFinal: Bool = true,
        isCompressed: Bool = false, into output: inout [UInt8]
    ) {
        let count = payloadLength(opcode, payload.count)
        appendHeader(opcode, count, isFinal: isFinal, isCompressed: isCompressed, maskBit: 0x80, to: &output)
        for shift: UInt32 in [0, 8, 16, 24] { output.append(UInt8(truncatingIfNeeded: mask >> shift)) }
        let start = output.count
        append(payload, count, to: &output)
        WebSocketMask.apply(mask, phase: 0, to: &output, from: start)
    }

    package static func encodeMasked(
        _ opcode: WebSocketOpcode, _ payload: [UInt8], mask: UInt32, isFinal: Bool = true, isCompressed: Bool = false,
        into output: inout [UInt8]
    ) {
        encodeMasked(
            opcode, payload.span, mask: mask, isFinal: isFinal, isCompressed: isCompressed, into: &output)
    }

    /// The payload of a close frame: `code`, and as much of `reason` as fits, cut between characters.
    ///
    /// Empty without a code, or with one that no frame may carry.
    package static func closePayload(code: WebSocketCloseCode?, reason: String = "") -> [UInt8] {
        guard let code, code.isSendable else { return [] }
        var payload = [UInt8(truncatingIfNeeded: code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)]
        for scalar in reason.unicodeScalars {
            guard payload.count + UTF8.width(scalar) <= maximumControlPayload else { break }
            payload.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return payload
    }

    private static func payloadLength(_ opcode: WebSocketOpcode, _ count: Int) -> Int {
        opcode.isControl ? min(count, maximumControlPayload) : count
    }

    private static func appendHeader(
        _ opcode: WebSocketOpcode, _ count: Int, isFinal: Bool, isCompressed: Bool, maskBit: UInt8,
        to output: inout [UInt8]
    ) {
        var first = opcode.rawValue
        if isFinal || opcode.isControl { first |= 0x80 }
        if isCompressed && !opcode.isControl { first |= 0x40 }
        output.append(first)
        let extended: Int
        if count <= 125 {
            output.append(UInt8(truncatingIfNeeded: count) | maskBit)
            extended = 0
        } else if count <= 0xFFFF {
            output.append(126 | maskBit)
            extended = 16
        } else {
            output.append(127 | maskBit)
            extended = 64
        }
        var shift = extended
        while shift > 0 {
            shift -= 8
            output.append(UInt8(truncatingIfNeeded: count >> shift))
        }
    }

    private static func append(_ payload: Span<UInt8>, _ count: Int, to output: inout [UInt8]) {
        payload.extracting(first: count).withUnsafeBufferPointer { output.append(contentsOf: $0) }
    }
}
