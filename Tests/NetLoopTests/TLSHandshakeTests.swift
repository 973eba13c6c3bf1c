import COpenSSL
import TestSockets
import TestThreads
import Testing

@testable import NetLoop

@Suite("TLS handshakes under way", .ownThread)
struct TLSHandshakeTests {
    @Test("one that says nothing, and one that stops, are ended in time; one that is done, or goes on in time, is not")
    func time() async throws {
        let files = try TestFiles(TestCertificate())
        var configuration = files.configuration
        configuration.handshakeTime = 30
        let acceptor = try TLSAcceptor(configuration)
        try await withListener(frozenAt: 0, tls: acceptor, onAccept: Echo.start) { port, group in
            let done = try TestTLSSocket(port: port)
            let silent = try TestSocket(port: port)
            let partial = try TestSocket(port: port)
            try partial.send([22, 3, 1])
            let hesitant = try TestTLSSocket(port: port, handshake: .none)
            let late = try TestTLSSocket(port: port, handshake: .half)
            let half = try TestTLSSocket(port: port, handshake: .half)
            // A loop accepts in order: with the answer to the last it has them all.
            let toLate = try late.socket.receive()
            #expect(!toLate.isEmpty)
            #expect(!(try half.socket.receive()).isEmpty)

            await group.advance(by: 29)
            // The clock goes on once the server has read the rest, which its echo shows.
            try late.finish(toLate)
            try late.send("y")
            #expect(try late.receive(exactly: 1) == [121])
            try hesitant.flush()
            let toHesitant = try hesitant.socket.receive()
            #expect(!toHesitant.isEmpty)

            await group.advance(by: 1)
            #expect(try silent.receiveAll() == [])
            #expect(try partial.receiveAll() == [])
            // The rest of the server's first flight may come before the end.
            while !(try half.socket.receive()).isEmpty {}

            // From its first byte on it has as long again.
            await group.advance(by: 28)
            try hesitant.finish(toHesitant)
            try hesitant.send("y")
            #expect(try hesitant.receive(exactly: 1) == [121])
            await group.advance(by: 1000)
            for client in [done, late, hesitant] {
                try client.send("x")
                #expect(try client.receive(exactly: 1) == [120])
            }
        }
    }

    @Test("past the maximum the one begun first is dropped, and others are served; those that say nothing do not count")
    func maximum() async throws {
        try await withTLSListener(
            {
                $0.maximumHandshakes = 4
                $0.handshakeTime = 60_000
            }, onAccept: Echo.start,
            body: { port, _, _ in
                let silent = try (0..<20).map { _ in try TestSocket(port: port) }
                var begun: [TestTLSSocket] = []
                for _ in 0..<4 {
                    begun.append(try TestTLSSocket(port: port, handshake: .half))
                    // The answer shows that it has begun.
                    #expect(!(try begun[begun.count - 1].socket.receive()).isEmpty)
                }
                let served = try TestTLSSocket(port: port)
                try served.send("x")
                #expect(try served.receive(exactly: 1) == [120])
                while !(try begun[0].socket.receive()).isEmpty {}
                let last = try TestTLSSocket(port: port)
                try last.send("y")
                #expect(try last.receive(exactly: 1) == [121])
                withExtendedLifetime(silent) {}
            })
    }

    @Test("four loops serve TLS from one port", arguments: [AcceptStrategy.socketPerLoop, .handOff])
    func loops(strategy: AcceptStrategy) async throws {
        let places = TestEvents<Int>()
        try await withTLSListener(
            loops: 4, strategy: strategy,
            onAccept: { connection in
                places.report(connection.loop.isCurrent ? connection.loop.index : -1)
                Echo.start(connection)
            },
            body: { port, _, _ in
                var seen: Set<Int> = []
                for _ in 0..<60 {
                    let client = try TestTLSSocket(port: port)
                    try client.send("x")
                    #expect(try client.receive(exactly: 1) == [120])
                    seen.insert(try await places.next())
                }
                #expect(seen == [0, 1, 2, 3])
            })
    }

    @Test("the end of the loops ends handshakes under way")
    func loopEnd() async throws {
        let clients = TestEvents<TestSocket>()
        try await withTLSListener(onAccept: Echo.start) { port, _, _ in
            let half = try TestTLSSocket(port: port, handshake: .half)
            #expect(!(try half.socket.receive()).isEmpty)
            clients.report(half.socket)
            clients.report(try TestSocket(port: port))
        }
        for _ in 0..<2 {
            let client = try await clients.next()
            while let more = try? client.receive(), !more.isEmpty {}
        }
    }
}
