import ByteCoding
import SeededRandom
import SocketIOCodec
import TestThreads
import Testing

@Suite("Socket.IO attachments", .ownThread)
struct SocketIOAttachmentTests {
    static func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    static let text = #"52-/admin,7["baz",{"_placeholder":true,"num":1},{"in":[{"_placeholder":true,"num":0}]}]"#
    static let packet = SocketIOPacket(
        kind: .event, namespace: "/admin", id: 7,
        data: ["baz", SocketIOPlaceholder.make(1), ["in": [SocketIOPlaceholder.make(0)]]], attachments: [[1, 2], []])

    @Test("a packet is whole with its last attachment, and the next may follow at once")
    func assembly() throws {
        var decoder = SocketIODecoder()
        for _ in 0..<2 {
            #expect(try decoder.receive(text: Self.bytes(Self.text)) == nil)
            #expect(decoder.isAwaitingAttachments)
            #expect(try decoder.receive(binary: [1, 2]) == nil)
            #expect(decoder.isAwaitingAttachments)
            #expect(try decoder.receive(binary: []) == Self.packet)
            #expect(!decoder.isAwaitingAttachments)
            #expect(try decoder.receive(text: Self.bytes(#"2["a"]"#)) == SocketIOPacket(kind: .event, data: ["a"]))
        }
    }

    @Test("the text of a packet with attachments is BINARY_EVENT or BINARY_ACK")
    func encoding() throws {
        var text: [UInt8] = []
        SocketIOEncoder.encode(Self.packet, into: &text)
        #expect(String(decoding: text, as: UTF8.self) == Self.text)
        var ack: [UInt8] = []
        let answer = SocketIOPacket(
            kind: .ack, id: 15, data: ["bar", SocketIOPlaceholder.make(0)], attachments: [[1, 2, 3, 4]])
        SocketIOEncoder.encode(answer, into: &ack)
        #expect(String(decoding: ack, as: UTF8.self) == #"61-15["bar",{"_placeholder":true,"num":0}]"#)
        var decoder = SocketIODecoder()
        #expect(try decoder.receive(text: ack[...]) == nil)
        #expect(try decoder.receive(binary: [1, 2, 3, 4]) == answer)
    }

    @Test("an argument leads to its attachment")
    func lookUp() {
        #expect(Self.packet.eventName == "baz")
        #expect(Self.packet.arguments.first.map(Self.packet.attachment(for:)) == .some([]))
        #expect(Self.packet.attachment(for: SocketIOPlaceholder.make(0)) == [1, 2])
        #expect(Self.packet.attachment(for: SocketIOPlaceholder.make(2)) == nil)
        #expect(Self.packet.attachment(for: SocketIOPlaceholder.make(-1)) == nil)
        #expect(Self.packet.attachment(for: ["num": 0]) == nil)
        #expect(Self.packet.attachment(for: "text") == nil)
    }

    @Test(
        "a placeholder that names no attachment is refused before any attachment is held",
        arguments: [
            #"{"_placeholder":true,"num":1}"#, #"{"_placeholder":true,"num":-1}"#, #"{"_placeholder":true,"num":0.5}"#,
            #"{"_placeholder":true,"num":"0"}"#, #"{"_placeholder":true}"#, #"{"_placeholder":true,"num":1e300}"#,
            #"{"a":[[{"_placeholder":true,"num":9223372036854775807}]]}"#,
        ])
    func illegalPlaceholder(json: String) {
        for text in ["51-[\"a\",\(json)]", "61-1[\(json)]"] {
            var decoder = SocketIODecoder()
            #expect(throws: SocketIOError.invalidPlaceholder) { try decoder.receive(text: Self.bytes(text)) }
        }
        var none = SocketIODecoder()
        #expect(throws: SocketIOError.invalidPlaceholder) {
            try none.receive(text: Self.bytes(#"50-["a",{"_placeholder":true,"num":0}]"#))
        }
    }

    @Test(
        "what only looks like a placeholder is data",
        arguments: [#"{"_placeholder":false,"num":9}"#, #"{"_placeholder":1}"#, #"{"num":9}"#])
    func noPlaceholder(json: String) throws {
        var decoder = SocketIODecoder()
        #expect(try decoder.receive(text: Self.bytes("51-[\"a\",\(json)]")) == nil)
        #expect(try decoder.receive(binary: [1]) != nil)
    }

    @Test("a text among attachments and an attachment that was not announced are refused, for good")
    func outOfOrder() throws {
        var decoder = SocketIODecoder()
        #expect(throws: SocketIOError.unexpectedAttachment) { try decoder.receive(binary: [1]) }
        #expect(throws: SocketIOError.unexpectedAttachment) { try decoder.receive(text: Self.bytes("0")) }
        #expect(throws: SocketIOError.unexpectedAttachment) { try decoder.receive(binary: [1]) }

        var second = SocketIODecoder()
        #expect(try second.receive(text: Self.bytes(Self.text)) == nil)
        #expect(throws: SocketIOError.textAmongAttachments) { try second.receive(text: Self.bytes("0")) }
        #expect(throws: SocketIOError.textAmongAttachments) { try second.receive(binary: [1]) }
        #expect(!second.isAwaitingAttachments)

        var third = SocketIODecoder()
        #expect(try third.receive(text: Self.bytes(#"50-["a"]"#)) != nil)
        #expect(throws: SocketIOError.unexpectedAttachment) { try third.receive(binary: [1]) }
    }

    @Test("attachments are bounded in number and in bytes together")
    func limits() throws {
        var decoder = SocketIODecoder(limits: SocketIOLimits(maxAttachments: 2, maxAttachmentBytes: 5))
        #expect(try decoder.receive(text: Self.bytes(#"52-["a"]"#)) == nil)
        #expect(try decoder.receive(binary: [1, 2, 3]) == nil)
        #expect(try decoder.receive(binary: [4, 5])?.attachments == [[1, 2, 3], [4, 5]])
        #expect(try decoder.receive(text: Self.bytes(#"52-["a"]"#)) == nil)
        #expect(try decoder.receive(binary: [1, 2, 3]) == nil)
        #expect(throws: SocketIOError.attachmentsTooLarge) { try decoder.receive(binary: [4, 5, 6]) }
        var other = SocketIODecoder(limits: SocketIOLimits(maxAttachments: 2))
        #expect(throws: SocketIOError.tooManyAttachments) { try other.receive(text: Self.bytes(#"53-["a"]"#)) }
    }

    @Test("random runs of texts and attachments keep the decoder's promises")
    func fuzz() {
        var random = SeededGenerator(seed: 22)
        let texts = [Self.text, #"2["a"]"#, "0", #"51-["b"]"#, "61-1[]", #"50-["c"]"#].map(Self.bytes)
        for _ in 0..<4000 {
            var decoder = SocketIODecoder()
            var failure: SocketIOError?
            for _ in 0..<8 {
                let waiting = decoder.isAwaitingAttachments
                do throws(SocketIOError) {
                    let packet: SocketIOPacket?
                    if Bool.random(using: &random) {
                        packet = try decoder.receive(binary: random.bytes(upTo: 4))
                        #expect(waiting)
                    } else {
                        packet = try decoder.receive(text: texts[Int.random(in: 0..<texts.count, using: &random)])
                        #expect(!waiting)
                    }
                    #expect(failure == nil)
                    #expect((packet == nil) == decoder.isAwaitingAttachments)
                } catch {
                    #expect(failure == nil || failure == error)
                    failure = error
                }
            }
        }
    }
}
