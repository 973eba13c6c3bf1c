import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("What becomes of an event", .ownThread)
struct EmitResultTests {
    @Test("a value without JSON form is told, whoever sends it and however, and nothing of it goes out")
    func notEncodable() async throws {
        let results = TestEvents<[EmitResult]>()
        try await PlainServer.run { server in
            server.onConnection { [unowned server] socket in
                let reference = socket.reference
                socket.join("r")
                results.report([
                    socket.emit("e", Double.nan), socket.emitVolatile("e", Double.infinity),
                    socket.broadcast.emit("e", [-Double.infinity]), server.emit("e", 1, Double.nan),
                    server.to("r").volatile.emit("e", Double.nan), server.main.serverSideEmit("e", Double.nan),
                    reference.emit("e", Float.nan), reference.emitVolatile("e", UInt64.max),
                ])
                socket.emit("end")
            }
        } _: { server in
            let client = try server.client()
            #expect(try client.next() == #"42["end"]"#)
            #expect(try await results.next() == Array(repeating: .notEncodable, count: 8))
            await #expect(throws: EncodingError.self) {
                try await server.server.to("r").emitWithAck("e", Double.nan)
            }
        }
    }

    @Test("an answer without JSON form leaves the event to be answered, once; who waits for none gets none")
    func acknowledging() async throws {
        let facts = TestEvents<[Bool]>()
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.on("e") { event in
                    facts.report([
                        event.wantsAcknowledgement, event.acknowledge(Double.nan), event.acknowledge(1),
                        event.acknowledge(2),
                    ])
                }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [#"42["e"]"#, #"427["e"]"#, #"428["e"]"#])
            #expect(try client.next() == "437[1]")
            #expect(try client.next() == "438[1]")
            #expect(try await facts.next() == [false, true, true, true])
            for _ in 0..<2 { #expect(try await facts.next() == [true, false, true, true]) }
        }
    }

    @Test("a socket that is not connected yet, or no more, sends nothing and says so")
    func disconnected() async throws {
        let results = TestEvents<[EmitResult]>()
        let references = TestEvents<SocketReference>()
        try await PlainServer.run { server in
            server.main.use { socket in
                results.report([socket.emit("early", 1), socket.emitVolatile("early")])
                socket.join("r")
            }
            server.onConnection { socket in
                #expect(socket.rooms.isEmpty && !socket.isIn("r"))
                references.report(socket.reference)
                socket.onDisconnect = { [unowned socket] _ in
                    results.report([socket.emit("late"), socket.emitVolatile("late", Double.nan)])
                    socket.join("r")
                    #expect(socket.rooms.isEmpty)
                }
            }
        } _: { server in
            let client = try server.client()
            #expect(try await results.next() == [.disconnected, .disconnected])
            let reference = try await references.next()
            try client.send("41")
            #expect(try await results.next() == [.disconnected, .disconnected])
            // Handed to the loop, where nobody is any more.
            #expect(reference.emit("late", 1) == .sent && reference.emitVolatile("late") == .sent)
            await reference.join("r")
            #expect(await reference.rooms == [])
            #expect(await reference.isConnected == false)
            #expect(await reference.disconnected() == .forcedClose)
            #expect(try await server.server.to("r").fetchSockets().isEmpty)
        }
    }
}
