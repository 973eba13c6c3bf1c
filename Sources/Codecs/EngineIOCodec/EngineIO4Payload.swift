import ByteCoding

extension EngineIO4 {
    static let separator: UInt8 = 0x1e

    /// Reads the packets of one HTTP body, which are separated by U+001E. One bad packet refuses the whole body.
    package static func decodePayload(
        _ body: [UInt8], limits: EngineIOLimits = .standard
    ) throws(EngineIOError) -> [EngineIOPacket] {
        guard body.count <= limits.maxPayload else { throw .payloadTooLarge }
        // The separator is ASCII, so that the whole is UTF-8 exactly when each packet is.
        guard isValidUTF8(body.span) else { throw .invalidUTF8 }
        var packets: [EngineIOPacket] = []
        var rest = body[...]
        while true {
            guard packets.count < limits.maxPackets else { throw .tooManyPackets }
            let end = rest.firstIndex(of: separator)
            packets.append(try decode(rest[rest.startIndex..<(end ?? rest.endIndex)]))
            guard let end else { return packets }
            rest = rest[(end + 1)...]
        }
    }

    /// The packets as one HTTP body.
    package static func encodePayload(_ packets: some Sequence<EngineIOPacket>) throws(EngineIOError) -> [UInt8] {
        var writer = PayloadWriter(maxPayload: .max)
        for packet in packets { _ = try writer.append(encode(packet)) }
        return writer.bytes
    }

    /// Joins packets that are encoded already to one HTTP body of bounded length.
    package struct PayloadWriter: Sendable {
        /// The body so far; empty before the first packet.
        package private(set) var bytes: [UInt8] = []
        private let maxPayload: Int

        /// `maxPayload` counts bytes, separators included.
        package init(maxPayload: Int) { self.maxPayload = maxPayload }

        /// False, with nothing added, when the body would grow past the limit: the packet opens the next body.
        ///
        /// The first packet is taken whatever its length, since no later body would have more room for it. A text with
        /// U+001E in it is refused: the peer would read it as several packets.
        package mutating func append(_ frame: EngineIOFrame) throws(EngineIOError) -> Bool {
            let length: Int
            switch frame {
            case .text(let text):
                guard !text.contains(EngineIO4.separator) else { throw .separatorInText }
                length = text.count
            case .binary(let payload): length = (payload.count + 2) / 3 * 4 + 1
            }
            if !bytes.isEmpty {
                guard bytes.count + 1 + length <= maxPayload else { return false }
                bytes.append(EngineIO4.separator)
            }
            switch frame {
            case .text(let text): bytes.append(contentsOf: text)
            case .binary(let payload):
                bytes.append(EngineIO4.binaryPrefix)
                Base64.encode(payload.span, into: &bytes)
            }
            return true
        }
    }
}
