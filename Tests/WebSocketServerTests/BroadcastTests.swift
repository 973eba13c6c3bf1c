import NetLoop
import TestSockets
import TestThreads
import Testing
import WebSocketCodec

@testable import WebSocketServer

@Suite("Broadcasts over WebSockets", .ownThread)
struct BroadcastTests {
    private static let text = Array(String(repeating: "the same for everybody ", count: 100).utf8)

    private func compressor(
        _ pool: ZlibPool, _ offer: String = "permessage-deflate", takeover: Bool = false
    ) throws -> MessageCompressor {
        let offers = try #require(WebSocketExtensionOffer.parse([offer]))
        let policy = PerMessageDeflate.Policy(serverNoContextTakeover: !takeover)
        let agreed = try #require(PerMessageDeflate.negotiate(offers, policy: policy))
        return MessageCompressor(agreed, WebSocketCompression(), messageLimit: 100_000, pool: pool)
    }

    private func address(_ frames: SharedBytes) -> Int { frames.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }

    @Test("a thousand connections share one frame and one compression; another window costs one more")
    func shared() throws {
        let pool = ZlibPool()
        let broadcast = WebSocketBroadcast(text: Self.text)
        let frames = try (0..<1000).map { _ in broadcast.frames(for: try compressor(pool)) }
        #expect(Set(frames.map(address)).count == 1)
        #expect(pool.deflations == 1)
        #expect(frames[0].count < Self.text.count / 5)
        #expect(frames[0].bytes[0] == 0xC1)
        let small = "permessage-deflate; server_max_window_bits=9"
        for _ in 0..<10 { _ = broadcast.frames(for: try compressor(pool, small)) }
        #expect(pool.deflations == 2)
        // Loops that ask later find what the first has made.
        _ = broadcast.frames(for: try compressor(ZlibPool()))
        #expect(pool.deflations == 2)
    }

    @Test("a connection with a context of its own compresses for itself, so that its context stays whole")
    func ownContext() throws {
        let pool = ZlibPool()
        var random = UInt32(7)
        // Letters at random: there is nothing to refer to but the message before.
        let letters = (0..<2000).map { _ -> UInt8 in
            random = random &* 1_664_525 &+ 1_013_904_223
            return UInt8(ascii: "a") + UInt8(random >> 28)
        }
        let broadcast = WebSocketBroadcast(text: letters)
        let own = try compressor(pool, takeover: true)
        let first = broadcast.frames(for: own)
        let second = broadcast.frames(for: own)
        #expect(pool.deflations == 0)
        // The second refers to the first.
        #expect(second.count < first.count / 10)
    }

    @Test("a message under the threshold is not compressed, nor is any in a joined broadcast but the large one")
    func threshold() throws {
        let pool = ZlibPool()
        let small = WebSocketBroadcast(text: [UInt8](repeating: 0x61, count: WebSocketCompression.defaultThreshold - 1))
        #expect(small.frames(for: try compressor(pool)).bytes == small.frames.bytes)
        #expect(pool.deflations == 0)
        var joined: [UInt8] = []
        WebSocketFrame.encode(.text, [0x61], into: &joined)
        WebSocketFrame.encode(.text, Self.text, into: &joined)
        WebSocketFrame.encode(.binary, [], into: &joined)
        let many = WebSocketBroadcast(frames: SharedBytes(joined)).frames(for: try compressor(pool)).bytes
        #expect(pool.deflations == 1)
        #expect(many.prefix(4) == [0x81, 1, 0x61, 0xC1])
        #expect(many.suffix(2) == [0x82, 0])
    }

    @Test("joined broadcasts are the joined forms of their parts, which are compressed once whoever asks")
    func joined() throws {
        let pool = ZlibPool()
        let (small, large) = (WebSocketBroadcast(text: [0x61]), WebSocketBroadcast(text: Self.text))
        let joined = WebSocketBroadcast(joining: [small, large, small])
        #expect(joined.frames.bytes == small.frames.bytes + large.frames.bytes + small.frames.bytes)
        let alone = large.frames(for: try compressor(pool)).bytes
        let expected = small.frames.bytes + alone + small.frames.bytes
        #expect(joined.frames(for: try compressor(pool)).bytes == expected)
        #expect(WebSocketBroadcast(joining: [large, large]).frames(for: try compressor(pool)).bytes == alone + alone)
        #expect(pool.deflations == 1)
        // With a context of its own, in order.
        let own = try compressor(pool, takeover: true)
        #expect(joined.frames(for: own).bytes.prefix(4) == [0x81, 1, 0x61, 0xC1])
        // What is not worth compressing stays the very same bytes.
        let plain = WebSocketBroadcast(joining: [WebSocketBroadcast](repeating: small, count: 1000))
        #expect(address(plain.frames(for: try compressor(pool))) == address(plain.frames))
        #expect(WebSocketBroadcast(joining: []).frames(for: try compressor(pool)).count == 0)
    }

    @Test("frames that cannot be read again are sent as they are, never in part")
    func unreadable() throws {
        let pool = ZlibPool()
        var frames: [UInt8] = []
        WebSocketFrame.encode(.text, Self.text, into: &frames)
        frames += [0x83, 0]
        let broadcast = WebSocketBroadcast(frames: SharedBytes(frames))
        #expect(broadcast.frames(for: try compressor(pool)).bytes == frames)
    }

    @Test("connections that agreed on different things all get the same message")
    func delivered() async throws {
        var configuration = unhurried
        configuration.compression = WebSocketCompression(policy: .init(serverNoContextTakeover: false))
        let broadcast = WebSocketBroadcast(text: Self.text)
        let acceptor = Acceptor(configuration: configuration) { connection in
            for _ in 0..<2 { connection.send(broadcast) }
            connection.close()
            connection.send(broadcast)
        }
        try await withServer(acceptor) { port in
            let offers = [
                "", "permessage-deflate", "permessage-deflate; server_no_context_takeover",
                "permessage-deflate; server_no_context_takeover; server_max_window_bits=8",
            ]
            for offer in offers {
                let fields = offer.isEmpty ? "" : "Sec-WebSocket-Extensions: \(offer)\r\n"
                let client = try WebSocketClient(port: port, fields: fields)
                let takeover = !offer.contains("server_no")
                let inflater = MessageInflater(
                    limit: 100_000, keptWindowBits: takeover ? 15 : nil, pool: ZlibPool())
                for _ in 0..<2 {
                    if offer.isEmpty {
                        #expect(try client.next() == .text(Self.text))
                    } else {
                        guard case .compressed(.text, let bytes, _) = try client.nextWhole() else {
                            Issue.record("not compressed: \(offer)")
                            return
                        }
                        #expect(try inflater.take(bytes.span, .text, isLast: true) == Self.text)
                    }
                }
                #expect(try client.next() == .close(code: .normal, reason: ""))
            }
        }
    }
}
