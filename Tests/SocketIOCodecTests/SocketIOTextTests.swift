import ByteCoding
import SeededRandom
import SocketIOCodec
import TestThreads
import Testing

@Suite("Texts of Socket.IO packets", .ownThread)
struct SocketIOTextTests {
    static func decode(_ text: String, _ limits: SocketIOLimits = .standard) throws(SocketIOError) -> SocketIOPacket? {
        var decoder = SocketIODecoder(limits: limits)
        return try decoder.receive(text: Array(text.utf8)[...])
    }

    static let packets: [(SocketIOPacket, String)] = [
        (SocketIOPacket(kind: .connect), "0"),
        (SocketIOPacket(kind: .connect, data: ["token": "123"]), #"0{"token":"123"}"#),
        (SocketIOPacket(kind: .connect, namespace: "/admin"), "0/admin,"),
        (SocketIOPacket(kind: .connect, namespace: "/admin", data: ["sid": "oSO0"]), #"0/admin,{"sid":"oSO0"}"#),
        (SocketIOPacket(kind: .connectError, data: ["message": "Not authorized"]), #"4{"message":"Not authorized"}"#),
        (SocketIOPacket(kind: .connectError, data: "old"), #"4"old""#),
        (SocketIOPacket(kind: .disconnect), "1"), (SocketIOPacket(kind: .disconnect, namespace: "/admin"), "1/admin,"),
        (SocketIOPacket(kind: .event, data: ["foo"]), #"2["foo"]"#),
        (SocketIOPacket(kind: .event, namespace: "/admin", data: ["bar"]), #"2/admin,["bar"]"#),
        (SocketIOPacket(kind: .event, id: 12, data: ["foo", 1, ["a": [true]]]), #"212["foo",1,{"a":[true]}]"#),
        (SocketIOPacket(kind: .event, id: 0, data: ["foo"]), #"20["foo"]"#),
        (SocketIOPacket(kind: .event, id: .max, data: ["a"]), #"29223372036854775807["a"]"#),
        (SocketIOPacket(kind: .event, namespace: "/日本?q=1", id: 7, data: ["é", nil]), #"2/日本?q=1,7["é",null]"#),
        (SocketIOPacket(kind: .ack, id: 13, data: []), "313[]"),
        (SocketIOPacket(kind: .ack, namespace: "/admin", id: 13, data: ["bar"]), #"3/admin,13["bar"]"#),
        (
            SocketIOPacket(kind: .event, data: ["foo", ["_placeholder": true, "num": 5]]),
            #"2["foo",{"_placeholder":true,"num":5}]"#
        ),
    ]

    @Test("each packet has one spelling, read back as it was", arguments: packets)
    func spelling(packet: SocketIOPacket, text: String) throws {
        var bytes = Array("4".utf8)
        SocketIOEncoder.encode(packet, into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "4" + text)
        var decoder = SocketIODecoder()
        #expect(try decoder.receive(text: bytes[1...]) == packet)
        #expect(!decoder.isAwaitingAttachments)
    }

    @Test("other spellings of the same packet are read too")
    func otherSpellings() throws {
        #expect(try Self.decode("0/custom") == SocketIOPacket(kind: .connect, namespace: "/custom"))
        #expect(try Self.decode("1/custom") == SocketIOPacket(kind: .disconnect, namespace: "/custom"))
        #expect(try Self.decode("0/,") == SocketIOPacket(kind: .connect))
        #expect(try Self.decode(#"2007 [ "a" ] "#) == SocketIOPacket(kind: .event, id: 7, data: ["a"]))
        #expect(try Self.decode(#"50-["a"]"#) == SocketIOPacket(kind: .event, data: ["a"]))
        #expect(try Self.decode("60-1[]") == SocketIOPacket(kind: .ack, id: 1, data: []))
    }

    static let refused: [(String, SocketIOError)] = [
        ("", .unknownPacketType), ("abc", .unknownPacketType), ("7", .unknownPacketType), ("9[]", .unknownPacketType),
        ("/", .unknownPacketType), ("2", .invalidPayload), ("2{}", .invalidPayload), ("2[]", .invalidPayload),
        ("2[1]", .invalidPayload), ("2[null]", .invalidPayload), (#"2[["a"]]"#, .invalidPayload),
        (#"2"a""#, .invalidPayload),
        (#"2/ns["a"]"#, .invalidPayload), ("0[]", .invalidPayload), ("0null", .invalidPayload),
        (#"0"a""#, .invalidPayload),
        ("1{}", .invalidPayload), ("1[]", .invalidPayload), ("31", .invalidPayload), ("31{}", .invalidPayload),
        ("4[]", .invalidPayload), ("41", .invalidID), ("3[]", .invalidID), ("01", .invalidID), ("012{}", .invalidID),
        ("11", .invalidID), ("41{}", .invalidID), (#"29223372036854775808["a"]"#, .idTooLarge),
        (#"299999999999999999999["a"]"#, .idTooLarge), (#"200000000000000000001["a"]"#, .idTooLarge),
        ("5", .invalidAttachmentCount), ("5-", .invalidAttachmentCount), (#"5["a"]"#, .invalidAttachmentCount),
        (#"51["a"]"#, .invalidAttachmentCount), (#"5-1["a"]"#, .invalidAttachmentCount),
        ("51", .invalidAttachmentCount),
        (#"51.5-["a"]"#, .invalidAttachmentCount), (#"5 1-["a"]"#, .invalidAttachmentCount),
        (#"511-["a"]"#, .tooManyAttachments), (#"599999999999999999999999-["a"]"#, .tooManyAttachments),
        ("51-", .invalidPayload), (#"61-["a"]"#, .invalidID),
    ]

    @Test("what the protocol does not allow is refused", arguments: refused)
    func refuses(text: String, error: SocketIOError) {
        #expect(throws: error) { try Self.decode(text) }
    }

    @Test(
        "broken JSON is refused with its place",
        arguments: [
            (#"2abc["a"]"#, .unexpectedByte, 0), (#"2-1["a"]"#, .trailingBytes, 2), (#"2["a""#, .truncated, 4),
            (#"2["a"]x"#, .trailingBytes, 5), (#"2["\ud800"]"#, .loneSurrogate, 4), ("0{", .truncated, 1),
        ] as [(String, JSONError.Reason, Int)])
    func brokenJSON(text: String, reason: JSONError.Reason, offset: Int) {
        #expect(throws: SocketIOError.invalidJSON(JSONError(reason: reason, offset: offset))) { try Self.decode(text) }
    }

    @Test(
        "the names of the peers' own events are refused, however they are spelled",
        arguments: [
            "connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener",
            #"\u0063onnect"#,
        ])
    func reservedNames(name: String) {
        #expect(throws: SocketIOError.reservedEventName) { try Self.decode("2[\"\(name)\"]") }
        #expect(throws: SocketIOError.reservedEventName) {
            try Self.decode("51-[\"\(name)\",{\"_placeholder\":true,\"num\":0}]")
        }
        #expect(throws: Never.self) { try Self.decode("2[\"\(name)s\"]") }
        #expect(throws: Never.self) { try Self.decode("31[\"\(name)\"]") }
    }

    @Test("a namespace is bounded and UTF-8")
    func namespace() throws {
        let limits = SocketIOLimits(maxNamespaceLength: 4)
        #expect(try Self.decode("0/abc,", limits)?.namespace == "/abc")
        #expect(throws: SocketIOError.namespaceTooLong) { try Self.decode("0/abcd,", limits) }
        #expect(throws: SocketIOError.namespaceTooLong) {
            try Self.decode("0/" + String(repeating: "a", count: 100_000))
        }
        var decoder = SocketIODecoder()
        #expect(throws: SocketIOError.invalidUTF8) { try decoder.receive(text: [0x30, 0x2f, 0xff, 0x2c]) }
    }

    @Test("nesting of 100,000 and more elements than allowed are refused")
    func hostileJSON() {
        for text in [String(repeating: "[", count: 100_000), "[\"a\"," + String(repeating: #"{"a":"#, count: 100_000)] {
            do throws(SocketIOError) {
                _ = try Self.decode("2" + text)
                Issue.record("deep nesting was read")
            } catch {
                guard case .invalidJSON(let cause) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(cause.reason == .tooDeep)
            }
        }
        #expect(throws: SocketIOError.self) {
            try Self.decode(#"2["a",1,2]"#, SocketIOLimits(json: JSONLimits(maxElements: 3)))
        }
    }

    @Test(
        "every proper beginning of an event is refused",
        arguments: [#"2["a",{"b":[1]}]"#, #"2/admin,12["a"]"#, "3/a,1[2]"])
    func truncated(text: String) {
        for count in 0..<text.utf8.count {
            let start = Array(text.utf8.prefix(count))
            #expect(throws: SocketIOError.self) {
                var decoder = SocketIODecoder()
                return try decoder.receive(text: start[...])
            }
        }
    }

    @Test("random texts are read or refused, and what is read is written and read back the same")
    func fuzz() throws {
        var random = SeededGenerator(seed: 21)
        let letters = Array(#"0123456[]{}"a/,-:n_ "#.utf8) + [0xc3, 0xa9, 0xff]
        let seeds = Self.packets.map { Array($0.1.utf8) }
        var read = 0
        for round in 0..<6000 {
            var text = random.bytes(upTo: 20)
            if round % 3 == 1 { text = text.map { letters[Int($0) % letters.count] } }
            if round % 3 == 2, let seed = seeds.randomElement(using: &random) {
                text = seed
                text[Int.random(in: 0..<text.count, using: &random)] = letters.randomElement(using: &random) ?? 0
            }
            var decoder = SocketIODecoder()
            guard let packet = (try? decoder.receive(text: text[...])) ?? nil else { continue }
            read += 1
            var again: [UInt8] = []
            SocketIOEncoder.encode(packet, into: &again)
            var second = SocketIODecoder()
            #expect(try second.receive(text: again[...]) == packet)
        }
        #expect(read > 100)
    }
}
