import ByteCoding
import EngineIOServer
import NetLoop
import SocketIOServer
import Testing

@Suite("Events for many")
struct EncodedPacketTests {
    private func text(_ packet: EncodedPacket) -> String {
        var bytes: [UInt8] = []
        packet.preframed.appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("raw arguments are one JSON array")
    func raw() {
        let packet = EncodedPacket.event(namespace: "/", name: "event", rawArguments: Array(#"[{"a":1},2]"#.utf8))
        #expect(text(packet) == #"42["event",{"a":1},2]"#)
        #expect(packet.preframed.frame.bytes.prefix(2) == [0x81, 21])
        let none = EncodedPacket.event(namespace: "/custom", name: "é\"", rawArguments: Array("[]".utf8))
        #expect(text(none) == #"42/custom,["é\""]"#)
    }

    @Test("arguments are encoded in order")
    func values() {
        let packet = EncodedPacket.event(namespace: "/custom", name: "e", arguments: [1, "x", nil, ["k": true]])
        #expect(text(packet) == #"42/custom,["e",1,"x",null,{"k":true}]"#)
    }
}
