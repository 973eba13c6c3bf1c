import ByteCoding
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Rooms", .ownThread)
struct RoomTests {
    /// Joins the rooms named in CONNECT's `rooms`, and reports nothing else.
    private static let joining: @Sendable (Socket) -> Void = { socket in
        socket.accept()
        for room in socket.auth["rooms"]?.arrayValue ?? [] { socket.join(room.stringValue ?? "") }
    }

    private func client(_ server: TestServer, _ rooms: String...) throws -> TestClient {
        let list = rooms.map { "\"\($0)\"" }.joined(separator: ",")
        return try TestClient(server, connect: #"40{"rooms":[\#(list)]}"#)
    }

    @Test("what is published to a room reaches those in it, in order")
    func publish() async throws {
        try await TestServer.run(namespaces: ["/": Self.joining]) { server in
            let (a, b, both) = (try client(server, "a"), try client(server, "b"), try client(server, "a", "b"))
            await server.onLoop { namespace in
                #expect(namespace.count(in: "a") == 2)
                #expect(namespace.socketCount == 3)
                for number in 0..<3 { namespace.publish(event("a", "\(number)"), to: "a") }
                namespace.publish(event("b", "x"), to: "b")
                namespace.publish(event("nobody", "x"), to: "nobody")
                namespace.publish(event("all", "x"))
            }
            let ofA = (0..<3).map { #"42["a","\#($0)"]"# }
            for text in ofA + [#"42["all","x"]"#] { #expect(try a.next() == text) }
            for text in [#"42["b","x"]"#, #"42["all","x"]"#] { #expect(try b.next() == text) }
            for text in ofA + [#"42["b","x"]"#, #"42["all","x"]"#] { #expect(try both.next() == text) }
        }
    }

    @Test("a subscriber hears exactly what is published while it is in the room")
    func exactMembership() async throws {
        try await TestServer.run(namespaces: ["/": Self.joining]) { server in
            let witness = try client(server, "room")
            let other = try client(server)
            await server.onLoop { namespace in
                guard let socket = namespace.socket(other.id) else { return }
                namespace.publish(event("e", "before"), to: "room")
                socket.join("room")
                socket.join("room")
                namespace.publish(event("e", "inside"), to: "room")
                #expect(socket.rooms == ["room"])
                socket.leave("room")
                socket.leave("room")
                namespace.publish(event("e", "after"), to: "room")
                socket.emit("end")
            }
            #expect(try other.next() == #"42["e","inside"]"#)
            #expect(try other.next() == #"42["end"]"#)
            for name in ["before", "inside", "after"] { #expect(try witness.next() == #"42["e","\#(name)"]"#) }
        }
    }

    @Test("many rooms are joined and left at once, each heard exactly meanwhile")
    func joinAndLeaveMany() async throws {
        try await TestServer.run(namespaces: ["/": Self.joining]) { server in
            let witness = try client(server, "0", "1")
            let other = try client(server, "1")
            await server.onLoop { namespace in
                guard let socket = namespace.socket(other.id) else { return }
                namespace.publish(event("e", "before"), to: "0")
                socket.join(all: (0..<5_000).map { "\($0)" } + ["7"])
                #expect(socket.rooms.count == 5_000)
                #expect(namespace.count(in: "1") == 2)
                #expect(namespace.count(in: "7") == 1)
                namespace.publish(event("e", "inside"), to: "0")
                namespace.publish(event("all", "x"))
                socket.leaveAll()
                #expect(socket.rooms.isEmpty)
                #expect(namespace.count(in: "1") == 1)
                #expect(namespace.count(in: "4999") == 0)
                namespace.publish(event("e", "after"), to: "0")
                namespace.publish(event("all", "y"))
            }
            // Rooms are not ordered among themselves.
            let heard = try [other.next(), other.next(), other.next()]
            #expect(Set(heard) == [#"42["e","inside"]"#, #"42["all","x"]"#, #"42["all","y"]"#])
            let witnessed = try (0..<5).map { _ in try witness.next() }.filter { $0.hasPrefix(#"42["e""#) }
            #expect(witnessed == ["before", "inside", "after"].map { #"42["e","\#($0)"]"# })
        }
    }

    @Test("the excepted socket hears the rest of the turn")
    func except() async throws {
        try await TestServer.run(namespaces: ["/": Self.joining]) { server in
            let (sender, other) = (try client(server, "room"), try client(server, "room"))
            await server.onLoop { namespace in
                let socket = namespace.socket(sender.id)
                namespace.publish(event("e", "1"), to: "room", except: socket)
                namespace.publish(event("e", "2"), to: "room")
                namespace.publish(event("e", "3"), to: "room", except: socket)
                namespace.publish(event("e", "4"), to: "room")
            }
            for name in ["2", "4"] { #expect(try sender.next() == #"42["e","\#(name)"]"#) }
            for name in ["1", "2", "3", "4"] { #expect(try other.next() == #"42["e","\#(name)"]"#) }
        }
    }

    @Test("leaving and disconnecting keep the others' places right")
    func places() async throws {
        try await TestServer.run(namespaces: ["/": Self.joining]) { server in
            let clients = try (0..<6).map { _ in try client(server, "a", "b", "c") }
            await server.onLoop { namespace in
                namespace.socket(clients[0].id)?.leave("a")
                namespace.socket(clients[5].id)?.leave("b")
                namespace.socket(clients[2].id)?.leave("c")
                namespace.socket(clients[3].id)?.disconnect()
                namespace.socket(clients[2].id)?.join("c")
                #expect(namespace.count(in: "a") == 4)
                #expect(namespace.count(in: "b") == 4)
                #expect(namespace.count(in: "c") == 5)
                for room in ["a", "b", "c"] { namespace.publish(event("e", room), to: room) }
                namespace.publish(event("e", "end"))
            }
            let expected = [["b", "c"], ["a", "b", "c"], ["a", "b", "c"], [], ["a", "b", "c"], ["a", "c"]]
            for (client, rooms) in zip(clients, expected) {
                if rooms.isEmpty {
                    #expect(try client.next() == "41")
                    continue
                }
                for name in rooms + ["end"] { #expect(try client.next() == #"42["e","\#(name)"]"#) }
            }
        }
    }

    @Test("a room is forgotten when the last one leaves it")
    func forgotten() async throws {
        let left = TestEvents<DisconnectReason>()
        try await TestServer.run(namespaces: [
            "/": { socket in
                socket.onDisconnect = { left.report($0) }
                Self.joining(socket)
            }
        ]) { server in
            let first = try client(server, "room")
            await server.onLoop { #expect($0.sockets(in: "room").map(\.id) == [first.id]) }
            try first.send("41")
            _ = try await left.next()
            await server.onLoop {
                #expect($0.count(in: "room") == 0)
                #expect($0.socketCount == 0)
                #expect($0.socket(first.id) == nil)
            }
        }
    }

    @Test("a broadcast reaches the subscribers on every loop, those that poll too")
    func broadcast() async throws {
        try await TestServer.run(loops: 4, namespaces: ["/": Self.joining]) { server in
            let clients = try (0..<12).map { _ in try client(server, "room") }
            let outsider = try client(server)
            let polling = try TestPolling(port: server.port, path: "/socket.io/")
            #expect(try polling.post(#"40{"rooms":["room"]}"#).status == 200)
            #expect(try polling.poll().body.hasPrefix("40{"))
            let poll = try polling.startPoll()
            for number in 0..<3 { server.socketIO.broadcast(event("e", "\(number)"), to: "room") }
            server.socketIO.broadcast(event("e", "all"), to: nil)
            for client in clients {
                for name in ["0", "1", "2", "all"] { #expect(try client.next() == #"42["e","\#(name)"]"#) }
            }
            #expect(try outsider.next() == #"42["e","all"]"#)
            var polled = try poll.receive().body
            while !polled.contains("all") { polled += "\u{1e}" + (try polling.poll().body) }
            #expect(polled == ["0", "1", "2", "all"].map { #"42["e","\#($0)"]"# }.joined(separator: "\u{1e}"))
        }
    }
}
