import Testing
import WebSocketCodec

@Suite("Frames that are well formed")
struct WebSocketFrameTests {
    static let hello: [UInt8] = Array("Hello".utf8)

    @Test("the examples of RFC 6455 section 5.7 are read")
    func examples() {
        #expect(decode([0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], as: .client).events == [.text(Self.hello)])
        let client: [UInt8] = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
        #expect(decode(client).events == [.text(Self.hello)])
        let fragments: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f]
        #expect(decode(fragments, as: .client).events == [.text(Self.hello)])
        #expect(decode([0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], as: .client).events == [.ping(Self.hello)])
        let pong: [UInt8] = [0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
        #expect(decode(pong).events == [.pong(Self.hello)])
        let bytes = [UInt8](repeating: 0xFE, count: 256)
        #expect(decode([0x82, 0x7E, 0x01, 0x00] + bytes, as: .client).events == [.binary(bytes)])
        let many = [UInt8](repeating: 0xFE, count: 65536)
        #expect(decode([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + many, as: .client).events == [.binary(many)])
    }

    @Test("the examples of RFC 6455 section 5.7 are written")
    func written() {
        #expect(plain(.text, Self.hello) == [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f])
        #expect(masked(.text, Self.hello) == [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58])
        #expect(plain(.text, [0x48], isFinal: false) == [0x01, 0x01, 0x48])
        #expect(plain(.continuation, [0x48]) == [0x80, 0x01, 0x48])
        #expect(plain(.text, [0x48], isCompressed: true) == [0xC1, 0x01, 0x48])
    }

    @Test(
        "each length is written in as few bytes as it needs and read back",
        arguments: [
            0, 1, 3, 7, 8, 9, 125, 126, 127, 255, 256, 65535, 65536, 65537,
        ])
    func lengths(_ count: Int) {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let frame = plain(.binary, payload)
        #expect(frame.count == count + (count <= 125 ? 2 : count <= 65535 ? 4 : 10))
        #expect(decode(frame, as: .client).events == [.binary(payload)])
        #expect(decode(masked(.binary, payload)).events == [.binary(payload)])
    }

    @Test("a mask is taken off the same wherever a frame is cut")
    func maskPhases() {
        let payload = (0..<61).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let frame = masked(.binary, payload, mask: 0x0403_0201)
        #expect(Array(frame[2..<6]) == [1, 2, 3, 4])
        for (index, byte) in frame[6...].enumerated() { #expect(byte == payload[index] ^ UInt8(index % 4 + 1)) }
        for one in 0..<frame.count {
            for other in stride(from: one, to: frame.count, by: 5) {
                #expect(decode(frame, cuts: [one, other]).events == [.binary(payload)])
            }
        }
    }

    @Test("control frames come out between the fragments of a message")
    func interleaved() {
        let input =
            masked(.text, [0x61], isFinal: false) + masked(.ping, [1]) + masked(.continuation, [], isFinal: false)
            + masked(.pong) + masked(.continuation, [0x62]) + masked(.binary, [])
        let expected: [WebSocketFrameDecoder.Event] = [.ping([1]), .pong([]), .text([0x61, 0x62]), .binary([])]
        #expect(decode(input).events == expected)
        #expect(byteByByte(input).events == expected)
    }

    @Test("a character may be cut between fragments")
    func characterAcrossFragments() {
        let bytes = Array("κόσμε😀".utf8)
        var input: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            input += masked(index == 0 ? .text : .continuation, [byte], isFinal: index == bytes.count - 1)
        }
        #expect(decode(input).events == [.text(bytes)])
    }

    @Test("a close frame gives its code and reason, and nothing after it is read")
    func close() {
        #expect(decode(masked(.close)).events == [.close(code: nil, reason: "")])
        #expect(decode(masked(.close, [0x03, 0xE8])).events == [.close(code: .normal, reason: "")])
        let payload = WebSocketFrame.closePayload(code: .goingAway, reason: "bye é")
        let input = masked(.close, payload) + masked(.text, [0x61]) + [0xFF, 0xFF]
        #expect(decode(input) == DecodeOutcome(events: [.close(code: .goingAway, reason: "bye é")]))
        #expect(byteByByte(input) == DecodeOutcome(events: [.close(code: .goingAway, reason: "bye é")]))
    }

    @Test("a compressed message is told as such, unchecked, and the next may be plain")
    func compressed() {
        let input =
            masked(.text, [0xF2, 0x48], isFinal: false, isCompressed: true) + masked(.continuation, [0xCD, 0x00])
            + masked(.binary, [1], isCompressed: true) + masked(.text, [0x61])
        let expected: [WebSocketFrameDecoder.Event] = [
            .compressed(.text, [0xF2, 0x48, 0xCD, 0x00], isLast: true), .compressed(.binary, [1], isLast: true),
            .text([0x61]),
        ]
        #expect(decode(input, compression: true).events == expected)
        #expect(byteByByte(input, compression: true).events == expected)
    }

    @Test("a message right at the limit is taken, in one frame or many")
    func atLimit() {
        let input =
            masked(.binary, [1, 2, 3, 4]) + masked(.text, [0x61, 0x62], isFinal: false)
            + masked(.continuation, [0x63, 0x64])
        #expect(decode(input, limits: .init(message: 4)).events == [.binary([1, 2, 3, 4]), .text(Array("abcd".utf8))])
    }

    @Test("what is too long for a control frame is cut, a reason between characters")
    func controlCut() {
        let long = [UInt8](repeating: 0x61, count: 200)
        #expect(plain(.ping, long, isFinal: false, isCompressed: true) == [0x89, 125] + long[..<125])
        let payload = WebSocketFrame.closePayload(code: .normal, reason: String(repeating: "é", count: 100))
        #expect(payload.count == 124)
        #expect(decode(masked(.close, payload)).error == nil)
        #expect(WebSocketFrame.closePayload(code: nil, reason: "x").isEmpty)
        #expect(WebSocketFrame.closePayload(code: WebSocketCloseCode(rawValue: 1005), reason: "x").isEmpty)
    }
}
