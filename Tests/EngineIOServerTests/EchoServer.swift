import EngineIOServer
import HTTPServer
import NetLoop
import TestSockets
import WebSocketServer

/// A server on the given number of loops whose sessions send back what they receive. Its clock stands still unless
/// `advance` moves it, so that no limit is met by chance, however slow the machine is.
final class EchoServer: Sendable {
    enum Event: Hashable, Sendable {
        case opened(loop: Int)
        case closed(EngineIOCloseReason)
    }

    let events: TestEvents<Event>
    /// The method and target of each request, once the server has taken it in.
    private let requests = TestEvents<String>()
    let port: Int
    private let group: EventLoopGroup
    private let http: HTTPServer
    /// Each loop's sessions that were opened.
    private let opened: [LoopBound<Opened>]

    private final class Opened { var connections: [EngineIOConnection] = [] }

    init(loops: Int = 1, _ configuration: EngineIOConfiguration) async throws {
        let events = TestEvents<Event>()
        let group = EventLoopGroup(count: loops, frozenAt: 0)
        var source = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: .min ... .max, using: &source)
        let opened = group.loops.map { LoopBound(Opened(), on: $0) }
        let engine = EngineIOServer(
            configuration: configuration, loops: group.loops,
            random: { (UInt64.random(in: .min ... .max), seed) },
            opened: { connection in
                opened[connection.loop.index].value.connections.append(connection)
                events.report(.opened(loop: connection.loop.index))
                connection.handler = Echo(connection, events)
            })
        http = HTTPServer(
            loops: group.loops, configuration: HTTPServerConfiguration(),
            handler: Forwarder(engine: engine, requests: requests))
        guard case .tcp(_, let port) = try await http.listen(on: .tcp(host: "127.0.0.1", port: 0)) else {
            throw TestSocketError(operation: "listen", code: 0)
        }
        self.port = port
        self.events = events
        self.group = group
        self.opened = opened
    }

    /// Sends `packets` to every session, joined on each loop.
    func broadcast(_ packets: [PreframedPacket]) async {
        for opened in opened {
            await opened.loop.perform {
                let batch = PreframedBatch(packets)
                for connection in opened.value.connections { _ = connection.send(batch, limit: .max) }
            }
        }
    }

    /// Messages that were compressed for all loops' connections, without their contexts.
    var sharedDeflations: Int {
        get async {
            var count = 0
            for loop in group.loops { count += await loop.perform { WebSocketConnection.sharedDeflations(on: loop) } }
            return count
        }
    }

    /// Returns when the server has taken in the next request of that method and target; forgets others before it.
    func taken(_ request: String) async throws { while try await requests.next() != request {} }

    /// Moves the loops' time forward.
    func advance(by milliseconds: Int64) async { await group.advance(by: milliseconds) }

    func stop() async {
        for opened in opened { await opened.loop.perform { opened.value.connections = [] } }
        await http.stop()
        await group.shutdown()
    }

    private struct Forwarder: HTTPHandler {
        let engine: EngineIOServer
        let requests: TestEvents<String>

        func handle(_ exchange: HTTPExchange) {
            let request = exchange.request
            engine.handle(exchange)
            requests.report("\(request.method) \(request.path)?\(request.query)")
        }

        func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling { engine.bodyHandling(for: request) }
    }

    private final class Echo: EngineIOHandler {
        private unowned let connection: EngineIOConnection
        private let events: TestEvents<Event>

        init(_ connection: EngineIOConnection, _ events: TestEvents<Event>) {
            self.connection = connection
            self.events = events
        }

        func received(text: ArraySlice<UInt8>) { connection.send(.text(Array("4".utf8) + text)) }
        func received(binary: ArraySlice<UInt8>) { connection.send(.binary(Array(binary))) }
        func drained() {}
        func closed(_ reason: EngineIOCloseReason) { events.report(.closed(reason)) }
    }
}

/// Runs `body` against a server, which is stopped afterwards.
func withEchoServer(
    loops: Int = 1, _ configuration: EngineIOConfiguration = EngineIOConfiguration(),
    _ body: (EchoServer) async throws -> Void
) async throws {
    let server = try await EchoServer(loops: loops, configuration)
    do {
        try await body(server)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// A configuration with changes.
func configured(_ change: (inout EngineIOConfiguration) -> Void) -> EngineIOConfiguration {
    var configuration = EngineIOConfiguration()
    change(&configuration)
    return configuration
}
