import TestSockets
import TestThreads
import Testing
import WebSocketCodec

@testable import WebSocketServer

@Suite("permessage-deflate", .ownThread)
struct CompressionTests {
    private static let offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
    private static let text = Array(String(repeating: "Hello, compressed world. ", count: 200).utf8)

    private func configuration(takeover: Bool, windowBits: Int = 15) -> WebSocketConfiguration {
        var configuration = unhurried
        configuration.maxMessageSize = 10_000
        configuration.compression = WebSocketCompression(
            policy: .init(
                serverNoContextTakeover: !takeover, clientNoContextTakeover: !takeover,
                serverMaxWindowBits: windowBits, clientMaxWindowBits: windowBits), threshold: 100)
        return configuration
    }

    private func compressor(_ configuration: WebSocketConfiguration, messageLimit: Int) throws -> MessageCompressor {
        let settings = try #require(configuration.compression)
        let offers = try #require(WebSocketExtensionOffer.parse(["permessage-deflate; client_max_window_bits"]))
        let agreed = try #require(PerMessageDeflate.negotiate(offers, policy: settings.policy))
        return MessageCompressor(agreed, settings, messageLimit: messageLimit, pool: ZlibPool())
    }

    @Test("messages are inflated and sent compressed, small ones as they are", arguments: [false, true], [9, 15])
    func echo(takeover: Bool, windowBits: Int) async throws {
        let configuration = configuration(takeover: takeover, windowBits: windowBits)
        let compressor = try compressor(configuration, messageLimit: 100_000)
        try await withEcho(configuration) { port, events in
            let client = try WebSocketClient(port: port, fields: Self.offer)
            #expect(client.answer.contains("server_no_context_takeover") == !takeover)
            #expect(client.answer.contains("client_no_context_takeover") == !takeover)
            #expect(client.answer.contains("server_max_window_bits=9") == (windowBits == 9))
            for _ in 0..<3 {
                let compressed = try #require(compressor.compress(Self.text))
                #expect(compressed.count < Self.text.count / 10)
                try client.send(.text, compressed, isCompressed: true)
                #expect(try await events.next() == .text(Self.text))
                guard case .compressed(.text, let bytes, isLast: true) = try client.nextWhole() else {
                    Issue.record("not compressed")
                    return
                }
                #expect(try compressor.inflate(.text, bytes) == Self.text)
            }
            try client.send(.text, [0x61])
            #expect(try client.next() == .text([0x61]))
        }
    }

    @Test("without an offer, or with it switched off, nothing is compressed")
    func notNegotiated() async throws {
        try await withEcho(configuration(takeover: false)) { port, _ in
            let client = try WebSocketClient(port: port)
            try client.send(.text, Self.text)
            #expect(try client.next() == .text(Self.text))
        }
        try await withEcho { port, _ in
            let client = try WebSocketClient(port: port, fields: Self.offer)
            #expect(!client.answer.contains("Extensions"))
        }
    }

    @Test("what inflates past the limit is refused with 1009, bad deflate and bad UTF-8 with 1007")
    func refusals() async throws {
        let settings = configuration(takeover: false)
        let compressor = try compressor(settings, messageLimit: 100_000)
        let bomb = try #require(compressor.compress([UInt8](repeating: 0x61, count: 1_000_000)))
        let notText = try #require(compressor.compress([UInt8](repeating: 0xFF, count: 1000)))
        for (bytes, code) in [(bomb, 1009), (notText, 1007), ([0xFF, 0xFF, 0xFF], 1007)] as [([UInt8], UInt16)] {
            try await withEcho(settings) { port, events in
                let client = try WebSocketClient(port: port, fields: Self.offer)
                try client.send(.text, bytes, isCompressed: true)
                #expect(try client.nextClose()?.code.rawValue == code)
                client.socket.endSending()
                #expect(try await events.next() == .closed(code))
            }
        }
    }

    @Test("every length survives, also one that fills the output exactly, and several final blocks")
    func lengths() throws {
        var settings = configuration(takeover: true)
        settings.compression?.threshold = 1
        let compressor = try compressor(settings, messageLimit: 1_000_000)
        var state: UInt32 = 1
        let noise = (0..<70_000).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        for length in [1, 2, 100, 16_373, 16_379, 16_384, 32_768, 65_536, 70_000] {
            let message = Array(noise.prefix(length))
            let compressed = try #require(compressor.compress(message))
            #expect(try compressor.inflate(.binary, compressed) == message)
        }
        // RFC 7692 section 7.2.3.4: "Hello" in a block marked final, with the empty block's start after it.
        let final: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]
        #expect(try compressor.inflate(.text, final) == Array("Hello".utf8))
        #expect(try compressor.inflate(.text, []) == [])
    }
}
