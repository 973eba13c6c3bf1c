import TestSockets
import TestThreads
import Testing

@testable import NetLoop

@Suite("Moving a connection", .ownThread)
struct DetachTests {
    @Test("a connection moves between loops with its unread bytes first and in order")
    func move() async throws {
        let other = EventLoop(index: 7)
        let events = TestEvents<Told>()
        let moved = TestEvents<Bool>()
        try await withListener(
            onAccept: { connection in
                connection.handler = Mover(connection) { detached in
                    other.execute {
                        guard let adopted = try? StreamConnection.adopt(detached, on: other) else { return }
                        adopted.record(events)
                        moved.report(adopted.loop === other && other.isCurrent)
                    }
                }
                connection.resumeReading()
            },
            body: { port, _ in
                let client = try TestSocket(port: port)
                try client.send("first ")
                #expect(try await moved.next())
                try client.send("second")
                client.endSending()
                var received: [UInt8] = []
                while case .received(let bytes) = try await events.next() { received += bytes }
                #expect(received == Array("first second".utf8))
            })
        await other.shutdown()
    }

    @Test("bytes that were not yet sent move along")
    func unwritten() async throws {
        let other = EventLoop()
        try await withListener(
            onAccept: { connection in
                connection.write(largePattern)
                connection.write([1, 2, 3])
                guard let detached = try? connection.detach() else { return }
                other.execute {
                    guard let adopted = try? StreamConnection.adopt(detached, on: other) else { return }
                    adopted.write([4])
                    adopted.closeAfterFlush()
                }
            },
            body: { port, _ in
                let client = try TestSocket(port: port, receiveBuffer: slowReceiveBuffer)
                #expect(try client.receiveAll() == largePattern + [1, 2, 3, 4])
            })
        await other.shutdown()
    }

    @Test("a detached connection that nobody adopts is closed, and nothing can be detached or adopted twice")
    func dropped() async throws {
        let outcomes = TestEvents<[Bool]>()
        try await withListener(
            onAccept: { connection in
                guard let detached = try? connection.detach() else { return }
                let again = try? connection.detach()
                let adopted = try? StreamConnection.adopt(detached, on: connection.loop)
                let adoptedAgain = try? StreamConnection.adopt(detached, on: connection.loop)
                outcomes.report([again == nil, adopted != nil, adoptedAgain == nil])
                _ = try? adopted?.detach()
            },
            body: { port, _ in
                let client = try TestSocket(port: port)
                #expect(try await outcomes.next() == [true, true, true])
                #expect(try client.receiveAll() == [])
            })
    }
}

/// Gives its connection away with the first bytes, unread.
private final class Mover: StreamHandler {
    private let connection: StreamConnection
    private let pass: (DetachedConnection) -> Void

    init(_ connection: StreamConnection, pass: @escaping (DetachedConnection) -> Void) {
        self.connection = connection
        self.pass = pass
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard let detached = try? connection.detach(unread: Array(bytes)) else { return }
        pass(detached)
    }

    func ended() {}
    func drained() {}
    func closed(_ reason: StreamCloseReason) { Issue.record("a detached connection was told of its closing") }
}
