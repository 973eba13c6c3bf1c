import Testing
import WebSocketCodec

@Suite("Frames that are refused")
struct WebSocketRefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        var input: [UInt8]
        var error: WebSocketError
        var code: WebSocketCloseCode
        var testDescription: String { "\(error): \(input.prefix(16))" }

        init(_ input: [UInt8], _ error: WebSocketError, _ code: WebSocketCloseCode = .protocolError) {
            self.input = input
            self.error = error
            self.code = code
        }
    }

    /// A masked frame whose first byte is `first`, with an all-zero mask and no payload.
    static func empty(_ first: UInt8) -> [UInt8] { [first, 0x80, 0, 0, 0, 0] }

    static func closing(_ code: UInt16) -> [UInt8] {
        masked(.close, [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)])
    }

    static let badCodes: [UInt16] = [
        0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535,
    ]

    static let refusals: [Refusal] =
        [
            Refusal(empty(0xC1), .reservedBit), Refusal(empty(0xA1), .reservedBit), Refusal(empty(0x91), .reservedBit),
            Refusal(empty(0xC9), .reservedBit),
            Refusal(empty(0x83), .reservedOpcode), Refusal(empty(0x87), .reservedOpcode),
            Refusal(empty(0x8B), .reservedOpcode), Refusal(empty(0x8F), .reservedOpcode),
            Refusal([0x81, 0x01, 0x61], .unmaskedFrame), Refusal([0x89, 0x00], .unmaskedFrame),
            Refusal(empty(0x09), .fragmentedControlFrame), Refusal(empty(0x08), .fragmentedControlFrame),
            Refusal([0x89, 0xFE, 0, 126], .controlFrameTooLong), Refusal([0x88, 0xFF], .controlFrameTooLong),
            Refusal(masked(.continuation, [1]), .unexpectedContinuation),
            Refusal(masked(.text) + masked(.continuation), .unexpectedContinuation),
            Refusal(masked(.text, isFinal: false) + masked(.text), .unfinishedMessage),
            Refusal(masked(.binary, isFinal: false) + masked(.ping) + masked(.binary), .unfinishedMessage),
            Refusal([0x82, 0xFE, 0, 125, 0, 0, 0, 0], .lengthNotMinimal),
            Refusal([0x82, 0xFE, 0, 0, 0, 0, 0, 0], .lengthNotMinimal),
            Refusal([0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0], .lengthNotMinimal),
            Refusal([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .lengthOutOfRange),
            Refusal([0x82, 0xFF] + [UInt8](repeating: 0xFF, count: 12), .lengthOutOfRange),
            Refusal([0x82, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 11), .messageTooLong, .messageTooBig),
            Refusal([0x82, 0xFF, 0, 0, 0, 0, 0, 0x0F, 0x42, 0x41, 0, 0, 0, 0], .messageTooLong, .messageTooBig),
            Refusal(masked(.close, [3]), .malformedClose),
            Refusal(masked(.close, [0x03, 0xE8, 0xFF]), .invalidUTF8, .invalidPayload),
            Refusal(masked(.close, [0x03, 0xE8, 0xC3]), .invalidUTF8, .invalidPayload),
            Refusal(masked(.text, [0x61, 0xFF]), .invalidUTF8, .invalidPayload),
            Refusal(masked(.text, [0xC3]), .invalidUTF8, .invalidPayload),
            Refusal(masked(.text, [0xED, 0xA0, 0x80]), .invalidUTF8, .invalidPayload),
            Refusal(masked(.text, [0xC0, 0xAF]), .invalidUTF8, .invalidPayload),
            Refusal(masked(.text, [0xF4, 0x90, 0x80, 0x80]), .invalidUTF8, .invalidPayload),
            Refusal(
                masked(.text, [0xE2], isFinal: false) + masked(.continuation, [0x28]), .invalidUTF8, .invalidPayload),
            Refusal(masked(.text, [0xE2], isFinal: false) + masked(.continuation), .invalidUTF8, .invalidPayload),
        ] + badCodes.map { Refusal(closing($0), .malformedClose) }

    @Test(
        "each is refused by its name and close code, whole, behind another frame, and byte by byte", arguments: refusals
    )
    func refused(_ refusal: Refusal) {
        #expect(decode(refusal.input).error == refusal.error)
        #expect(byteByByte(refusal.input).error == refusal.error)
        let coalesced = decode(masked(.text, [0x61]) + refusal.input + masked(.text, [0x62]))
        #expect(coalesced.error == refusal.error)
        #expect(coalesced.events.first == .text([0x61]))
        #expect(refusal.error.closeCode == refusal.code)
    }

    @Test(
        "codes that a close frame may carry are taken",
        arguments: [
            1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
        ] as [UInt16])
    func codes(_ code: UInt16) {
        #expect(decode(Self.closing(code)).events == [.close(code: WebSocketCloseCode(rawValue: code), reason: "")])
    }

    @Test("a client refuses a server's frame with a mask")
    func maskedServerFrame() {
        #expect(decode(masked(.text, [0x61]), as: .client).error == .maskedFrame)
    }

    @Test(
        "with compression agreed, RSV1 is still refused on control frames and later fragments, RSV2 and RSV3 anywhere")
    func reservedBitsWithCompression() {
        for first: UInt8 in [0xC8, 0xC9, 0xCA, 0xA1, 0x91, 0xE1] {
            #expect(decode(Self.empty(first), compression: true).error == .reservedBit)
        }
        let later = masked(.text, [1], isFinal: false, isCompressed: true) + Self.empty(0xC0)
        #expect(decode(later, compression: true).error == .reservedBit)
    }

    @Test("a message past the limit is refused by its announced lengths, before its bytes come")
    func announcedTooLong() {
        #expect(decode([0x82, 0x85, 0, 0, 0, 0], limits: .init(message: 4)).error == .messageTooLong)
        let fragments = masked(.binary, [1, 2, 3], isFinal: false) + [0x80, 0x82, 0, 0, 0, 0]
        #expect(decode(fragments, limits: .init(message: 4)).error == .messageTooLong)
        #expect(decode(masked(.ping, [1, 2, 3, 4, 5]), limits: .init(message: 4)).events == [.ping([1, 2, 3, 4, 5])])
    }

    @Test("a frame past its own limit is refused with 1009, though the message might still be short enough")
    func frameTooLong() {
        let limits = WebSocketLimits(message: 100, frame: 3)
        let input = masked(.binary, [1, 2, 3], isFinal: false) + masked(.continuation, [4])
        #expect(decode(input, limits: limits).events == [.binary([1, 2, 3, 4])])
        let refused = DecodeOutcome(events: [], error: .frameTooLong)
        #expect(decode(masked(.binary, [1, 2, 3, 4]), limits: limits) == refused)
        #expect(byteByByte(masked(.binary, [1, 2, 3, 4]), limits: limits) == refused)
        #expect(WebSocketError.frameTooLong.closeCode == .messageTooBig)
    }

    @Test("a message of too many frames is refused with 1008, empty ones count, and the next message begins anew")
    func tooManyFragments() {
        let limits = WebSocketLimits(fragments: 3)
        let three =
            masked(.text, [0x61], isFinal: false) + masked(.continuation, isFinal: false) + masked(.ping)
            + masked(.continuation, [0x62])
        let twice: [WebSocketFrameDecoder.Event] = [.ping([]), .text([0x61, 0x62])]
        #expect(decode(three + three, limits: limits).events == twice + twice)
        let four =
            masked(.text, isFinal: false) + masked(.continuation, isFinal: false)
            + masked(.continuation, isFinal: false) + masked(.continuation)
        for outcome in [decode(four, limits: limits), byteByByte(four, limits: limits)] {
            #expect(outcome == DecodeOutcome(events: [], error: .tooManyFragments))
        }
        #expect(WebSocketError.tooManyFragments.closeCode == .policyViolation)
    }

    @Test("a compressed message may be as long on the wire as its limit can become when it does not compress")
    func compressedOnTheWire() {
        let most = [UInt8](repeating: 1, count: 800 + 100 + 1024)
        let limits = WebSocketLimits(message: 800)
        let taken = decode(masked(.binary, most, isCompressed: true), limits: limits, compression: true)
        #expect(taken.events == [.compressed(.binary, most, isLast: true)])
        let refused = decode(masked(.binary, most + [1], isCompressed: true), limits: limits, compression: true)
        #expect(refused.error == .messageTooLong)
    }

    @Test("text ends at its first wrong byte, before the frame is whole")
    func failsFast() {
        #expect(decode([0x81, 0xFE, 0x10, 0, 0, 0, 0, 0, 0x61, 0xFF]).error == .invalidUTF8)
    }

    @Test("after an error the decoder stays failed, whatever follows")
    func staysFailed() {
        var decoder = WebSocketFrameDecoder(role: .server)
        decoder.feed([0x83, 0x80])
        #expect(throws: WebSocketError.reservedOpcode) { try decoder.next() }
        decoder.feed(masked(.text, [0x61]))
        #expect(throws: WebSocketError.reservedOpcode) { try decoder.next() }
    }
}
