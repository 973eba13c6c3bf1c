import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("What a server asks of its transport", .ownThread)
struct TransportOptionTests {
    private let target = "/socket.io/?EIO=4&transport=websocket"

    /// The next frame as it came.
    private func frame(_ socket: TestSocket) throws -> [UInt8] {
        let head = try socket.receive(exactly: 2)
        guard head[1] == 126 else { return head + (try socket.receive(exactly: Int(head[1]))) }
        let length = try socket.receive(exactly: 2)
        return head + length + (try socket.receive(exactly: Int(length[0]) << 8 | Int(length[1])))
    }

    @Test("with compression, a room's packet is the same compressed frame for all; without, there is none")
    func compression() async throws {
        for compression in [MessageCompression(), nil] {
            let configuration = configured { $0.compression = compression }
            try await TestServer.run(loops: 2, configuration, namespaces: ["/": { $0.accept() }]) { server in
                let clients = try (0..<10).map { _ in
                    let client = try TestWebSocket(
                        port: server.port, target, headers: [("Sec-WebSocket-Extensions", "permessage-deflate")])
                    let extensions = client.response.headers["sec-websocket-extensions"]
                    #expect((extensions != nil) == (compression != nil))
                    _ = try client.receive()
                    try client.send("40")
                    _ = try client.receive()
                    return client
                }
                let text = String(repeating: "the same for everybody ", count: 100)
                server.socketIO.broadcast(event("e", text), to: nil)
                var frames: Set<[UInt8]> = []
                for client in clients { frames.insert(try frame(client.socket)) }
                #expect(frames.count == 1)
                let first = try #require(frames.first)
                #expect(first[0] == (compression == nil ? 0x81 : 0xC1))
                #expect((first.count < text.utf8.count / 10) == (compression != nil))
            }
        }
    }

    @Test("a server that listens by itself ends a session whose POSTs overlap")
    func overlappingPosts() async throws {
        let server = SocketIOServer()
        guard case .tcp(_, let port) = try await server.listen(port: 0) else { return }
        let client = try TestPolling(port: port, path: "/socket.io/")
        let first = try TestHTTPConnection(port: port)
        try first.send("POST", client.target, headers: [("Expect", "100-continue"), ("Content-Length", "2")])
        _ = try first.socket.receive(through: "\r\n\r\n")
        #expect(try client.post("40").status == 400)
        #expect(try first.receive().status == 400)
        #expect(try client.poll().status == 400)
        await server.shutdown()
    }
}
