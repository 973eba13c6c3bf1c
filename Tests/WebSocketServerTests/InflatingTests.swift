import TestThreads
import Testing
import WebSocketCodec

@testable import WebSocketServer

@Suite("Inflating and deflating", .ownThread)
struct InflatingTests {
    private let pool = ZlibPool()

    private func agreed(_ offer: String, takeover: Bool) throws -> PerMessageDeflate {
        let offers = try #require(WebSocketExtensionOffer.parse([offer]))
        let policy = PerMessageDeflate.Policy(serverNoContextTakeover: !takeover, clientNoContextTakeover: !takeover)
        return try #require(PerMessageDeflate.negotiate(offers, policy: policy))
    }

    private func compressor(
        _ offer: String = "permessage-deflate; client_max_window_bits", takeover: Bool = false, limit: Int = 1_000_000
    ) throws -> MessageCompressor {
        MessageCompressor(
            try agreed(offer, takeover: takeover), WebSocketCompression(threshold: 0), messageLimit: limit, pool: pool)
    }

    /// Compressed as one message by a compressor with no past.
    private func deflated(_ bytes: [UInt8], windowBits: Int = 15, level: Int = 9) throws -> [UInt8] {
        let compressed = pool.compress(bytes.span, windowBits: windowBits, level: level)
        return try #require(compressed)
    }

    /// Feeds a message piece by piece; the whole and how many pieces were taken before it came or failed.
    private func feed(
        _ bytes: [UInt8], size: Int, _ kind: WebSocketMessageKind = .text, to compressor: MessageCompressor
    ) throws(InflateError) -> [UInt8]? {
        var start = 0
        while bytes.count - start > size {
            let early = try compressor.inflate(kind, Array(bytes[start..<(start + size)]), isLast: false)
            #expect(early == nil)
            start += size
        }
        return try compressor.inflate(kind, Array(bytes[start...]), isLast: true)
    }

    @Test(
        "a message means the same whole, in pieces and byte by byte, with a past and without", arguments: [true, false])
    func pieces(takeover: Bool) throws {
        let text = Array(String(repeating: "Grüße aus κόσμε 😀. ", count: 300).utf8)
        let sender = try compressor(takeover: takeover)
        for size in [1, 2, 7, 100, 100_000] {
            let receiver = try compressor(takeover: takeover)
            let fresh = takeover ? try compressor(takeover: true) : sender
            for _ in 0..<3 {
                let compressed = try #require(fresh.compress(text))
                #expect(try feed(compressed, size: size, to: receiver) == text)
                #expect(try feed([], size: size, to: receiver) == [])
                #expect(try feed([0], size: size, to: receiver) == [])
            }
        }
    }

    @Test("the examples of RFC 7692 section 7.2.3 are read")
    func examples() throws {
        let hello = Array("Hello".utf8)
        let receiver = try compressor(takeover: true)
        let messages: [[UInt8]] = [
            [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], [0xF2, 0x00, 0x11, 0x00, 0x00],
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
        ]
        for message in messages { #expect(try receiver.inflate(.text, message) == hello, "\(message)") }
    }

    @Test("a reference past the agreed window is read where no context is kept, and refused where one is")
    func farReference() throws {
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let message = noise + noise
        let compressed = try deflated(message)
        #expect(compressed.count < 25_000, "the second half refers to the first")
        let offer = "permessage-deflate; client_max_window_bits=12"
        #expect(try compressor(offer).inflate(.binary, compressed) == message)
        let keeping = try compressor(offer, takeover: true)
        #expect(throws: InflateError.malformed) { try keeping.inflate(.binary, compressed) }
    }

    @Test("10 MB that 10 KB claim to hold end at the limit, with no more than the limit and one step inflated")
    func bomb() throws {
        let bomb = try deflated([UInt8](repeating: 0x61, count: 10_000_000))
        #expect(bomb.count < 11_000)
        let stream = try #require(pool.borrowInflater())
        var most = 0
        #expect(throws: InflateError.tooLong) {
            try stream.inflate(bomb.span) { (bytes) throws(InflateError) in
                most += bytes.count
                if most > 50_000 { throw .tooLong }
            }
        }
        #expect(most <= 50_000 + pool.scratch.count)
        for size in [1, 100_000] {
            let receiver = try compressor(limit: 50_000)
            #expect(throws: InflateError.tooLong) { try feed(bomb, size: size, to: receiver) }
        }
    }

