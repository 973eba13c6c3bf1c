import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Namespaces of a predicate", .ownThread)
struct DynamicNamespaceTests {
    private static func client(_ server: PlainServer, _ connect: String) throws -> (TestWebSocket, answer: String) {
        let socket = try TestWebSocket(port: server.port, "/socket.io/?EIO=4&transport=websocket")
        _ = try socket.receive()
        try socket.send(connect)
        return (socket, try socket.text() ?? "")
    }

    @Test("everyone in one of them is reached by its name, which leaves the predicate in force")
    func everyone() async throws {
        let names = TestEvents<String>()
        try await PlainServer.run(loops: 2) { server in
            let rooms = server.of { name, auth in name.hasPrefix("/room-") && auth["key"] == "k" }
            rooms.use { socket in if socket.auth["late"] == true { throw ConnectError("late") } }
            rooms.onConnection { socket in
                socket.join("r")
                names.report(socket.namespace)
                socket.on("spread") { _ in rooms.everyone(in: "/room-2").emit("from", socket.namespace) }
            }
        } _: { server in
            let (one, _) = try Self.client(server, #"40/room-1,{"key":"k"}"#)
            let (two, _) = try Self.client(server, #"40/room-2,{"key":"k"}"#)
            #expect(Set([try await names.next(), try await names.next()]) == ["/room-1", "/room-2"])
            try one.send(#"42/room-1,["spread"]"#)
            #expect(try two.text() == #"42/room-2,["from","/room-1"]"#)
            #expect(try Self.client(server, "40/room-1,").answer == #"44/room-1,{"message":"Invalid namespace"}"#)
            #expect(
                try Self.client(server, #"40/room-1,{"key":"k","late":true}"#).answer
                    == #"44/room-1,{"message":"late"}"#)
        }
    }

    @Test("rooms in them are chosen, sockets fetched, and nobody is in one that does not exist")
    func choosing() async throws {
        let sockets = TestEvents<String>()
        let server = try await PlainServer(SocketIOConfiguration(), loops: 1) { _ in }
        let rooms = server.server.of { name, _ in name == "/dynamic" }
        rooms.onConnection { socket in
            socket.join("r")
            sockets.report(socket.id)
        }
        let (client, _) = try Self.client(server, "40/dynamic,")
        let id = try await sockets.next()
        #expect(try await rooms.everyone(in: "dynamic").to("r").fetchSockets().map(\.id) == [id])
        #expect(try await rooms.everyone(in: "/dynamic").to("s").fetchSockets().isEmpty)
        #expect(try await rooms.everyone(in: "/other").fetchSockets().isEmpty)
        rooms.everyone(in: "/dynamic").except("r").emit("not for it")
        rooms.everyone(in: "/dynamic").to(id).emit("hello")
        #expect(try client.text() == #"42/dynamic,["hello"]"#)
        await server.server.shutdown()
    }

    @Test("their connections come as a sequence too")
    func connections() async throws {
        let server = try await PlainServer(SocketIOConfiguration(), loops: 1) { _ in }
        let connections = server.server.of { _, _ in true }.connections
        let (client, _) = try Self.client(server, "40/any,")
        var iterator = connections.makeAsyncIterator()
        let socket = await iterator.next()
        #expect(socket?.namespace == "/any")
        socket?.emit("hello")
        #expect(try client.text() == #"42/any,["hello"]"#)
        await server.server.shutdown()
        #expect(await iterator.next() == nil)
    }
}
