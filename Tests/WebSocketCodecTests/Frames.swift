import WebSocketCodec

/// What a decoder made of some bytes: the events, and the error that ended them.
struct DecodeOutcome: Equatable {
    var events: [WebSocketFrameDecoder.Event] = []
    var error: WebSocketError?

    /// Pieces of one compressed message are joined where they meet: where it was cut is no part of the outcome.
    mutating func add(_ event: WebSocketFrameDecoder.Event) {
        if case .compressed(let kind, let bytes, let isLast) = event,
            case .compressed(_, let before, isLast: false) = events.last
        {
            events[events.count - 1] = .compressed(kind, before + bytes, isLast: isLast)
        } else {
            events.append(event)
        }
    }
}

/// Feeds `input` in pieces that end at `cuts` (sorted places) and drains the decoder after each.
func decode(
    _ input: [UInt8], as role: WebSocketFrameDecoder.Role = .server, limits: WebSocketLimits = WebSocketLimits(),
    compression: Bool = false,
    cuts: [Int] = []
) -> DecodeOutcome {
    var decoder = WebSocketFrameDecoder(role: role, limits: limits, allowsCompression: compression)
    var outcome = DecodeOutcome()
    var start = 0
    for end in cuts + [input.count] {
        decoder.feed(Array(input[start..<end]))
        start = end
        do {
            while let event = try decoder.next() { outcome.add(event) }
        } catch {
            outcome.error = error
            return outcome
        }
    }
    return outcome
}

func byteByByte(
    _ input: [UInt8], as role: WebSocketFrameDecoder.Role = .server, limits: WebSocketLimits = WebSocketLimits(),
    compression: Bool = false
) -> DecodeOutcome {
    decode(
        input, as: role, limits: limits, compression: compression, cuts: input.isEmpty ? [] : Array(1..<input.count))
}

/// A client's frame under a fixed mask.
func masked(
    _ opcode: WebSocketOpcode, _ payload: [UInt8] = [], isFinal: Bool = true, isCompressed: Bool = false,
    mask: UInt32 = 0x3D21_FA37
) -> [UInt8] {
    var output: [UInt8] = []
    WebSocketFrame.encodeMasked(
        opcode, payload, mask: mask, isFinal: isFinal, isCompressed: isCompressed, into: &output)
    return output
}

/// A server's frame.
func plain(
    _ opcode: WebSocketOpcode, _ payload: [UInt8] = [], isFinal: Bool = true, isCompressed: Bool = false
) -> [UInt8] {
    var output: [UInt8] = []
    WebSocketFrame.encode(opcode, payload, isFinal: isFinal, isCompressed: isCompressed, into: &output)
    return output
}
