import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Broadcasts", .ownThread)
struct BroadcastTests {
    /// Joins the rooms named in CONNECT.
    static func joining(_ server: SocketIOServer) {
        server.onConnection { socket in
            for room in socket.auth["rooms"]?.arrayValue ?? [] { socket.join(room.stringValue ?? "") }
            socket.data["rooms"] = socket.auth["rooms"]
            socket.on("mark") { _ in socket.emit("marked") }
            socket.emit("ready")
        }
    }

    static func client(_ server: PlainServer, _ rooms: String...) throws -> TestClient {
        let list = rooms.map { "\"\($0)\"" }.joined(separator: ",")
        let client = try server.client(#"40{"rooms":[\#(list)]}"#)
        #expect(try client.next() == #"42["ready"]"#)
        return client
    }

    @Test("several rooms are a union without doubles; rooms and sockets are left out", arguments: [1, 3])
    func selections(loops: Int) async throws {
        try await PlainServer.run(loops: loops, Self.joining) { server in
            let a = try Self.client(server, "a")
            let ab = try Self.client(server, "a", "b")
            let b = try Self.client(server, "b")
            let none = try Self.client(server)
            let to = server.server.main
            to.to("a", "b").emit("union", 1)
            to.to("a").except("b").emit("a-not-b")
            to.to("a", "b").except(ab.id).emit("not-ab")
            to.except("a", "b").emit("outside")
            to.to(b.id).emit("only-b")
            to.to("a").emit("bytes", [UInt8]([1, 2]))
            to.emit("end")
            func heard(_ client: TestClient) throws -> [String] {
                var texts: [String] = []
                while texts.last != #"42["end"]"# { texts.append(try client.next()) }
                return texts.dropLast().map { $0.replacing("42", with: "") }
            }
            let binary = [#"451-["bytes",{"_placeholder":true,"num":0}]"#, "[1, 2]"]
            #expect(try heard(a) == [#"["union",1]"#, #"["a-not-b"]"#, #"["not-ab"]"#] + binary)
            #expect(try heard(ab) == [#"["union",1]"#] + binary)
            #expect(try heard(b) == [#"["union",1]"#, #"["not-ab"]"#, #"["only-b"]"#])
            #expect(try heard(none) == [#"["outside"]"#])
        }
    }

    @Test("on its loop a socket reaches its room but itself, in the order of the program")
    func order() async throws {
        try await PlainServer.run { server in
            server.onConnection { [unowned server] socket in
                socket.join("r")
                socket.on("go") { _ in
                    server.to("r").emit("1")
                    socket.emit("2")
                    socket.to("r").emit("3")
                    server.to("r", "s").emit("4")
                    socket.emit("5")
                }
                socket.emit("ready")
            }
        } _: { server in
            let (one, other) = (try server.client(), try server.client())
            for client in [one, other] { #expect(try client.next() == #"42["ready"]"#) }
            try one.send(#"42["go"]"#)
            for name in ["1", "2", "4", "5"] { #expect(try one.next() == #"42["\#(name)"]"#) }
            for name in ["1", "3", "4"] { #expect(try other.next() == #"42["\#(name)"]"#) }
        }
    }

    @Test("a volatile event is dropped for a client that is behind, and for no other")
    func volatile() async throws {
        let results = TestEvents<[EmitResult]>()
        try await PlainServer.run(configured { $0.connectionQueueLimit = 64 << 20 }) { server in
            server.onConnection { socket in
                socket.join("r")
                socket.on("fill") { _ in
                    let fresh = socket.emitVolatile("fresh")
                    socket.emit("big", String(repeating: "x", count: 6 << 20))
                    results.report([fresh, socket.emitVolatile("late")])
                    socket.emit("end")
                }
            }
        } _: { server in
            let slow = try TestClient(port: server.port, connect: "40", receiveBuffer: 4096)
            let quick = try server.client()
            try slow.send(#"42["fill"]"#)
            #expect(try await results.next() == [.sent, .dropped])
            server.server.main.to("r").volatile.emit("tick")
            #expect(try quick.next() == #"42["tick"]"#)
            #expect(try slow.next() == #"42["fresh"]"#)
            #expect(try slow.next().hasPrefix(#"42["big""#))
            #expect(try slow.next() == #"42["end"]"#)
        }
    }

    @Test("acknowledgements of a broadcast are collected; who does not answer in time is missing", arguments: [1, 3])
    func collect(loops: Int) async throws {
        try await PlainServer.run(loops: loops, frozenAt: 0, Self.joining) { server in
            let one = try Self.client(server, "r")
            let two = try Self.client(server, "r")
            let silent = try Self.client(server, "r")
            async let answers = server.server.to("r").emitWithAck("ask", 1, timeout: 300)
            #expect(try silent.next() == #"420["ask",1]"#)
            for (client, number) in [(one, 1), (two, 2)] {
                #expect(try client.next() == #"420["ask",1]"#)
                await server.advance(by: 149)
                try client.send("430[\(number)]")
                // Taken in behind the answer, before time goes on.
                try client.send(#"42["mark"]"#)
                #expect(try client.next() == #"42["marked"]"#)
            }
            await server.advance(by: 2)
            let result = try await answers
            #expect(Set(try result.payloads.map { try $0.decode(Int.self) }) == [1, 2])
            #expect(result.missing == 1)
            #expect(try await server.server.to("nobody").emitWithAck("ask") == BroadcastAnswers())
        }
    }

    @Test("chosen sockets are fetched, moved between rooms and disconnected", arguments: [1, 3])
    func managing(loops: Int) async throws {
        try await PlainServer.run(loops: loops, Self.joining) { server in
            let one = try Self.client(server, "r")
            let two = try Self.client(server, "r", "s")
            let main = server.server.main
            let fetched = try await main.to("r").fetchSockets()
            #expect(Set(fetched.map(\.id)) == [one.id, two.id])
            #expect(fetched.first { $0.id == two.id }?.data == ["rooms": ["r", "s"]])
            main.to("s").socketsJoin("t")
            main.to(one.id).socketsLeave("r")
            #expect(try await main.to("t").fetchSockets().map(\.id) == [two.id])
            #expect(try await main.to("r").fetchSockets().map(\.id) == [two.id])
            try await main.to("t").fetchSockets().first?.emit("hello", 1)
            #expect(try two.next() == #"42["hello",1]"#)
            main.to("t").disconnectSockets(closingConnections: true)
            #expect(try two.next() == "41")
            #expect(try two.next() == "close 1000")
            #expect(try await main.fetchSockets().map(\.id) == [one.id])
        }
    }
}
