import ByteCoding
import SocketIOCodec
import Testing

@Suite("Socket.IO protocol 4")
struct Revision4Tests {
    private func read(_ text: String, limits: SocketIOLimits = .standard) throws(SocketIOError) -> SocketIOPacket? {
        var decoder = SocketIODecoder(limits: limits, revision: .four)
        return try decoder.receive(text: Array(text.utf8)[...])
    }

    private func write(_ body: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        body(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a CONNECT names a namespace, and may carry a query behind it")
    func connect() throws {
        #expect(try read("0") == SocketIOPacket(kind: .connect))
        for text in ["0/custom", "0/custom,"] {
            #expect(try read(text) == SocketIOPacket(kind: .connect, namespace: "/custom"))
        }
        for text in ["0/custom?token=1234&uid=abcd", "0/custom?token=1234&uid=abcd,"] {
            #expect(
                try read(text)
                    == SocketIOPacket(kind: .connect, namespace: "/custom", data: ["token": "1234", "uid": "abcd"]))
        }
        #expect(try read("0/?a=b,") == SocketIOPacket(kind: .connect, namespace: "/", data: ["a": "b"]))
        #expect(try read("0/custom?") == SocketIOPacket(kind: .connect, namespace: "/custom", data: [:]))
    }

    @Test(
        "a query is read as in a URL",
        arguments: [
            ("a=1", ["a": "1"]), ("a", ["a": ""]), ("a=", ["a": ""]), ("=b", ["": "b"]), ("&&a=1&", ["a": "1"]),
            ("a=b=c", ["a": "b=c"]), ("a=1&b=2&a=3&a=4", ["a": ["1", "3", "4"], "b": "2"]),
            ("n%C3%A4me=%f0%9F%90%a6+x", ["näme": "🐦 x"]), ("a=100%&b=%zz&c=%4", ["a": "100%", "b": "%zz", "c": "%4"]),
            ("a=%2C%26%3D%3F", ["a": ",&=?"]), ("a=1?b", ["a": "1?b"]), ("é=è", ["é": "è"]),
        ] as [(String, JSON)])
    func query(text: String, expected: JSON) throws {
        #expect(try read("0/custom?\(text),")?.data == expected)
    }

    @Test("a query behind another packet's namespace has no meaning, and hides nothing")
    func queryElsewhere() throws {
        #expect(
            try read(#"2/custom?token=x,7["a"]"#)
                == SocketIOPacket(kind: .event, namespace: "/custom", id: 7, data: ["a"]))
        #expect(try read("1/custom?token=x") == SocketIOPacket(kind: .disconnect, namespace: "/custom"))
    }

    @Test("events, acknowledgements, refusals and attachments are as in protocol 5")
    func others() throws {
        #expect(try read(#"2["hello",1]"#) == SocketIOPacket(kind: .event, data: ["hello", 1]))
        #expect(try read("3/admin,456[]") == SocketIOPacket(kind: .ack, namespace: "/admin", id: 456, data: []))
        for data: JSON in ["no", nil, [1], ["a": nil]] {
            let text = String(decoding: data.encoded(), as: UTF8.self)
            #expect(try read("4/admin,\(text)") == SocketIOPacket(kind: .connectError, namespace: "/admin", data: data))
        }
        var decoder = SocketIODecoder(revision: .four)
        let text = Array(#"51-/admin,456["project:delete",{"_placeholder":true,"num":0}]"#.utf8)
        #expect(try decoder.receive(text: text[...]) == nil)
        let packet = try decoder.receive(binary: [1, 2, 3])
        #expect(packet?.attachments == [[1, 2, 3]])
        #expect(packet?.id == 456)
    }

    @Test(
        "what does not fit is refused",
        arguments: [
            (#"0{"token":"x"}"#, .invalidPayload), (#"0/custom,{"token":"x"}"#, .invalidPayload), ("07", .invalidID),
            ("0/custom?a=1,2", .invalidID), ("3[]", .invalidID),
            ("0/custom?a=%ff,", .invalidUTF8), ("0/custom?%C3=1,", .invalidUTF8), ("1{}", .invalidPayload),
            ("7", .unknownPacketType), ("", .unknownPacketType), (#"2["disconnecting"]"#, .reservedEventName),
        ] as [(String, SocketIOError)])
    func refuses(text: String, error: SocketIOError) {
        #expect(throws: error) { try read(text) }
    }

    @Test("name and query are bounded, each by its own limit")
    func limits() throws {
        let name = "/" + String(repeating: "n", count: 255)
        let query = "?" + String(repeating: "q", count: 4095)
        #expect(try read("0\(name)\(query),")?.namespace == name)
        #expect(throws: SocketIOError.namespaceTooLong) { try read("0\(name)n,") }
        #expect(throws: SocketIOError.namespaceTooLong) { try read("0\(name)n\(query),") }
        #expect(throws: SocketIOError.namespaceTooLong) { try read("0\(name)\(query)q,") }
    }

    @Test("every beginning of a packet is read or refused, byte by byte")
    func prefixes() {
        for text in ["0/custom?token=%C3%A9&a=b,", #"4/admin,"Not authorized""#, #"2/custom?x=1,3["a",{"b":[1]}]"#] {
            for count in 0...text.utf8.count {
                var decoder = SocketIODecoder(revision: .four)
                let part = Array(text.utf8.prefix(count))
                let packet = try? decoder.receive(text: part[...])
                if count == text.utf8.count { #expect(packet != nil) }
            }
        }
    }

    @Test("protocol 5 knows no queries: they are part of the name")
    func revision5() throws {
        var decoder = SocketIODecoder()
        #expect(
            try decoder.receive(text: Array("0/custom?token=x,".utf8)[...])
                == SocketIOPacket(kind: .connect, namespace: "/custom?token=x"))
    }

    @Test("a grant is bare, a refusal is its data or its message")
    func grants() {
        #expect(write { SocketIOEncoder.encodeConnect(namespace: "/", sid: "s", revision: .four, into: &$0) } == "0")
        #expect(
            write { SocketIOEncoder.encodeConnect(namespace: "/custom", sid: "s", revision: .four, into: &$0) }
                == "0/custom,")
        #expect(
            write {
                SocketIOEncoder.encodeConnectError(
                    namespace: "/admin", message: "Not authorized", revision: .four, into: &$0)
            } == #"4/admin,"Not authorized""#)
        #expect(
            write {
                SocketIOEncoder.encodeConnectError(
                    namespace: "/", message: "no", data: ["code": 1], revision: .four, into: &$0)
            } == #"4{"code":1}"#)
        #expect(
            write {
                SocketIOEncoder.encodeConnectError(
                    namespace: "/", message: "no", data: 7, revision: .four, into: &$0)
            } == #"4"no""#)
    }
}