    @Test("a message right at the limit is taken, one byte more is not")
    func limit() throws {
        for count in [0, 999, 1000] {
            let message = [UInt8](repeating: 0x7A, count: count)
            #expect(try feed(deflated(message), size: 3, to: compressor(limit: 1000)) == message)
        }
        #expect(throws: InflateError.tooLong) {
            try feed(deflated([UInt8](repeating: 0x7A, count: 1001)), size: 3, to: compressor(limit: 1000))
        }
    }

    @Test("text ends at its first wrong byte, before the message is whole; a cut character only at the end")
    func utf8() throws {
        var wrong = try deflated(Array("abc".utf8) + [0xFF])
        // A flushed block without its tail is all read once another begins.
        wrong += [0, 0, 0xFF, 0xFF]
        #expect(throws: InflateError.invalidUTF8) { try compressor().inflate(.text, wrong, isLast: false) }
        #expect(try compressor().inflate(.binary, wrong, isLast: false) == nil)
        let cut = try deflated(Array("abc".utf8) + [0xE2, 0x82])
        #expect(throws: InflateError.invalidUTF8) { try compressor().inflate(.text, cut) }
        #expect(try compressor().inflate(.binary, cut) == [0x61, 0x62, 0x63, 0xE2, 0x82])
    }

    @Test(
        "what deflate does not make, what refers back too far and what ends within a block is malformed",
        arguments: [
            [0xFF, 0xFF, 0xFF], [0x07], [0xF2, 0x48, 0xCD], [0xF2, 0x00, 0x11, 0x00, 0x00], [0x00, 0x05, 0x00, 0xFA],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], [0x00, 0x05, 0x00, 0x00, 0x00, 0x61],
        ] as [[UInt8]])
    func malformed(_ bytes: [UInt8]) throws {
        for size in [1, 100] {
            #expect(throws: InflateError.malformed) { try feed(bytes, size: size, to: compressor()) }
        }
    }

    @Test("what a window of 8 bits was agreed on for refers back by no more than 256 bytes")
    func smallestWindow() throws {
        var random = UInt32(7)
        var payload: [UInt8] = []
        // Words of a small stock, so that there is something to refer to at every distance.
        while payload.count < 50_000 {
            random = random &* 1_664_525 &+ 1_013_904_223
            payload += Array("word\(random >> 26) ".utf8)
        }
        for level in [1, 6, 9] {
            let compressed = try deflated(payload, windowBits: 8, level: level)
            #expect(compressed.count < payload.count * 3 / 4)
            #expect(farthestReference(of: compressed + deflateTail) <= 256)
            let wide = try deflated(payload, windowBits: 10, level: level)
            #expect(farthestReference(of: wide + deflateTail) > 256)
        }
    }

    @Test("one inflater serves all messages without a past that come one after the other, and none is kept by them")
    func borrowed() throws {
        let message = try deflated(Array("abc".utf8))
        let first = try compressor()
        let second = try compressor()
        let spare = try #require(pool.borrowInflater())
        pool.giveBack(spare)
        #expect(try first.inflate(.text, message) == Array("abc".utf8))
        #expect(try second.inflate(.text, message) == Array("abc".utf8))
        #expect(pool.borrowInflater() === spare)
        // A connection that goes in the middle of a message gives it back too.
        pool.giveBack(spare)
        var leaving: MessageCompressor? = try compressor()
        #expect(try leaving?.inflate(.text, Array(message.prefix(2)), isLast: false) == .some(nil))
        #expect(pool.borrowInflater() !== spare)
        leaving = nil
        #expect(pool.borrowInflater() === spare)
    }
}
