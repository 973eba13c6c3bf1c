import NetLoop
import SocketIOServer
import TestSockets

/// A server that listens by itself, as an application would start it.
struct PlainServer {
    let server: SocketIOServer
    let port: Int
    /// Loops whose clocks stand still; nil where the server has made its own.
    private let frozen: EventLoopGroup?

    init(
        _ configuration: SocketIOConfiguration, loops: Int, frozenAt time: Int64? = nil,
        _ prepare: (SocketIOServer) throws -> Void
    ) async throws {
        frozen = time.map { EventLoopGroup(count: loops, frozenAt: $0) }
        if let frozen {
            server = SocketIOServer(configuration: configuration, loops: frozen.loops)
        } else {
            server = SocketIOServer(configuration: configuration, loopCount: loops)
        }
        try prepare(server)
        guard case .tcp(_, let port) = try await server.listen(port: 0) else {
            throw TestSocketError(operation: "listen", code: 0)
        }
        self.port = port
    }

    /// Runs `body` against a server, which is shut down afterwards.
    static func run(
        _ configuration: SocketIOConfiguration = SocketIOConfiguration(), loops: Int = 1, frozenAt time: Int64? = nil,
        _ prepare: (SocketIOServer) throws -> Void, _ body: (PlainServer) async throws -> Void
    ) async throws {
        let server = try await PlainServer(configuration, loops: loops, frozenAt: time, prepare)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func stop() async {
        await server.shutdown()
        await frozen?.shutdown()
    }

    /// Moves the time of loops that were made with `frozenAt` forward.
    func advance(by milliseconds: Int64) async { await frozen?.advance(by: milliseconds) }

    func client(_ connect: String = "40") throws -> TestClient { try TestClient(port: port, connect: connect) }
}

/// What an application's event carries.
struct Message: Codable, Hashable, Sendable {
    var text: String
    var count = 0
}
