/// What both revisions have in common: a type digit, and what the packet carries behind it.
enum EngineIOText {
    static func decode(_ text: ArraySlice<UInt8>) throws(EngineIOError) -> EngineIOPacket {
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
        default: throw .unknownPacketType
        }
    }

    private static func bare(
        _ packet: EngineIOPacket, _ payload: ArraySlice<UInt8>
    ) throws(EngineIOError) -> EngineIOPacket {
        guard payload.isEmpty else { throw .unexpectedPayload }
        return packet
    }

    /// Appends every packet but a binary one, of which nothing is appended.
    static func encode(_ packet: EngineIOPacket, into text: inout [UInt8]) {
        switch packet {
        case .open(let payload): append("0", payload, to: &text)
        case .close: text.append(UInt8(ascii: "1"))
        case .ping(let payload): append("2", payload, to: &text)
        case .pong(let payload): append("3", payload, to: &text)
        case .message(let payload): append("4", payload, to: &text)
        case .binary: break
        case .upgrade: text.append(UInt8(ascii: "5"))
        case .noop: text.append(UInt8(ascii: "6"))
        }
    }

    private static func append(_ type: Unicode.Scalar, _ payload: ArraySlice<UInt8>, to text: inout [UInt8]) {
        text.reserveCapacity(text.count + payload.count + 1)
        text.append(UInt8(ascii: type))
        text.append(contentsOf: payload)
    }
}
