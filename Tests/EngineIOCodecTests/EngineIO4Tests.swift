import EngineIOCodec
import Testing

@Suite("Engine.IO 4 packets")
struct EngineIO4Tests {
    static func slice(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    static let packets: [(EngineIOPacket, String)] = [
        (.open(slice("{}")), "0{}"), (.close, "1"), (.ping([]), "2"), (.ping(slice("probe")), "2probe"),
        (.pong([]), "3"),
        (.pong(slice("probe")), "3probe"), (.message([]), "4"), (.message(slice("hello €🐦")), "4hello €🐦"),
        (.message(slice("4")), "44"), (.binary([]), "b"), (.binary([1, 2, 3, 4]), "bAQIDBA=="), (.upgrade, "5"),
        (.noop, "6"),
    ]

    @Test("each packet has one spelling as text, read back as it was", arguments: packets)
    func text(packet: EngineIOPacket, spelling: String) throws {
        var text = Array("before".utf8)
        EngineIO4.encodeText(packet, into: &text)
        #expect(String(decoding: text, as: UTF8.self) == "before" + spelling)
        #expect(try EngineIO4.decode(text[6...]) == packet)
        #expect(try EngineIO4.decode(Array(spelling.utf8)) == packet)
    }

    @Test("as a WebSocket message only binary is binary, and it is sent as it is", arguments: packets)
    func frame(packet: EngineIOPacket, spelling: String) {
        if case .binary(let payload) = packet {
            #expect(EngineIO4.encode(packet) == .binary(Array(payload)))
        } else {
            #expect(EngineIO4.encode(packet) == .text(Array(spelling.utf8)))
        }
    }

    @Test(
        "what is no packet is refused",
        arguments: [
            ("", .emptyPacket), ("abc", .unknownPacketType), ("7", .unknownPacketType), ("/", .unknownPacketType),
            ("-1", .unknownPacketType), (" 4a", .unknownPacketType), ("\u{0}", .unknownPacketType),
            ("B", .unknownPacketType),
            ("1x", .unexpectedPayload), ("5x", .unexpectedPayload), ("6 ", .unexpectedPayload), ("b=", .invalidBase64),
            ("bAQIDBA=", .invalidBase64), ("bAQIDBA", .invalidBase64), ("b!!!!", .invalidBase64),
            ("bAQ ID", .invalidBase64),
        ] as [(String, EngineIOError)])
    func refuses(text: String, error: EngineIOError) {
        #expect(throws: error) { try EngineIO4.decode(Array(text.utf8)) }
    }
}
