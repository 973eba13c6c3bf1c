import EngineIOCodec
import SeededRandom
import TestThreads
import Testing

@Suite("Engine.IO 3 bodies of packets", .ownThread)
struct EngineIO3PayloadTests {
    static func decode(_ text: String, _ limits: EngineIOLimits = .standard) throws -> [EngineIOPacket] {
        try EngineIO3.decodePayload(text: Array(text.utf8), limits: limits)
    }

    static func message(_ text: String) -> EngineIOPacket { .message(Array(text.utf8)[...]) }

    static let packets = [
        message("hello"), .ping([]), .binary([1, 2, 3, 4]), message(""), message("€"), .noop, .binary([]),
        message("🐦🐦a"), .pong(Array("probe".utf8)[...]),
    ]

    @Test("in a text body each packet stands behind its length in UTF-16 units")
    func text() throws {
        let body = EngineIO3.encodePayload(Self.packets, asBytes: false)
        #expect(
            String(decoding: body, as: UTF8.self) == "6:4hello1:210:b4AQIDBA==1:42:4€1:62:b46:4🐦🐦a6:3probe")
        #expect(try EngineIO3.decodePayload(text: body) == Self.packets)
        for packet in Self.packets {
            let alone = EngineIO3.encodePayload([packet], asBytes: false)
            #expect(try EngineIO3.decodePayload(text: alone) == [packet])
        }
        #expect(EngineIO3.encodePayload([], asBytes: false) == [])
    }

    @Test("in a body of bytes each packet stands behind its kind and its length in bytes, digit by digit")
    func bytes() throws {
        let body = EngineIO3.encodePayload([Self.message("€"), .binary([1, 2, 3, 4])], asBytes: true)
        #expect(body == [0, 4, 255, 0x34, 0xe2, 0x82, 0xac, 1, 5, 255, 4, 1, 2, 3, 4])
        let long = EngineIO3.encodePayload([.binary(ArraySlice(repeating: 9, count: 1029))], asBytes: true)
        #expect(long.prefix(7) == [1, 1, 0, 3, 0, 255, 4])
        #expect(long.count == 6 + 1030)
        let all = EngineIO3.encodePayload(Self.packets, asBytes: true)
        #expect(try EngineIO3.decodePayload(bytes: all) == Self.packets)
        #expect(try EngineIO3.decodePayload(bytes: long) == [.binary(ArraySlice(repeating: 9, count: 1029))])
        for packet in Self.packets {
            let alone = EngineIO3.encodePayload([packet], asBytes: true)
            #expect(try EngineIO3.decodePayload(bytes: alone) == [packet])
        }
    }

    @Test("Base64 may stand in a body of bytes too")
    func base64AmongBytes() throws {
        #expect(
            try EngineIO3.decodePayload(bytes: [0, 1, 0, 255] + Array("b4AQIDBA==".utf8)) == [.binary([1, 2, 3, 4])])
    }

    @Test("a body grows by one byte at a time from refusal to the next packet, and never to anything else")
    func everyPrefix() throws {
        for asBytes in [false, true] {
            let body = EngineIO3.encodePayload(Self.packets, asBytes: asBytes)
            var whole: [Int] = []
            for count in 0...body.count {
                let part = Array(body[..<count])
                guard
                    let read = try? asBytes
                        ? EngineIO3.decodePayload(bytes: part) : EngineIO3.decodePayload(text: part)
                else { continue }
                whole.append(read.count)
                #expect(read == Array(Self.packets.prefix(read.count)))
            }
            #expect(whole == Array(1...Self.packets.count))
        }
    }

    @Test(
        "one bad packet refuses the text body",
        arguments: [
            ("", .emptyPacket), ("0:", .emptyPacket), ("2:4a0:", .emptyPacket), ("abc", .invalidFraming),
            (":4a", .invalidFraming), ("4a", .invalidFraming), ("2:4a2", .invalidFraming), ("2:4a ", .invalidFraming),
            ("3:4a", .invalidFraming), ("-1:4a", .invalidFraming), ("2.0:4a", .invalidFraming),
            ("+2:4a", .invalidFraming), ("1e1:4aaaaaaaaa", .invalidFraming),
            ("99999999999999999999:4", .invalidFraming),
            ("1:7", .unknownPacketType), ("2:4a1:x", .unknownPacketType), ("2:4a3:b4=", .invalidBase64),
            ("2:1x", .unexpectedPayload), ("2:4🐦", .invalidFraming), ("4:4🐦", .invalidFraming),
            ("3:4🐦x", .invalidFraming), ("4:4€", .invalidFraming),
        ] as [(String, EngineIOError)])
    func refuses(body: String, error: EngineIOError) {
        #expect(throws: error) { try Self.decode(body) }
    }

    @Test(
        "one bad packet refuses the body of bytes",
        arguments: [
            ([], .emptyPacket), ([2, 1, 255, 0x32], .invalidFraming), ([0], .invalidFraming),
            ([0, 255, 0x32], .invalidFraming), ([0, 1], .invalidFraming), ([0, 10, 255, 0x32], .invalidFraming),
            ([0, 0x31, 255, 0x32], .invalidFraming), ([0, 2, 255, 0x32], .invalidFraming),
            ([0, 1, 255, 0x32, 0], .invalidFraming), ([0, 0, 255], .emptyPacket), ([1, 0, 255], .emptyPacket),
            ([1, 1, 255, 2], .unknownPacketType), ([0, 2, 255, 0x34, 0xff], .invalidUTF8),
            ([0, 1, 255, 0x37], .unknownPacketType), ([0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 255, 0x32], .invalidFraming),
            ([0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 255, 0x32], .invalidFraming),
            (Array("1:2".utf8), .invalidFraming),
        ] as [([UInt8], EngineIOError)])
    func refusesBytes(body: [UInt8], error: EngineIOError) {
        #expect(throws: error) { try EngineIO3.decodePayload(bytes: body) }
    }

    @Test("a text body that is not UTF-8 is refused")
    func invalidUTF8() {
        for body: [UInt8] in [[0x31, 0x3a, 0xff], [0x32, 0x3a, 0x34, 0xc3], [0x31, 0x3a, 0x34, 0x80]] {
            #expect(throws: EngineIOError.invalidUTF8) { try EngineIO3.decodePayload(text: body) }
        }
    }

    @Test("the body's bytes and packets are bounded")
    func limits() throws {
        #expect(try Self.decode("4:4abc", EngineIOLimits(maxPayload: 6)).count == 1)
        #expect(throws: EngineIOError.payloadTooLarge) { try Self.decode("5:4abcd", EngineIOLimits(maxPayload: 6)) }
        #expect(throws: EngineIOError.payloadTooLarge) {
            try EngineIO3.decodePayload(bytes: [0, 1, 255, 0x32], limits: EngineIOLimits(maxPayload: 3))
        }
        #expect(try Self.decode("1:21:21:2", EngineIOLimits(maxPackets: 3)).count == 3)
        #expect(throws: EngineIOError.tooManyPackets) {
            try Self.decode("1:21:21:21:2", EngineIOLimits(maxPackets: 3))
        }
        let flood = [[UInt8]](repeating: [0, 1, 255, 0x32], count: 200_000).flatMap { $0 }
        #expect(throws: EngineIOError.tooManyPackets) { try EngineIO3.decodePayload(bytes: flood) }
    }

    @Test(
        "a text's length is that of JavaScript",
        arguments: [
            ("", 0, false), ("a", 1, false), ("é€", 2, false), ("\u{FFFF}", 1, false), ("\u{10000}", 2, true),
            ("👩‍👩‍👧", 8, true),
        ] as [(String, Int, Bool)])
    func length(text: String, units: Int, hasPairs: Bool) {
        let length = UTF16Length(of: Array(text.utf8).span)
        #expect(length.units == units)
        #expect(length.units == text.utf16.count)
        #expect(length.hasPairs == hasPairs)
    }

    @Test("random bodies are read or refused, and what is read is read again when written")
    func fuzz() {
        var random = SeededGenerator(seed: 13)
        let texts = ["0:", "1:", "2:", "3:", "6:", "1", "2", "6", "4a", "4🐦", "b4AQ==", "é"].map { Array($0.utf8) }
        let pieces: [[UInt8]] = [
            [0, 1, 255], [1, 1, 255], [0, 2, 255], [1, 2, 255], [0], [255], [0x32], [4], [0x34, 0x61], [4, 9],
            [0xc3, 0xa9],
        ]
        var read = 0
        for _ in 0..<12_000 {
            let choices = random.bytes(upTo: 6).map(Int.init)
            if let packets = try? EngineIO3.decodePayload(text: choices.flatMap { texts[$0 % texts.count] }) {
                read += 1
                let again = EngineIO3.encodePayload(packets, asBytes: false)
                #expect((try? EngineIO3.decodePayload(text: again)) == packets)
            }
            if let packets = try? EngineIO3.decodePayload(bytes: choices.flatMap { pieces[$0 % pieces.count] }) {
                read += 1
                let again = EngineIO3.encodePayload(packets, asBytes: true)
                #expect((try? EngineIO3.decodePayload(bytes: again)) == packets)
            }
            _ = try? EngineIO3.decodePayload(bytes: random.bytes(upTo: 12))
        }
        #expect(read > 100)
    }
}
