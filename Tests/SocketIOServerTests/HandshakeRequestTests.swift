import EngineIOServer
import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("A socket's request", .ownThread)
struct HandshakeRequestTests {
    @Test("a request that was forgotten has no fields any more, but still an address")
    func forgottenRequest() async throws {
        let facts = TestEvents<[String?]>()
        try await TestServer.run(namespaces: [
            "/": { socket in
                func look() { facts.report([socket.request.header("Upgrade"), socket.request.query]) }
                look()
                socket.forgetRequest()
                look()
                facts.report([socket.remoteAddress.text])
                socket.accept()
            }
        ]) { server in
            let client = try TestClient(server)
            #expect(try await facts.next() == ["websocket", "EIO=4&transport=websocket"])
            #expect(try await facts.next() == [nil, ""])
            #expect(try await facts.next() == ["127.0.0.1"])
            #expect(client.id.utf8.count == 20)
        }
    }
}
