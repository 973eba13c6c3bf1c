import COpenSSL
import TestSockets
import TestThreads
import Testing

@testable import NetLoop

@Suite("TLS connection", .ownThread)
struct TLSConnectionTests {
    @Test(
        "bytes come back in order over TLS, also more than fit in any buffer",
        arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func echo(version: Int32) async throws {
        try await withTLSListener(onAccept: Echo.start) { port, _, _ in
            let client = try TestTLSSocket(port: port, .init(versions: version...version))
            try client.send("hello")
            #expect(try client.receive(exactly: 5) == Array("hello".utf8))
            for start in stride(from: 0, to: 300_000, by: 60_000) {
                let piece = Array(largePattern[start..<(start + 60_000)])
                try client.send(piece)
                #expect(try client.receive(exactly: piece.count) == piece)
            }
            try client.close()
            #expect(try client.receiveAll() == [])
            #expect(client.client.hasEnded, "the server's close_notify")
        }
    }

    @Test("shared and own bytes written in one turn arrive in the order of the calls")
    func gathering() async throws {
        try await withTLSListener(
            onAccept: { connection in
                #expect(connection.isSecure)
                for number in UInt8(0)..<200 {
                    connection.write(SharedBytes([number]))
                    connection.write([UInt8](repeating: number, count: 300))
                }
                connection.closeAfterFlush()
            },
            body: { port, _, _ in
                let client = try TestTLSSocket(port: port)
                #expect(try client.receiveAll() == (UInt8(0)..<200).flatMap { [UInt8](repeating: $0, count: 301) })
                #expect(client.client.hasEnded)
            })
    }

    @Test("close_notify is told as the end, a cut stream as cut")
    func ends() async throws {
        let events = TestEvents<Told>()
        let onAccept: @Sendable (StreamConnection) -> Void = { connection in
            connection.tellsDrained = false
            connection.handler = Recorder(connection, events) { connection, told in
                if case .ended = told { connection.closeAfterFlush() }
            }
            connection.resumeReading()
        }
        try await withTLSListener(onAccept: onAccept) { port, _, _ in
            for isOrderly in [true, false] {
                let client = try TestTLSSocket(port: port)
                try client.send("x")
                #expect(try await events.next() == .received([120]))
                if isOrderly {
                    try client.close()
                    #expect(try await events.next() == .ended)
                    #expect(try await events.next() == .closed(.finished))
                } else {
                    client.socket.endSending()
                    #expect(try await events.next() == .closed(.insecure(.truncated)))
                }
            }
        }
    }

    @Test("this side may end its stream first and still read")
    func endAfterFlush() async throws {
        let events = TestEvents<Told>()
        try await withTLSListener(
            onAccept: { connection in
                connection.tellsDrained = false
                connection.record(events)
                connection.write(Array("bye".utf8))
                connection.endAfterFlush()
                connection.write(Array("ignored".utf8))
            },
            body: { port, _, _ in
                let client = try TestTLSSocket(port: port)
                #expect(try client.receiveAll() == Array("bye".utf8))
                #expect(client.client.hasEnded)
                try client.send("late")
                #expect(try await events.next() == .received(Array("late".utf8)))
            })
    }

    @Test("while paused neither bytes nor the end are told, and nothing is lost")
    func pausing() async throws {
        let events = TestEvents<Told>()
        let accepted = TestEvents<LoopBound<StreamConnection>>()
        try await withTLSListener(
            onAccept: { connection in
                connection.tellsDrained = false
                connection.handler = Recorder(connection, events) { connection, _ in connection.pauseReading() }
                accepted.report(LoopBound(connection, on: connection.loop))
            },
            body: { port, _, _ in
                let client = try TestTLSSocket(port: port)
                client.client.send(Array("a".utf8))
                client.client.close()
                try client.flush()
                let connection = try await accepted.next()
                #expect(events.untaken.isEmpty)
                connection.loop.execute { connection.value.resumeReading() }
                #expect(try await events.next() == .received(Array("a".utf8)))
                await connection.loop.perform {}
                #expect(events.untaken.isEmpty)
                connection.loop.execute { connection.value.resumeReading() }
                #expect(try await events.next() == .ended)
            })
    }

    @Test("what a slow reader leaves is held once, as plaintext, and arrives whole")
    func slowReader() async throws {
        let counts = TestEvents<Int>()
        try await withTLSListener(
            onAccept: { connection in
                connection.write(largePattern)
                counts.report(connection.queuedBytes)
                connection.closeAfterFlush()
            },
            body: { port, _, _ in
                let client = try TestTLSSocket(port: port, receiveBuffer: slowReceiveBuffer)
                let count = try await counts.next()
                #expect(count > 0 && count < largePattern.count)
                #expect(try client.receiveAll() == largePattern)
            })
    }

    @Test("a peer that does not read cannot hold a closing connection open")
    func flushTimeout() async throws {
        let events = TestEvents<Told>()
        try await withTLSListener(
            onAccept: { connection in
                connection.record(events)
                connection.write(largePattern)
                connection.closeAfterFlush(within: 20)
            },
            body: { port, _, _ in
                let client = try TestTLSSocket(port: port, receiveBuffer: slowReceiveBuffer)
                #expect(try await events.next() == .closed(.flushTimedOut))
                withExtendedLifetime(client) {}
            })
    }

    @Test("a client that asks for new keys without reading the answers is given up")
    func unreadAnswers() async throws {
        let events = TestEvents<Told>()
        try await withTLSListener(
            onAccept: { connection in
                connection.tellsDrained = false
                connection.record(events)
                connection.write(largePattern)
            },
            body: { port, _, _ in
                let client = try TestTLSSocket(
                    port: port, .init(versions: TLS1_3_VERSION...TLS1_3_VERSION), receiveBuffer: slowReceiveBuffer)
                while events.untaken.isEmpty {
                    for _ in 0..<100 { client.client.askForNewKeys() }
                    do { try client.flush() } catch { break }
                }
                #expect(try await events.next() == .closed(.insecure(.unreadAnswers)))
            })
    }

    @Test("plain HTTP and garbage are closed, and the next client is served")
    func plain() async throws {
        try await withTLSListener(onAccept: Echo.start) { port, _, _ in
            for text in ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\0\0\0\0", "\u{16}\u{3}\u{1}\0\u{4}\u{1}\0\0\0"] {
                let client = try TestSocket(port: port)
                try client.send(text)
                _ = try? client.receiveAll()
            }
            let client = try TestTLSSocket(port: port)
            try client.send("x")
            #expect(try client.receive(exactly: 1) == [120])
        }
    }

