import ByteCoding

extension EngineIO3 {
    static let isText: UInt8 = 0
    static let isBinary: UInt8 = 1
    static let headerEnd: UInt8 = 0xff
    static let lengthEnd = UInt8(ascii: ":")

    /// Reads the packets of an HTTP body of text: `<length>:<packet>` each, the length in UTF-16 code units, which
    /// JavaScript counts. One bad packet refuses the whole body.
    package static func decodePayload(
        text body: [UInt8], limits: EngineIOLimits = .standard
    ) throws(EngineIOError) -> [EngineIOPacket] {
        guard body.count <= limits.maxPayload else { throw .payloadTooLarge }
        guard isValidUTF8(body.span) else { throw .invalidUTF8 }
        var packets: [EngineIOPacket] = []
        var position = 0
        repeat {
            guard packets.count < limits.maxPackets else { throw .tooManyPackets }
            let length = try readLength(body, &position, end: lengthEnd) { $0 &- UInt8(ascii: "0") }
            guard let end = UTF16Length.end(of: length, in: body.span, from: position) else { throw .invalidFraming }
            packets.append(try decode(body[position..<end]))
            position = end
        } while position < body.count
        return packets
    }

    /// Reads the packets of an HTTP body of bytes: 0 for text or 1 for binary, the length's decimal digits as the
    /// numbers that they are, 255, and the packet, whose length is counted in bytes. One bad packet refuses the whole.
    package static func decodePayload(
        bytes body: [UInt8], limits: EngineIOLimits = .standard
    ) throws(EngineIOError) -> [EngineIOPacket] {
        guard body.count <= limits.maxPayload else { throw .payloadTooLarge }
        guard !body.isEmpty else { throw .emptyPacket }
        var packets: [EngineIOPacket] = []
        var position = 0
        while position < body.count {
            guard packets.count < limits.maxPackets else { throw .tooManyPackets }
            let kind = body[position]
            guard kind == isText || kind == isBinary else { throw .invalidFraming }
            position += 1
            let length = try readLength(body, &position, end: headerEnd) { $0 }
            guard length <= body.count - position else { throw .invalidFraming }
            let packet = body[position..<(position + length)]
            position += length
            if kind == isBinary {
                packets.append(try decode(bytes: packet))
            } else {
                guard isValidUTF8(packet.span) else { throw .invalidUTF8 }
                packets.append(try decode(packet))
            }
        }
        return packets
    }

    /// Reads at least one digit and what ends them.
    private static func readLength(
        _ body: [UInt8], _ position: inout Int, end: UInt8, digit: (UInt8) -> UInt8
    ) throws(EngineIOError) -> Int {
        guard !body.isEmpty else { throw .emptyPacket }
        let start = position
        var length = 0
        while position < body.count, body[position] != end {
            let value = digit(body[position])
            // No body is as long as a number of more digits says.
            guard value <= 9, position - start < 10 else { throw .invalidFraming }
            length = length * 10 + Int(value)
            position += 1
        }
        guard position > start, position < body.count else { throw .invalidFraming }
        position += 1
        return length
    }

    /// The packets as one HTTP body.
    package static func encodePayload(_ packets: some Sequence<EngineIOPacket>, asBytes: Bool) -> [UInt8] {
        var writer = PayloadWriter(asBytes: asBytes)
        for packet in packets {
            if case .binary(let payload) = packet {
                writer.append(binary: payload.span)
            } else {
                var text: [UInt8] = []
                EngineIOText.encode(packet, into: &text)
                writer.append(text: text.span)
            }
        }
        return writer.bytes
    }

    /// Joins packets to one HTTP body, of text or of bytes.
    package struct PayloadWriter: Sendable {
        /// The body so far.
        package private(set) var bytes: [UInt8] = []
        private let asBytes: Bool

        package init(asBytes: Bool) { self.asBytes = asBytes }

        /// Appends a text packet: its type digit and what follows it, in UTF-8.
        package mutating func append(text: Span<UInt8>) {
            if asBytes {
                header(EngineIO3.isText, text.count)
            } else {
                header(UTF16Length(of: text).units)
            }
            append(text)
        }

        /// Appends a message of bytes.
        package mutating func append(binary: Span<UInt8>) {
            if asBytes {
                header(EngineIO3.isBinary, binary.count + 1)
                bytes.append(EngineIO3.binaryMessageType)
                append(binary)
            } else {
                header((binary.count + 2) / 3 * 4 + 2)
                bytes.append(contentsOf: EngineIO3.base64Prefix)
                Base64.encode(binary, into: &bytes)
            }
        }

        private mutating func append(_ packet: Span<UInt8>) {
            packet.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        }

        private mutating func header(_ length: Int) {
            JSONWriter.append(to: &bytes) { $0.int(length) }
            bytes.append(EngineIO3.lengthEnd)
        }

        private mutating func header(_ kind: UInt8, _ length: Int) {
            bytes.append(kind)
            let start = bytes.count
            JSONWriter.append(to: &bytes) { $0.int(length) }
            for place in start..<bytes.count { bytes[place] &-= UInt8(ascii: "0") }
            bytes.append(EngineIO3.headerEnd)
        }
    }
}
