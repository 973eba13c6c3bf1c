import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Namespaces", .ownThread)
struct NamespaceTests {
    @Test("middleware is asked in order, sync and async, before the connection; the first that throws refuses")
    func middleware() async throws {
        let order = TestEvents<String>()
        try await PlainServer.run { server in
            server.main.use { socket in
                order.report("first")
                socket.data["user"] = socket.auth["user"]
            }
            server.main.useAsync { socket in
                order.report("second \(await socket.data["user"]?.stringValue ?? "?")")
                if socket.auth["user"] == nil { throw ConnectError("who?", data: ["code": 401]) }
            }
            server.main.use { _ in order.report("third") }
            server.onConnection { _ in order.report("connected") }
        } _: { server in
            #expect(try !server.client(#"40{"user":"anna"}"#).id.isEmpty)
            for step in ["first", "second anna", "third", "connected"] { #expect(try await order.next() == step) }
            let refused = try TestWebSocket(port: server.port, "/socket.io/?EIO=4&transport=websocket")
            _ = try refused.receive()
            try refused.send("40")
            #expect(try refused.text() == #"44{"message":"who?","data":{"code":401}}"#)
            for step in ["first", "second ?"] { #expect(try await order.next() == step) }
        }
        #expect(order.untaken.isEmpty)
    }

    @Test("another error than ConnectError refuses without its text; a client that goes cancels the middleware")
    func otherErrors() async throws {
        struct Secret: Error {}
        let cancelled = TestEvents<Bool>()
        try await PlainServer.run { server in
            server.of("/secret").use { _ in throw Secret() }
            server.of("slow").useAsync { socket in
                cancelled.report(false)
                _ = await socket.disconnected()
                while !Task.isCancelled { await Task.yield() }
                cancelled.report(true)
            }
        } _: { server in
            let client = try TestWebSocket(port: server.port, "/socket.io/?EIO=4&transport=websocket")
            _ = try client.receive()
            try client.send("40/secret,")
            #expect(try client.text() == #"44/secret,{"message":"connection refused"}"#)
            try client.send("40/slow,")
            #expect(try await cancelled.next() == false)
            try client.send("41/slow,")
            #expect(try await cancelled.next() == true)
        }
    }

    @Test("namespaces that a predicate allows come into being with their first socket and vanish with their last")
    func dynamic() async throws {
        let left = TestEvents<DisconnectReason>()
        try await PlainServer.run(configured { $0.maxDynamicNamespaces = 2 }) { server in
            let rooms = server.of { name, auth in name.hasPrefix("/room-") && auth["key"] == "k" }
            rooms.onConnection { socket in
                socket.onDisconnect = { left.report($0) }
                socket.emit("in", socket.namespace)
            }
        } _: { server in
            let client = try TestWebSocket(port: server.port, "/socket.io/?EIO=4&transport=websocket")
            _ = try client.receive()
            for name in ["/room-1", "/room-2"] {
                try client.send(#"40\#(name),{"key":"k"}"#)
                #expect(try client.text()?.hasPrefix("40\(name),") == true)
                #expect(try client.text() == #"42\#(name),["in","\#(name)"]"#)
            }
            #expect(await server.server.of("/room-1").socketCount() == 1)
            for (name, auth) in [("/room-3", #"{"key":"k"}"#), ("/other", #"{"key":"k"}"#), ("/room-1x", "{}")] {
                try client.send("40\(name),\(auth)")
                #expect(try client.text() == #"44\#(name),{"message":"Invalid namespace"}"#)
            }
            // One place is free again when the last has left.
            try client.send("41/room-2,")
            _ = try await left.next()
            try client.send(#"40/room-4,{"key":"k"}"#)
            #expect(try client.text()?.hasPrefix("40/room-4,") == true)
        }
    }

    @Test("the reader of connections that falls behind makes newcomers wait outside")
    func connectionBacklog() async throws {
        let server = try await PlainServer(configured { $0.connectionBacklog = 1 }, loops: 1) { _ in }
        let connections = server.server.main.connections
        let first = try server.client()
        let second = try server.client()
        #expect(try second.next() == "41")
        try first.send("41")
        await server.server.shutdown()
        withExtendedLifetime(connections) {}
    }
}
