import ByteCoding
import HTTPServer
import NetLoop
import SocketIOServer
import TestSockets

/// A Socket.IO server on real loops; the test says what its namespaces do. Its clock stands
/// still unless `advance` moves it, so that no limit is met by chance, however slow the machine is.
final class TestServer: Sendable {
    let port: Int
    let socketIO: SocketIOServer
    let loops: [EventLoop]
    private let group: EventLoopGroup
    private let http: HTTPServer

    init(
        loops count: Int = 1, _ configuration: SocketIOConfiguration,
        namespaces: [String: @Sendable (Socket) -> Void]
    ) async throws {
        let group = EventLoopGroup(count: count, frozenAt: 0)
        let socketIO = SocketIOServer(configuration: configuration, loops: group.loops)
        for (name, connecting) in namespaces { socketIO.of(name, Namespace(body: connecting)) }
        http = HTTPServer(
            loops: group.loops, configuration: HTTPServerConfiguration(), handler: Forwarder(server: socketIO))
        guard case .tcp(_, let port) = try await http.listen(on: .tcp(host: "127.0.0.1", port: 0)) else {
            throw TestSocketError(operation: "listen", code: 0)
        }
        self.port = port
        self.socketIO = socketIO
        self.group = group
        loops = group.loops
    }

    /// Runs `body` against a server, which is stopped afterwards.
    static func run(
        loops: Int = 1, _ configuration: SocketIOConfiguration = SocketIOConfiguration(),
        namespaces: [String: @Sendable (Socket) -> Void], _ body: (TestServer) async throws -> Void
    ) async throws {
        let server = try await TestServer(loops: loops, configuration, namespaces: namespaces)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Moves the loops' time forward.
    func advance(by milliseconds: Int64) async { await group.advance(by: milliseconds) }

    func stop() async {
        await socketIO.shutdown()
        await http.stop()
        await group.shutdown()
    }

    /// Runs `work` on a loop with its part of the main namespace, and waits until what it published has been handed over:
    /// what follows is not joined with it.
    func onLoop(_ index: Int = 0, _ work: @escaping @Sendable (LoopNamespace) -> Void) async {
        await withCheckedContinuation { continuation in
            loops[index].execute { [socketIO, loops] in
                if let namespace = socketIO.onLoop(index) { work(namespace) }
                loops[index].atEndOfTurn { continuation.resume() }
            }
        }
    }

    private struct Namespace: NamespaceHandler {
        let body: @Sendable (Socket) -> Void
        func connecting(_ socket: Socket) { body(socket) }
    }

    private struct Forwarder: HTTPHandler {
        let server: SocketIOServer
        func handle(_ exchange: HTTPExchange) { server.handle(exchange) }
        func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling { server.bodyHandling(for: request) }
    }
}

/// A client in the main namespace over a WebSocket.
struct TestClient {
    let socket: TestWebSocket
    /// The socket's id, as the server told it.
    let id: String

    /// With which the client may come back; empty when the server recovers no state.
    let pid: String

    /// Connects, to the main namespace unless told otherwise.
    init(_ server: TestServer, connect: String = "40", receiveBuffer: Int32? = nil) throws {
        try self.init(port: server.port, connect: connect, receiveBuffer: receiveBuffer)
    }

    init(port: Int, connect: String, receiveBuffer: Int32? = nil) throws {
        socket = try TestWebSocket(port: port, "/socket.io/?EIO=4&transport=websocket", receiveBuffer: receiveBuffer)
        _ = try socket.receive()
        try socket.send(connect)
        let answer = try socket.text() ?? ""
        func member(_ name: String) -> String {
            answer.firstRange(of: "\"\(name)\":\"").map { answer[$0.upperBound...].prefix { $0 != "\"" } }
                .map(String.init) ?? ""
        }
        (id, pid) = (member("sid"), member("pid"))
    }

    func send(_ text: String) throws { try socket.send(text) }

    /// The next text, or what came instead. Throws at the end of the connection.
    func next() throws -> String {
        switch try socket.receive() {
        case .text(let text): text
        case .binary(let bytes): "\(bytes)"
        case .close(let code): "close \(code ?? 0)"
        case .other(let opcode): "opcode \(opcode)"
        case .end: throw TestSocketError(operation: "receive: connection ended", code: 0)
        }
    }
}

/// An event with one argument.
func event(_ name: String, _ argument: String) -> EncodedPacket {
    EncodedPacket.event(namespace: "/", name: name, arguments: [.string(argument)])
}

/// A configuration with changes.
func configured(_ change: (inout SocketIOConfiguration) -> Void) -> SocketIOConfiguration {
    var configuration = SocketIOConfiguration()
    change(&configuration)
    return configuration
}
