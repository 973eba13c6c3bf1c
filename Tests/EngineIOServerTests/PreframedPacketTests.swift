import EngineIOServer
import NetLoop
import Testing

@Suite("Packets for many")
struct PreframedPacketTests {
    @Test(
        "the frame has the shortest length field that fits",
        arguments: [
            (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]), (0xFFFF, [0x81, 126, 0xFF, 0xFF]),
            (0x1_0000, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])])
    func frame(count: Int, header: [UInt8]) {
        let text = (0..<count).map { UInt8(97 + $0 % 26) }
        let packet = PreframedPacket(text: text)
        #expect(packet.frame.bytes == header + text)
        #expect(packet.count == count)
        var again: [UInt8] = [0]
        packet.appendText(to: &again)
        #expect(again == [0] + text)
    }

    @Test("joined packets are their frames in order")
    func join() {
        let packets = ["4a", "", "4bc"].map { PreframedPacket(text: Array($0.utf8)) }
        let batch = PreframedBatch(packets)
        #expect(batch.frames.bytes == [0x81, 2, 0x34, 0x61, 0x81, 0, 0x81, 3, 0x34, 0x62, 0x63])
        #expect(batch.packets.map(\.string) == ["4a", "", "4bc"])
        #expect(PreframedBatch([]).frames.count == 0)
    }
}
