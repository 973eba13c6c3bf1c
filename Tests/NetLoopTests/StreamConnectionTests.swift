import TestSockets
import TestThreads
import Testing

@testable import NetLoop

@Suite("Stream connection", .ownThread)
struct StreamConnectionTests {
    @Test("bytes come back in order, also more than fit in any buffer")
    func echo() async throws {
        try await withListener(onAccept: Echo.start) { port, _ in
            let client = try TestSocket(port: port)
            try client.send("hello")
            #expect(try client.receive(exactly: 5) == Array("hello".utf8))
            let sent = pattern(300_000)
            for start in stride(from: 0, to: sent.count, by: 30_000) {
                let piece = Array(sent[start..<(start + 30_000)])
                try client.send(piece)
                #expect(try client.receive(exactly: piece.count) == piece)
            }
        }
    }

    @Test("after the peer's end the rest is still written, then the stream ends")
    func halfClose() async throws {
        try await withListener(onAccept: Echo.start) { port, _ in
            let client = try TestSocket(port: port)
            try client.send("one")
            try client.send("two")
            client.endSending()
            #expect(try client.receiveAll() == Array("onetwo".utf8))
        }
    }

    @Test("this side may end its stream first and still read")
    func endAfterFlush() async throws {
        let events = TestEvents<Told>()
        try await withListener(
            onAccept: { connection in
                connection.handler = Recorder(connection, events) { connection, told in
                    if case .ended = told { connection.closeAfterFlush() }
                }
                connection.write(Array("bye".utf8))
                connection.endAfterFlush()
                connection.write(Array("ignored".utf8))
                connection.resumeReading()
            },
            body: { port, _ in
                let client = try TestSocket(port: port)
                #expect(try client.receiveAll() == Array("bye".utf8))
                try client.send("late")
                #expect(try await events.next() == .drained)
                #expect(try await events.next() == .received(Array("late".utf8)))
                client.endSending()
                #expect(try await events.next() == .ended)
                #expect(try await events.next() == .closed(.finished))
            })
    }

    @Test("the address of a peer on this machine is known as such")
    func address() async throws {
        let addresses = TestEvents<SocketAddress>()
        try await withListener(onAccept: reporting(addresses)) { port, _ in
            let client = try TestSocket(port: port)
            let address = try await addresses.next()
            #expect(address.text == "127.0.0.1" && address.isLoopback && address.family == .ipv4 && address.port > 0)
            withExtendedLifetime(client) {}
        }
    }

    @Test("a handler may close or drop the connection inside its own calls; closed is told once")
    func closingInside() async throws {
        for isAbort in [false, true] {
            let events = TestEvents<Told>()
            try await withListener(
                onAccept: { connection in
                    connection.handler = Recorder(connection, events) { connection, told in
                        guard case .received = told else { return }
                        if isAbort { connection.abort() } else { connection.closeAfterFlush() }
                        connection.write([1])
                        connection.abort()
                        connection.closeAfterFlush()
                    }
                    connection.resumeReading()
                },
                body: { port, _ in
                    let client = try TestSocket(port: port)
                    try client.send("x")
                    #expect(try client.receiveAll() == [])
                    #expect(try await events.next() == .received(Array("x".utf8)))
                    #expect(try await events.next() == .closed(.aborted))
                })
            #expect(events.untaken.isEmpty)
        }
    }

    @Test("a peer's reset is told as a failure")
    func reset() async throws {
        let events = TestEvents<Told>()
        try await withListener(onAccept: recording(events)) { port, _ in
            var client: TestSocket? = try TestSocket(port: port)
            try client?.send("x")
            #expect(try await events.next() == .received(Array("x".utf8)))
            client?.resetOnClose()
            client = nil
            guard case .closed(.failed) = try await events.next() else {
                Issue.record("not told as failed")
                return
            }
        }
    }

    @Test("what a slow reader leaves is counted exactly, and drained is told when it is gone")
    func slowReader() async throws {
        let size = largePattern.count
        let events = TestEvents<Told>()
        let counts = TestEvents<[Int]>()
        try await withListener(
            onAccept: { connection in
                connection.record(events)
                connection.write(largePattern)
                let afterWrite = connection.queuedBytes
                connection.write(SharedBytes([9, 9, 9]))
                counts.report([afterWrite, connection.queuedBytes])
            },
            body: { port, _ in
                let client = try TestSocket(port: port, receiveBuffer: slowReceiveBuffer)
                let counted = try await counts.next()
                #expect(counted[0] > 0 && counted[0] < size)
                #expect(counted[1] == counted[0] + 3)
                #expect(events.untaken.isEmpty)
                #expect(try client.receive(exactly: size + 3) == largePattern + [9, 9, 9])
                #expect(try await events.next() == .drained)
            })
    }

