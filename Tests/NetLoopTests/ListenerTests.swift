import TestSockets
import TestThreads
import Testing

@testable import NetLoop

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Starts a listener whose second socket cannot be polled; returns the first one's address and keeps neither socket.
private func startInVain(_ group: EventLoopGroup) async throws -> ListenAddress {
    let sockets = try (0..<2).map { _ in try ListeningSocket.open(.tcp(host: "127.0.0.1", port: 0), backlog: 10) }
    // Folders cannot be polled.
    let folder = open("/tmp", O_RDONLY)
    #expect(dup2(folder, sockets[1].descriptor) >= 0)
    close(folder)
    await #expect(throws: SocketError.self) {
        _ = try await ListenerGroup.begin(
            zip(sockets, group.loops).map { .init(socket: $0, loop: $1, targets: []) }, address: sockets[0].address,
            AcceptLimit(maximum: 10), nil, Echo.start)
    }
    return sockets[0].address
}

@Suite("Listening", .ownThread)
struct ListenerTests {
    @Test("a thousand connections are opened, used and closed, and all are told of")
    func thousand() async throws {
        let closed = TestEvents<Bool>()
        try await withListener(
            loops: 2, onAccept: { connection in Echo.start(connection) { closed.report(true) } },
            body: { port, _ in
                for _ in 0..<10 {
                    let clients = try (0..<100).map { _ in try TestSocket(port: port) }
                    for client in clients { try client.send("ping") }
                    for client in clients { #expect(try client.receive(exactly: 4) == Array("ping".utf8)) }
                }
                for _ in 0..<1000 { #expect(try await closed.next()) }
            })
    }

    @Test("four loops share one port", arguments: [AcceptStrategy.socketPerLoop, .handOff])
    func fourLoops(strategy: AcceptStrategy) async throws {
        let places = TestEvents<Int>()
        try await withListener(
            loops: 4, strategy: strategy,
            onAccept: { connection in
                places.report(connection.loop.isCurrent ? connection.loop.index : -1)
                Echo.start(connection)
            },
            body: { port, _ in
                let clients = try (0..<200).map { _ in try TestSocket(port: port) }
                for client in clients { try client.send("x") }
                for client in clients { #expect(try client.receive(exactly: 1) == [120]) }
                var seen: Set<Int> = []
                for _ in clients { seen.insert(try await places.next()) }
                #expect(seen == [0, 1, 2, 3])
            })
    }

    @Test("a port that another server shares among its loops is refused as in use", arguments: [1, 4])
    func exclusive(loops: Int) async throws {
        try await withListener(loops: 4, strategy: .socketPerLoop, onAccept: Echo.start) { port, _ in
            let group = EventLoopGroup(count: loops)
            await #expect(throws: SocketError("bind", code: EADDRINUSE)) {
                _ = try await ListenerGroup.start(
                    on: .tcp(host: "127.0.0.1", port: port), loops: group.loops, limit: AcceptLimit(maximum: 1),
                    onAccept: Echo.start)
            }
            await group.shutdown()
        }
    }

    @Test("a port is free again at once, though connections to it linger in the system", arguments: [1, 4])
    func lingering(loops: Int) async throws {
        let group = EventLoopGroup(count: loops)
        func start(port: Int) async throws -> ListenerGroup {
            try await ListenerGroup.start(
                on: .tcp(host: "127.0.0.1", port: port), loops: group.loops, limit: AcceptLimit(maximum: 100),
                onAccept: { $0.abort() })
        }
        let listener = try await start(port: 0)
        guard case .tcp(_, let port) = listener.address else { return }
        // The side that closes first keeps the connection for a minute (TIME_WAIT): here the server.
        for _ in 0..<20 { _ = try TestSocket(port: port).receiveAll() }
        await listener.close()
        await (try start(port: port)).close()
        await group.shutdown()
    }

    @Test("connections beyond the limit wait with the system and are served when a place is free")
    func limit() async throws {
        try await withListener(limit: 1, onAccept: Echo.start) { port, _ in
            let first = try TestSocket(port: port)
            try first.send("1")
            #expect(try first.receive(exactly: 1) == [49])
            let second = try TestSocket(port: port)
            try second.send("2")
            first.endSending()
            #expect(try first.receiveAll() == [])
            #expect(try second.receive(exactly: 1) == [50])
        }
    }

    @Test("a Unix socket serves, and a socket file left by a crash is replaced but a live one is not")
    func unixSocket() async throws {
        let path = "/tmp/roost-netloop-\(UInt64.random(in: 0 ... .max)).sock"
        let group = EventLoopGroup(count: 2)
        let limit = AcceptLimit(maximum: 10)
        // A socket that is closed without being unlinked leaves its file behind, as a crash does.
        do { _ = try ListeningSocket.open(.unix(path: path), backlog: 1) }
        let listener = try await ListenerGroup.start(
            on: .unix(path: path), loops: group.loops, limit: limit, onAccept: Echo.start)
        let client = try TestSocket(path: path)
        try client.send("hi")
        #expect(try client.receive(exactly: 2) == Array("hi".utf8))
        await #expect(throws: SocketError.self) {
            _ = try await ListenerGroup.start(
                on: .unix(path: path), loops: group.loops, limit: limit, onAccept: Echo.start)
        }
        await listener.close()
        #expect(throws: TestSocketError.self) { try TestSocket(path: path) }
        await group.shutdown()
    }

    @Test("an address that cannot be bound is an error that names the call")
    func refusals() async throws {
        let group = EventLoopGroup(count: 1)
        let addresses: [ListenAddress] = [
            .tcp(host: "127.0.0.1", port: 70_000), .tcp(host: "127.0.0.1", port: -1),
            .tcp(host: "192.0.2.1", port: 0), .tcp(host: "no such host", port: 0),
            .unix(path: String(repeating: "x", count: 200)), .unix(path: ""), .unix(path: "/nonexistent/socket"),
        ]
        for address in addresses {
            await #expect(throws: SocketError.self, "\(address)") {
                _ = try await ListenerGroup.start(
                    on: address, loops: group.loops, limit: AcceptLimit(maximum: 1), onAccept: Echo.start)
            }
        }
        await group.shutdown()
    }

    @Test("a listener that fails on a later loop closes those that listen already")
    func laterLoop() async throws {
        let group = EventLoopGroup(count: 2)
        let address = try await startInVain(group)
        // Free again, while the loops still run.
        _ = try ListeningSocket.open(address, backlog: 1)
        await group.shutdown()
    }

    @Test("after closing, the port refuses connections")
    func close() async throws {
        let group = EventLoopGroup(count: 2)
        let listener = try await ListenerGroup.start(
            on: .tcp(host: "127.0.0.1", port: 0), loops: group.loops, limit: AcceptLimit(maximum: 1),
            onAccept: Echo.start)
        guard case .tcp(_, let port) = listener.address else { return }
        await listener.close()
        #expect(throws: TestSocketError.self) { try TestSocket(port: port) }
        await group.shutdown()
    }
}
