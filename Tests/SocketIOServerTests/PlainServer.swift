import NetLoop
import SocketIOServer
import TestSockets

/// A server that listens by itself, as an application would start it.
struct PlainServer {
    let server: SocketIOServer
    let port: Int

    init(_ configuration: SocketIOConfiguration, loops: Int, _ prepare: (SocketIOServer) throws -> Void) async throws {
        server = SocketIOServer(configuration: configuration, loopCount: loops)
        try prepare(server)
        guard case .tcp(_, let port) = try await server.listen(port: 0) else {
            throw TestSocketError(operation: "listen", code: 0)
        }
        self.port = port
    }

    /// Runs `body` against a server, which is shut down afterwards.
    static func run(
        _ configuration: SocketIOConfiguration = SocketIOConfiguration(), loops: Int = 1,
        _ prepare: (SocketIOServer) throws -> Void, _ body: (PlainServer) async throws -> Void
    ) async throws {
        let server = try await PlainServer(configuration, loops: loops, prepare)
        do {
            try await body(server)
        } catch {
            await server.server.shutdown()
            throw error
        }
        await server.server.shutdown()
    }

    func client(_ connect: String = "40") throws -> TestClient { try TestClient(port: port, connect: connect) }
}

/// What an application's event carries.
struct Message: Codable, Hashable, Sendable {
    var text: String
    var count = 0
}