    @Test("who turned it off is told drained only after turning it on again")
    func drainedOnRequest() async throws {
        let events = TestEvents<Told>()
        try await withListener(
            onAccept: { connection in
                connection.tellsDrained = false
                connection.handler = Recorder(connection, events) { connection, told in
                    if case .received(let bytes) = told, bytes.last == UInt8(ascii: "?") {
                        connection.tellsDrained = true
                    }
                }
                connection.write(Array("one".utf8))
                connection.resumeReading()
            },
            body: { port, _ in
                let client = try TestSocket(port: port)
                #expect(try client.receive(exactly: 3) == Array("one".utf8))
                try client.send("more")
                #expect(try await events.next() == .received(Array("more".utf8)))
                try client.send("?")
                #expect(try await events.next() == .received(Array("?".utf8)))
                #expect(try await events.next() == .drained)
            })
    }

    @Test("a peer that does not read cannot hold a closing connection open")
    func flushTimeout() async throws {
        let events = TestEvents<Told>()
        try await withListener(
            onAccept: { connection in
                connection.record(events)
                connection.write(largePattern)
                connection.closeAfterFlush(within: 20)
            },
            body: { port, _ in
                let client = try TestSocket(port: port, receiveBuffer: slowReceiveBuffer)
                #expect(try await events.next() == .closed(.flushTimedOut))
                withExtendedLifetime(client) {}
            })
    }

    @Test("while paused nothing is received, and nothing is lost")
    func pausing() async throws {
        let events = TestEvents<Told>()
        let accepted = TestEvents<LoopBound<StreamConnection>>()
        try await withListener(
            onAccept: { connection in
                connection.handler = Recorder(connection, events) { connection, _ in connection.pauseReading() }
                accepted.report(LoopBound(connection, on: connection.loop))
            },
            body: { port, _ in
                let client = try TestSocket(port: port)
                try client.send("a")
                let connection = try await accepted.next()
                #expect(events.untaken.isEmpty)
                connection.loop.execute { connection.value.resumeReading() }
                #expect(try await events.next() == .received(Array("a".utf8)))
                try client.send("b")
                client.endSending()
                await connection.loop.perform {}
                #expect(events.untaken.isEmpty)
                connection.loop.execute { connection.value.resumeReading() }
                #expect(try await events.next() == .received(Array("b".utf8)))
                connection.loop.execute { connection.value.resumeReading() }
                #expect(try await events.next() == .ended)
            })
    }

    @Test("what is written in one turn arrives in the order of the calls, shared and own bytes alike")
    func gathering() async throws {
        try await withListener(
            onAccept: { connection in
                for number in UInt8(0)..<200 {
                    connection.write(SharedBytes([number]))
                    connection.write([number, number])
                }
                connection.closeAfterFlush()
            },
            body: { port, _ in
                let client = try TestSocket(port: port)
                #expect(try client.receiveAll() == (UInt8(0)..<200).flatMap { [$0, $0, $0] })
            })
    }

    @Test("the end of a loop closes its connections and tells so")
    func loopEnd() async throws {
        let events = TestEvents<Told>()
        let accepted = TestEvents<Bool>()
        try await withListener(
            onAccept: { connection in
                connection.record(events)
                accepted.report(true)
            },
            body: { port, group in
                let client = try TestSocket(port: port)
                _ = try await accepted.next()
                await group.shutdown()
                #expect(try await events.next() == .closed(.loopEnded))
                #expect(try client.receiveAll() == [])
            })
    }
}

extension StreamConnection {
    func record(_ events: TestEvents<Told>) {
        handler = Recorder(self, events)
        resumeReading()
    }
}

private func recording(_ events: TestEvents<Told>) -> @Sendable (StreamConnection) -> Void {
    { $0.record(events) }
}

private func reporting(_ addresses: TestEvents<SocketAddress>) -> @Sendable (StreamConnection) -> Void {
    { addresses.report($0.remoteAddress) }
}
