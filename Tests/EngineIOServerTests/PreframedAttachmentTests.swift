import EngineIOServer
import NetLoop
import Testing

@Suite("Packets for many, with bytes")
struct PreframedAttachmentTests {
    @Test("attachments follow the text as frames of their own")
    func frames() {
        let packet = PreframedPacket(text: Array("4ab".utf8), attachments: [[1, 2], []])
        #expect(packet.frame.bytes == [0x81, 3, 0x34, 0x61, 0x62, 0x82, 2, 1, 2, 0x82, 0])
        #expect(packet.count == 5)
        #expect(packet.string == "4ab")
        #expect(!packet.isSameForAll)
    }

    @Test("for revision 3 each attachment begins with its type, and the text is the same")
    func revision3() {
        let packet = PreframedPacket(text: Array("4ab".utf8), attachments: [[1, 2], []])
        let expected: [UInt8] = [0x81, 3, 0x34, 0x61, 0x62, 0x82, 3, 4, 1, 2, 0x82, 1, 4]
        for _ in 0..<2 { #expect(packet.frameForRevision3.bytes == expected) }
        let long = PreframedPacket(text: Array("4".utf8), attachments: [[UInt8](repeating: 7, count: 125)])
        #expect(long.frame.bytes.prefix(5) == [0x81, 1, 0x34, 0x82, 125])
        #expect(long.frameForRevision3.bytes.prefix(8) == [0x81, 1, 0x34, 0x82, 126, 0, 126, 4])
        #expect(long.frameForRevision3.count == 3 + 4 + 126)
    }

    @Test("a packet without attachments has one frame for all")
    func same() {
        let packet = PreframedPacket(text: Array("4a".utf8))
        #expect(packet.isSameForAll)
        #expect(packet.frameForRevision3.bytes == packet.frame.bytes)
        #expect(packet.attachments.isEmpty)
    }
}
