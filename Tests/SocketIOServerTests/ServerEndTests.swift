import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("The end of sockets and servers", .ownThread)
struct ServerEndTests {
    @Test("a socket that is about to go is still in its rooms, then in none, and each is told once")
    func disconnecting() async throws {
        let events = TestEvents<String>()
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.join("r")
                socket.onDisconnecting = { [unowned socket] reason in
                    let isSent = socket.emit("too late") == .sent
                    events.report("\(reason.rawValue), in r: \(socket.isIn("r")) \(socket.rooms), sends: \(isSent)")
                }
                socket.onDisconnect = { [unowned socket] reason in
                    events.report("\(reason.rawValue), in r: \(socket.isIn("r")) \(socket.rooms)")
                }
                events.report("in r: \(socket.isIn("r")), in s: \(socket.isIn("s"))")
            }
        } _: { server in
            let client = try server.client()
            #expect(try await events.next() == "in r: true, in s: false")
            try client.send("41")
            let reason = "client namespace disconnect"
            #expect(try await events.next() == #"\#(reason), in r: true ["r"], sends: false"#)
            #expect(try await events.next() == "\(reason), in r: false []")
        }
        #expect(events.untaken.isEmpty)
    }

    @Test("serve returns when the server was shut down, before or meanwhile, and a second shutdown does nothing")
    func serve() async throws {
        let server = SocketIOServer()
        try await server.listen(port: 0)
        let serving = (0..<3).map { _ in Task { await server.serve() } }
        await server.shutdown()
        for task in serving { await task.value }
        await server.serve()
        await server.shutdown()
    }

    @Test("shutdown drops an exchange of another path that is not answered within its time")
    func drainTime() async throws {
        let handler = Unanswering()
        let server = SocketIOServer(configuration: configured { $0.drainTime = 10 })
        let address = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0), other: handler)
        guard case .tcp(_, let port) = address else { return }
        let client = try TestHTTPConnection(port: port)
        try client.send("GET", "/slow")
        try await handler.taken.next()
        await server.shutdown()
        #expect(try client.socket.receiveAll() == [])
        #expect(try await handler.aborted.next() == "/slow")
    }

    @Test("who waits for other nodes when the server goes down hears that, and afterwards nobody is asked")
    func adapter() async throws {
        let adapter = SilentNode()
        let server = SocketIOServer(configuration: configured { $0.nodeTimeout = 600_000 })
        try await server.connect(through: adapter)
        let asked = Task { try await server.main.fetchSockets().count }
        try await adapter.published.next()
        let answered = Task { try await server.main.everyone.emitWithAck("e", timeout: 1).missing }
        try await adapter.published.next()
        await server.shutdown()
        await #expect(throws: AdapterError.shutDown) { try await asked.value }
        await #expect(throws: AdapterError.shutDown) { try await answered.value }
        #expect(try await adapter.left.next() == true)
        #expect(try await server.main.fetchSockets().isEmpty)
        #expect(adapter.published.untaken.isEmpty)
    }

    /// Keeps its exchanges, and tells when a client is gone.
    private struct Unanswering: HTTPHandler {
        let taken = TestEvents<Void>()
        let aborted = TestEvents<String>()

        func handle(_ exchange: HTTPExchange) {
            let path = exchange.request.path
            exchange.onAbort = { [aborted] in
                withExtendedLifetime(exchange) {}
                aborted.report(path)
            }
            taken.report(())
        }
    }

    /// One other node that never answers.
    private struct SilentNode: BroadcastAdapter {
        let published = TestEvents<Void>()
        let left = TestEvents<Bool>()

        func join(as node: String, deliver: @escaping @Sendable ([UInt8]) -> Void) {}
        func leave(_ node: String) { left.report(true) }
        func publish(_ message: [UInt8], from node: String) { published.report(()) }
        func send(_ message: [UInt8], to target: String, from node: String) {}
        func peerCount(of node: String) -> Int { 1 }
    }
}
