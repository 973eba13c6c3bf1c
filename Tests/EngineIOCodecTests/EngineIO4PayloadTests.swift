import EngineIOCodec
import SeededRandom
import Testing

@Suite("Engine.IO 4 bodies of packets")
struct EngineIO4PayloadTests {
    static func decode(_ text: String, _ limits: EngineIOLimits = .standard) throws -> [EngineIOPacket] {
        try EngineIO4.decodePayload(Array(text.utf8), limits: limits)
    }

    static func message(_ text: String) -> EngineIOPacket { .message(Array(text.utf8)[...]) }

    @Test("packets stand side by side, separated by U+001E")
    func joined() throws {
        let packets = [
            Self.message("hello"), .ping([]), .binary([1, 2, 3, 4]), Self.message(""), Self.message("wörld"), .noop,
        ]
        let body = try EngineIO4.encodePayload(packets)
        #expect(String(decoding: body, as: UTF8.self) == "4hello\u{1e}2\u{1e}bAQIDBA==\u{1e}4\u{1e}4wörld\u{1e}6")
        #expect(try EngineIO4.decodePayload(body) == packets)
        for packet in packets {
            let alone = try EngineIO4.encodePayload([packet])
            #expect(try EngineIO4.decodePayload(alone) == [packet])
        }
        #expect(try EngineIO4.encodePayload([]) == [])
    }

    @Test("a body grows by one byte at a time from refusal to the next packet, and never to anything else")
    func everyPrefix() throws {
        let packets = [Self.message("a"), .pong([]), .binary([9]), Self.message("é")]
        let body = try EngineIO4.encodePayload(packets)
        var whole: [Int] = []
        for count in 0...body.count {
            guard let read = try? EngineIO4.decodePayload(Array(body[..<count])) else { continue }
            whole.append(count)
            #expect(Array(read.dropLast()) == Array(packets.prefix(read.count - 1)))
        }
        // "4", "4a", ␞"3", ␞"b", "bCQ==", ␞"4", "4é": after a separator, in a Base64 group or a character there is none.
        #expect(whole == [1, 2, 4, 6, 10, 12, 14])
    }

    @Test(
        "one bad packet refuses the body",
        arguments: [
            ("", .emptyPacket), ("\u{1e}", .emptyPacket), ("4a\u{1e}", .emptyPacket), ("\u{1e}4a", .emptyPacket),
            ("4a\u{1e}\u{1e}4b", .emptyPacket), ("abc", .unknownPacketType), ("4a\u{1e}x", .unknownPacketType),
            ("4a\u{1e}b*", .invalidBase64), ("4a\u{1e}1x", .unexpectedPayload),
        ] as [(String, EngineIOError)])
    func refuses(body: String, error: EngineIOError) {
        #expect(throws: error) { try Self.decode(body) }
    }

    @Test("a body that is not UTF-8 is refused, also where the separator cuts a character")
    func invalidUTF8() {
        for body: [UInt8] in [[0x34, 0xff], [0x34, 0xc3, 0x1e, 0x34], [0x34, 0xc3, 0x1e, 0xa9], [0x34, 0xf0, 0x9f]] {
            #expect(throws: EngineIOError.invalidUTF8) { try EngineIO4.decodePayload(body) }
        }
    }

    @Test("the body's bytes and packets are bounded")
    func limits() throws {
        #expect(try Self.decode("4abc", EngineIOLimits(maxPayload: 4)).count == 1)
        #expect(throws: EngineIOError.payloadTooLarge) { try Self.decode("4abcd", EngineIOLimits(maxPayload: 4)) }
        #expect(try Self.decode("2\u{1e}2\u{1e}2", EngineIOLimits(maxPackets: 3)).count == 3)
        #expect(throws: EngineIOError.tooManyPackets) {
            try Self.decode("2\u{1e}2\u{1e}2\u{1e}2", EngineIOLimits(maxPackets: 3))
        }
        let flood = String(repeating: "2\u{1e}", count: 400_000) + "2"
        #expect(throws: EngineIOError.tooManyPackets) { try Self.decode(flood) }
    }

    @Test("a writer says when the next packet opens a new body, but takes the first whatever its length")
    func writer() throws {
        var writer = EngineIO4.PayloadWriter(maxPayload: 12)
        #expect(try writer.append(.text(Array("4abc".utf8))))
        #expect(try !writer.append(.binary([1, 2, 3, 4])))
        #expect(try writer.append(.text(Array("4abcde".utf8))))
        #expect(try !writer.append(.text([0x36])))
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "4abc\u{1e}4abcde")
        var exact = EngineIO4.PayloadWriter(maxPayload: 11)
        #expect(try exact.append(.text([0x36])))
        #expect(try exact.append(.binary([1, 2, 3, 4])))
        #expect(exact.bytes.count == 11)
        var first = EngineIO4.PayloadWriter(maxPayload: 1)
        #expect(try first.append(.binary([1, 2, 3, 4])))
        #expect(String(decoding: first.bytes, as: UTF8.self) == "bAQIDBA==")
    }

    @Test("a text with the separator in it is not joined to others")
    func separatorInText() {
        #expect(throws: EngineIOError.separatorInText) {
            var writer = EngineIO4.PayloadWriter(maxPayload: 100)
            _ = try writer.append(.text(Array("4a\u{1e}1".utf8)))
        }
        #expect(throws: EngineIOError.separatorInText) { try EngineIO4.encodePayload([Self.message("a\u{1e}1")]) }
    }

    @Test("random bodies are read or refused, and what is read is written the same")
    func fuzz() throws {
        var random = SeededGenerator(seed: 11)
        let letters = Array("0123456bAQ==x".utf8) + [0x1e, 0x1e, 0xc3, 0xa9]
        var read = 0
        for round in 0..<6000 {
            var body = random.bytes(upTo: 16)
            if round % 4 > 0 { body = body.map { letters[Int($0) % letters.count] } }
            guard let packets = try? EngineIO4.decodePayload(body) else { continue }
            read += 1
            #expect(try EngineIO4.encodePayload(packets) == body)
        }
        #expect(read > 100)
    }
}