    @Test("a refused handshake gets its alert before the end of the stream")
    func alert() async throws {
        try await withTLSListener(onAccept: Echo.start) { port, _, _ in
            let client = try TestTLSSocket(port: port, .init(protocols: ["h2"]), handshake: .half)
            while try client.step() {}
            #expect(client.client.failure == "tlsv1 alert no application protocol")
        }
    }

    @Test("a session moves between loops with what was read and what was not yet sent")
    func move() async throws {
        let other = EventLoop(index: 7)
        try await withTLSListener(
            onAccept: { connection in
                connection.handler = TLSMover(connection) { detached in
                    other.execute {
                        guard let adopted = try? StreamConnection.adopt(detached, on: other) else { return }
                        #expect(adopted.isSecure)
                        Echo.start(adopted)
                    }
                }
                connection.write(largePattern)
                connection.resumeReading()
            },
            body: { port, _, _ in
                let client = try TestTLSSocket(port: port, receiveBuffer: slowReceiveBuffer)
                try client.send("first ")
                try client.send("second")
                try client.close()
                #expect(try client.receiveAll() == largePattern + [9] + Array("first second".utf8))
                #expect(client.client.hasEnded)
            })
        await other.shutdown()
    }

    @Test("a reloaded certificate is shown to new connections, old ones go on, and a bad one changes nothing")
    func reload() async throws {
        try await withTLSListener(onAccept: Echo.start) { port, files, acceptor in
            let old = try TestTLSSocket(port: port)
            #expect(old.client.peerName == "localhost")
            try files.write(TestCertificate(name: "second"))
            try acceptor.reload()
            #expect(try TestTLSSocket(port: port).client.peerName == "second")
            try TestFiles.write([1, 2, 3], files.configuration.keyFile)
            #expect(throws: TLSFileError.self) { try acceptor.reload() }
            #expect(try TestTLSSocket(port: port).client.peerName == "second")
            try old.send("x")
            #expect(try old.receive(exactly: 1) == [120])
        }
    }
}

/// Gives its connection away with the first bytes, unread, and one byte written just before.
private final class TLSMover: StreamHandler {
    private let connection: StreamConnection
    private let pass: (DetachedConnection) -> Void

    init(_ connection: StreamConnection, pass: @escaping (DetachedConnection) -> Void) {
        self.connection = connection
        self.pass = pass
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        connection.write([9])
        guard let detached = try? connection.detach(unread: Array(bytes)) else { return }
        pass(detached)
    }

    func ended() {}
    func drained() {}
    func closed(_ reason: StreamCloseReason) { Issue.record("a detached connection was told of its closing") }
}

/// A listener that speaks TLS with a certificate of its own, while `body` runs.
func withTLSListener(
    loops: Int = 1, strategy: AcceptStrategy? = nil, _ change: (inout TLSConfiguration) -> Void = { _ in },
    onAccept: @escaping @Sendable (StreamConnection) -> Void, body: (Int, TestFiles, TLSAcceptor) async throws -> Void
) async throws {
    let files = try TestFiles(TestCertificate())
    var configuration = files.configuration
    change(&configuration)
    let acceptor = try TLSAcceptor(configuration)
    try await withListener(loops: loops, strategy: strategy, tls: acceptor, onAccept: onAccept) { port, _ in
        try await body(port, files, acceptor)
    }
}
