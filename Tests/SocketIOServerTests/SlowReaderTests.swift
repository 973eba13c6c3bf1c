import ByteCoding
import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Slow readers", .ownThread)
struct SlowReaderTests {
    private enum Event: Hashable {
        case dropped, drained
        case closed(DisconnectReason)
    }

    private static func reporting(to events: TestEvents<Event>) -> @Sendable (Socket) -> Void {
        { socket in
            socket.onRoomPacketsDropped = { events.report(.dropped) }
            socket.onDrained = { [unowned socket] in
                socket.emit("gap")
                events.report(.drained)
            }
            socket.onDisconnect = { events.report(.closed($0)) }
            socket.accept()
            socket.join("room")
        }
    }

    private static let big = event("e", String(repeating: "x", count: 100_000))

    @Test("a slow reader's room packets are dropped, it hears so first, and then they flow again")
    func drop() async throws {
        let events = TestEvents<Event>()
        try await TestServer.run(
            configured { $0.roomQueueLimit = 300_000 }, namespaces: ["/": Self.reporting(to: events)]
        ) { server in
            let client = try TestClient(server, receiveBuffer: 4096)
            // Published until the client, which does not read, has filled the system's buffers and then its queue.
            var published = 0
            while events.untaken.isEmpty {
                await server.onLoop { $0.publish(Self.big, to: "room") }
                published += 1
            }
            #expect(try await events.next() == .dropped)
            await server.onLoop { namespace in
                for _ in 0..<50 { namespace.publish(Self.big, to: "room") }
                namespace.socket(client.id)?.emit("own")
            }
            #expect(events.untaken.isEmpty)
            var received = 0
            while case let text = try client.next(), text != #"42["own"]"# {
                try #require(text.utf8.count > 100_000)
                received += 1
            }
            // Whole packets, and none of those that came after the first was dropped.
            #expect(received < published)
            #expect(try client.next() == #"42["gap"]"#)
            #expect(try await events.next() == .drained)
            await server.onLoop { $0.publish(event("e", "again"), to: "room") }
            #expect(try client.next() == #"42["e","again"]"#)
            #expect(events.untaken.isEmpty)
        }
    }

    @Test("past the second limit the connection is closed")
    func close() async throws {
        let events = TestEvents<Event>()
        try await TestServer.run(
            configured {
                $0.roomQueueLimit = 300_000
                $0.connectionQueueLimit = 600_000
            }, namespaces: ["/": Self.reporting(to: events)]
        ) { server in
            let client = try TestClient(server, receiveBuffer: 4096)
            while events.untaken.isEmpty {
                await server.onLoop { $0.socket(client.id)?.send(Self.big) }
            }
            #expect(try await events.next() == .closed(.transportError))
        }
    }

    @Test("a turn that brings more than a connection may hold makes it drop, and does not close it")
    func bigTurn() async throws {
        let events = TestEvents<Event>()
        try await TestServer.run(
            configured {
                $0.roomQueueLimit = 300_000
                $0.connectionQueueLimit = 2_000_000
            }, namespaces: ["/": Self.reporting(to: events)]
        ) { server in
            let client = try TestClient(server, receiveBuffer: 4096)
            await server.onLoop { namespace in
                for _ in 0..<200 { namespace.publish(Self.big, to: "room") }
            }
            #expect(try await events.next() == .dropped)
            while try client.next() != #"42["gap"]"# {}
            #expect(try await events.next() == .drained)
        }
    }

    @Test("a client that polls is held to the same limits")
    func polling() async throws {
        let events = TestEvents<Event>()
        try await TestServer.run(
            configured {
                $0.roomQueueLimit = 300_000
                $0.connectionQueueLimit = 600_000
            }, namespaces: ["/": Self.reporting(to: events)]
        ) { server in
            let client = try TestPolling(port: server.port, path: "/socket.io/")
            #expect(try client.post("40").status == 200)
            #expect(try client.poll().status == 200)
            for _ in 0..<6 { await server.onLoop { $0.publish(Self.big, to: "room") } }
            #expect(try await events.next() == .dropped)
            let polled = try client.poll().body.split(separator: "\u{1e}")
            #expect(polled.count == 3)
            #expect(try await events.next() == .drained)
            #expect(try client.poll().body == #"42["gap"]"#)
            await server.onLoop { namespace in
                for socket in namespace.sockets(in: "room") {
                    for _ in 0..<7 { socket.send(Self.big) }
                }
            }
            #expect(try await events.next() == .closed(.transportError))
            #expect(try client.poll().status == 400)
        }
    }
}
