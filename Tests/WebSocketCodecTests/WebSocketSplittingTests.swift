import SeededRandom
import TestThreads
import Testing
import WebSocketCodec

@Suite("Frames however they are cut", .ownThread)
struct WebSocketSplittingTests {
    static let corpus: [[UInt8]] = [
        masked(.text, Array("Hello".utf8)),
        masked(.text, Array("κόσμε 😀".utf8)),
        masked(.text, Array("ab".utf8), isFinal: false) + masked(.ping, [1, 2])
            + masked(.continuation, Array("c".utf8)),
        masked(.binary, (0..<130).map { UInt8($0) }),
        masked(.binary, [9], isFinal: false) + masked(.continuation, [8], isFinal: false) + masked(.continuation, [7]),
        masked(.text, [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], isCompressed: true),
        masked(.pong), masked(.text), masked(.binary, []),
    ]

    @Test("a stream of frames means the same as each alone, wherever it is cut")
    func joined() {
        let bytes = Array(Self.corpus.joined())
        let expected = Self.corpus.flatMap { decode($0, compression: true).events }
        #expect(expected.count == 10)
        #expect(decode(bytes, compression: true) == DecodeOutcome(events: expected))
        #expect(byteByByte(bytes, compression: true) == DecodeOutcome(events: expected))
        for cut in 1..<bytes.count {
            #expect(decode(bytes, compression: true, cuts: [cut]) == DecodeOutcome(events: expected))
        }
    }

    @Test("mutated frames never trap, and mean the same whole and cut at random")
    func mutations() {
        var random = SeededGenerator(seed: 64_557_692)
        let heads: [UInt8] = [0, 1, 0x80, 0x81, 0x82, 0x88, 0x89, 0x8A, 0xC1, 0xFE, 0xFF, 0x7F, 125, 126, 127]
        var refused = 0
        var taken = 0
        for _ in 0..<6000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes += Self.corpus[Int.random(in: 0..<Self.corpus.count, using: &random)]
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes[place] = heads[Int.random(in: 0..<heads.count, using: &random)]
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
                }
            }
            let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let whole = decode(bytes, limits: .init(message: 200), compression: true)
            #expect(decode(bytes, limits: .init(message: 200), compression: true, cuts: cuts) == whole, "\(bytes)")
            #expect(byteByByte(bytes, limits: .init(message: 200), compression: true) == whole, "\(bytes)")
            if whole.error == nil { taken += 1 } else { refused += 1 }
        }
        // Both ways out must have been seen, or the run would show nothing.
        #expect(refused > 1000)
        #expect(taken > 1000)
    }

    @Test("random messages in random fragments come out as they went in, at both ends")
    func roundTrips() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let payload = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var client: [UInt8] = []
            var server: [UInt8] = []
            var start = 0
            while true {
                let end =
                    Bool.random(using: &random) ? payload.count : Int.random(in: start...payload.count, using: &random)
                let isFinal = end == payload.count
                let opcode = client.isEmpty ? WebSocketOpcode.binary : .continuation
                let piece = Array(payload[start..<end])
                client += masked(opcode, piece, isFinal: isFinal, mask: UInt32.random(in: 0 ... .max, using: &random))
                server += plain(opcode, piece, isFinal: isFinal)
                start = end
                if isFinal { break }
            }
            #expect(decode(client).events == [.binary(payload)])
            #expect(decode(server, as: .client).events == [.binary(payload)])
        }
    }
}
