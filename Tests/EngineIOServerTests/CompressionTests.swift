import EngineIOServer
import TestSockets
import TestThreads
import Testing
import WebSocketCodec

@testable import WebSocketServer

/// A client that takes compressed messages.
private final class CompressedClient {
    private let socket: TestWebSocket
    private let inflater: MessageInflater
    let extensions: String?

    init(port: Int, offer: String = "permessage-deflate", keepsContext: Bool = false) throws {
        socket = try TestWebSocket(
            port: port, "/engine.io/?EIO=4&transport=websocket", headers: [("Sec-WebSocket-Extensions", offer)])
        extensions = socket.response.headers["sec-websocket-extensions"]
        inflater = MessageInflater(limit: 1 << 20, keptWindowBits: keepsContext ? 15 : nil, pool: ZlibPool())
        _ = try socket.receive()
    }

    /// The next frame as it came.
    func frame() throws -> [UInt8] {
        let head = try socket.socket.receive(exactly: 2)
        guard head[1] == 126 else { return head + (try socket.socket.receive(exactly: Int(head[1]))) }
        let length = try socket.socket.receive(exactly: 2)
        return head + length + (try socket.socket.receive(exactly: Int(length[0]) << 8 | Int(length[1])))
    }

    /// The next message, and how many bytes its payload had.
    func message() throws -> (text: String, size: Int) {
        let frame = try frame()
        let payload = Array(frame[(frame[1] == 126 ? 4 : 2)...])
        guard frame[0] == 0xC1 else { return (String(decoding: payload, as: UTF8.self), payload.count) }
        let inflated = try inflater.take(payload.span, .text, isLast: true)
        return (String(decoding: inflated ?? [], as: UTF8.self), payload.count)
    }
}

@Suite("Compressed sessions", .ownThread)
struct CompressionTests {
    private static let long = "4" + String(repeating: "the same for everybody ", count: 100)

    private static func packet(_ text: String) -> PreframedPacket { PreframedPacket(text: Array(text.utf8)) }

    @Test("a broadcast to 100 compressed connections deflates once, on however many loops", arguments: [1, 4])
    func once(loops: Int) async throws {
        try await withEchoServer(loops: loops, configured { $0.compression = WebSocketCompression() }) { server in
            let clients = try (0..<100).map { _ in try CompressedClient(port: server.port) }
            for _ in clients { _ = try await server.events.next() }
            await server.broadcast([Self.packet("4before"), Self.packet(Self.long), Self.packet("4after")])
            #expect(await server.sharedDeflations == 1)
            var frames: Set<[UInt8]> = []
            for (number, client) in clients.enumerated() {
                #expect(try client.message().text == "4before")
                if number == 0 {
                    let (text, size) = try client.message()
                    #expect(text == Self.long && size < Self.long.utf8.count / 10)
                } else {
                    frames.insert(try client.frame())
                }
                #expect(try client.message().text == "4after")
            }
            #expect(frames.count == 1 && frames.first?.first == 0xC1)
            // The same packet again, by itself and joined otherwise.
            let packet = Self.packet(Self.long)
            await server.broadcast([packet])
            await server.broadcast([packet, Self.packet("4x")])
            #expect(await server.sharedDeflations == 2)
            for client in clients { for _ in 0..<2 { #expect(try client.message().text == Self.long) } }
        }
    }

    @Test("connections that keep their contexts compress for themselves, and those that do not still share")
    func contexts() async throws {
        let keeping = configured { $0.compression = WebSocketCompression(keepsContext: true, threshold: 300) }
        try await withEchoServer(keeping) { server in
            let keepers = try (0..<3).map { _ in try CompressedClient(port: server.port, keepsContext: true) }
            let offer = "permessage-deflate; server_no_context_takeover"
            let others = try (0..<3).map { _ in try CompressedClient(port: server.port, offer: offer) }
            let plain = try TestWebSocket(port: server.port, "/engine.io/?EIO=4&transport=websocket")
            _ = try plain.receive()
            for _ in 0..<7 { _ = try await server.events.next() }
            let packet = Self.packet("4" + (0..<500).map { String($0 * $0 % 977, radix: 36) }.joined())
            for _ in 0..<3 { await server.broadcast([packet]) }
            #expect(await server.sharedDeflations == 1)
            for client in keepers {
                let sizes = try (0..<3).map { _ in
                    let (text, size) = try client.message()
                    #expect(text == packet.string)
                    return size
                }
                #expect(sizes[1] < sizes[0] / 5 && sizes[2] < sizes[0] / 5)
            }
            for client in others { for _ in 0..<3 { #expect(try client.message().text == packet.string) } }
            for _ in 0..<3 { #expect(try plain.text() == packet.string) }
        }
    }

    @Test("nothing is compressed unless the server was told to")
    func off() async throws {
        try await withEchoServer { server in
            let client = try CompressedClient(port: server.port)
            #expect(client.extensions == nil)
            _ = try await server.events.next()
            await server.broadcast([Self.packet(Self.long)])
            #expect(try client.message() == (Self.long, Self.long.utf8.count))
            #expect(await server.sharedDeflations == 0)
        }
    }
}
