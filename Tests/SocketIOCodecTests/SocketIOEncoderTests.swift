import ByteCoding
import SocketIOCodec
import Testing

@Suite("Writing Socket.IO packets")
struct SocketIOEncoderTests {
    static func text(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes = Array("4".utf8)
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("an event's arguments follow its name, from values or from JSON as it is")
    func events() {
        for (arguments, raw, expected) in [
            ([], "[]", #"["say"]"#), ([], "", #"["say"]"#), ([1], "[1]", #"["say",1]"#),
            ([["a": "é\n"], nil], #"[{"a":"é\n"},null]"#, #"["say",{"a":"é\n"},null]"#), ([[]], "[[]]", #"["say",[]]"#),
        ] as [([JSON], String, String)] {
            for (namespace, id, header) in [
                ("/", nil, "42"), ("/chat", nil, "42/chat,"), ("/", 0, "420"), ("/chat", 12, "42/chat,12"),
            ] {
                let values = Self.text {
                    SocketIOEncoder.encodeEvent(
                        namespace: namespace, id: id, name: "say", arguments: arguments, into: &$0)
                }
                let ready = Self.text {
                    SocketIOEncoder.encodeEvent(
                        namespace: namespace, id: id, name: "say", rawArguments: Array(raw.utf8), into: &$0)
                }
                #expect(values == header + expected)
                #expect(ready == header + expected)
            }
        }
    }

    @Test("white space before and in raw arguments does no harm")
    func rawSpace() throws {
        for (raw, arguments) in [(" [ ] ", []), ("\n[ 1 , 2 ]\t", [1, 2])] as [(String, [JSON])] {
            var bytes: [UInt8] = []
            SocketIOEncoder.encodeEvent(namespace: "/", name: "a", rawArguments: Array(raw.utf8), into: &bytes)
            var decoder = SocketIODecoder()
            let packet = try decoder.receive(text: bytes[...])
            #expect(packet?.eventName == "a")
            #expect(packet.map { Array($0.arguments) } == arguments)
        }
    }

    @Test("an event's name is escaped like any string")
    func escapedName() {
        let text = Self.text { SocketIOEncoder.encodeEvent(namespace: "/", name: "a\"b", rawArguments: [], into: &$0) }
        #expect(text == #"42["a\"b"]"#)
    }

    @Test("an acknowledgement carries the event's id")
    func acks() {
        #expect(Self.text { SocketIOEncoder.encodeAck(namespace: "/", id: 3, arguments: [], into: &$0) } == "433[]")
        #expect(
            Self.text { SocketIOEncoder.encodeAck(namespace: "/a", id: 456, arguments: [1, "2"], into: &$0) }
                == #"43/a,456[1,"2"]"#)
        #expect(
            Self.text {
                SocketIOEncoder.encodeAck(namespace: "/a", id: 0, rawArguments: Array("[true]".utf8), into: &$0)
            }
                == "43/a,0[true]")
    }

    @Test("grant, refusal and end of a namespace")
    func namespaces() {
        #expect(Self.text { SocketIOEncoder.encodeConnect(namespace: "/", sid: "x", into: &$0) } == #"40{"sid":"x"}"#)
        #expect(
            Self.text { SocketIOEncoder.encodeConnect(namespace: "/a", sid: "x", into: &$0) } == #"40/a,{"sid":"x"}"#)
        #expect(
            Self.text {
                SocketIOEncoder.encodeConnectError(namespace: "/random", message: "Invalid namespace", into: &$0)
            }
                == #"44/random,{"message":"Invalid namespace"}"#)
        #expect(
            Self.text {
                SocketIOEncoder.encodeConnectError(namespace: "/", message: "no", data: ["code": 1], into: &$0)
            }
                == #"44{"message":"no","data":{"code":1}}"#)
        #expect(Self.text { SocketIOEncoder.encodeDisconnect(namespace: "/", into: &$0) } == "41")
        #expect(Self.text { SocketIOEncoder.encodeDisconnect(namespace: "/a", into: &$0) } == "41/a,")
    }

    @Test("arguments are what follows an event's name, and all of an acknowledgement")
    func arguments() {
        #expect(Array(SocketIOPacket(kind: .event, data: ["a", 1, 2]).arguments) == [1, 2])
        #expect(Array(SocketIOPacket(kind: .ack, id: 1, data: [1, 2]).arguments) == [1, 2])
        #expect(SocketIOPacket(kind: .connect, data: [1]).arguments.isEmpty)
        #expect(SocketIOPacket(kind: .ack, id: 1, data: ["a"]).eventName == nil)
    }
}
