import EngineIOCodec
import Testing

@Suite("Engine.IO 3 packets")
struct EngineIO3Tests {
    static func slice(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    static let packets: [(EngineIOPacket, String)] = [
        (.open(slice("{}")), "0{}"), (.close, "1"), (.ping([]), "2"), (.ping(slice("probe")), "2probe"),
        (.pong([]), "3"), (.pong(slice("probe")), "3probe"), (.message([]), "4"),
        (.message(slice("hello €🐦")), "4hello €🐦"), (.binary([]), "b4"), (.binary([1, 2, 3, 4]), "b4AQIDBA=="),
        (.upgrade, "5"), (.noop, "6"),
    ]

    @Test("each packet has one spelling as text, read back as it was", arguments: packets)
    func text(packet: EngineIOPacket, spelling: String) throws {
        var text = Array("before".utf8)
        EngineIO3.encodeText(packet, into: &text)
        #expect(String(decoding: text, as: UTF8.self) == "before" + spelling)
        #expect(try EngineIO3.decode(text[6...]) == packet)
        #expect(try EngineIO3.decode(Array(spelling.utf8)) == packet)
    }

    @Test("as a WebSocket message binary is bytes behind their type, or Base64 for who takes no bytes")
    func frame() throws {
        let binary = EngineIOPacket.binary([1, 2, 3, 4])
        #expect(EngineIO3.encode(binary) == .binary([4, 1, 2, 3, 4]))
        #expect(EngineIO3.encode(binary, takesBytes: false) == .text(Array("b4AQIDBA==".utf8)))
        #expect(EngineIO3.encode(.ping([])) == .text(Array("2".utf8)))
        #expect(try EngineIO3.decode(bytes: [4, 1, 2, 3, 4]) == binary)
        #expect(try EngineIO3.decode(bytes: [4]) == .binary([]))
    }

    @Test(
        "what is no packet is refused",
        arguments: [
            ("", .emptyPacket), ("abc", .unknownPacketType), ("7", .unknownPacketType), (" 4a", .unknownPacketType),
            ("b", .unknownPacketType), ("b2", .unknownPacketType), ("bAQIDBA==", .unknownPacketType),
            ("1x", .unexpectedPayload), ("5x", .unexpectedPayload), ("6 ", .unexpectedPayload),
            ("b4=", .invalidBase64), ("b4AQIDBA", .invalidBase64), ("b4!!!!", .invalidBase64),
        ] as [(String, EngineIOError)])
    func refuses(text: String, error: EngineIOError) {
        #expect(throws: error) { try EngineIO3.decode(Array(text.utf8)) }
    }

    @Test("only messages come as bytes")
    func refusesBytes() {
        #expect(throws: EngineIOError.emptyPacket) { try EngineIO3.decode(bytes: []) }
        for type in UInt8.min...UInt8.max where type != 4 {
            #expect(throws: EngineIOError.unknownPacketType) { try EngineIO3.decode(bytes: [type, 1]) }
        }
    }

    @Test("the open packet of revision 3 tells no maxPayload")
    func open() {
        let open = OpenPacket(
            sid: "lv_VI97HAXpY6yYWAAAC", upgrades: ["websocket"], pingInterval: 25000, pingTimeout: 5000,
            maxPayload: 1_000_000)
        let text = #"0{"sid":"lv_VI97HAXpY6yYWAAAC","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":5000}"#
        #expect(EngineIO3.encode(open.packet(.three)) == .text(Array(text.utf8)))
    }
}
