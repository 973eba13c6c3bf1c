import EngineIOCodec
import Testing

@Suite("The open packet")
struct OpenPacketTests {
    static let open = OpenPacket(
        sid: "lv_VI97HAXpY6yYWAAAC", upgrades: ["websocket"], pingInterval: 25000, pingTimeout: 20000,
        maxPayload: 1_000_000)

    @Test("it is written in the order of the protocol's page and read back")
    func roundTrip() throws {
        let text =
            #"0{"sid":"lv_VI97HAXpY6yYWAAAC","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"#
            + #""maxPayload":1000000}"#
        #expect(EngineIO4.encode(Self.open.packet) == .text(Array(text.utf8)))
        guard case .open(let payload) = try EngineIO4.decode(Array(text.utf8)) else {
            Issue.record("no open packet")
            return
        }
        #expect(try OpenPacket(parsing: payload) == Self.open)
        for count in 0..<payload.count {
            #expect(throws: EngineIOError.invalidHandshake) { try OpenPacket(parsing: payload.prefix(count)) }
        }
    }

    @Test("unknown members are ignored, none may be missing or of another kind or range")
    func members() throws {
        func parse(_ text: String) throws -> OpenPacket { try OpenPacket(parsing: Array(text.utf8)[...]) }
        let good = #"{"sid":"s","upgrades":[],"pingInterval":1,"pingTimeout":2147483647,"maxPayload":3,"more":{}}"#
        let expected = OpenPacket(sid: "s", upgrades: [], pingInterval: 1, pingTimeout: 2_147_483_647, maxPayload: 3)
        #expect(try parse(good) == expected)
        for (part, replacement) in [
            (#""sid":"s","#, ""), (#""sid":"s""#, #""sid":"""#), (#""sid":"s""#, #""sid":1"#), (#""upgrades":[],"#, ""),
            (#""upgrades":[]"#, #""upgrades":[1]"#), (#""upgrades":[]"#, #""upgrades":{}"#),
            (#""pingInterval":1"#, #""pingInterval":0"#), (#""pingInterval":1"#, #""pingInterval":-1"#),
            (#""pingInterval":1"#, #""pingInterval":1.5"#), (#""pingInterval":1"#, #""pingInterval":"1""#),
            ("2147483647", "2147483648"), ("2147483647", "1e300"), (#""maxPayload":3,"#, ""),
        ] {
            let start = good.ranges(of: part).first
            var bad = good
            if let start { bad.replaceSubrange(start, with: replacement) }
            #expect(bad != good)
            #expect(throws: EngineIOError.invalidHandshake) { try parse(bad) }
        }
        #expect(throws: EngineIOError.invalidHandshake) { try parse("[]") }
    }
}
