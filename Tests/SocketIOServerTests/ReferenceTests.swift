import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Sockets from tasks", .ownThread)
struct ReferenceTests {
    @Test("connections and their events come as sequences, complete from the first, and end with the socket")
    func sequences() async throws {
        let seen = TestEvents<String>()
        let server = try await PlainServer(SocketIOConfiguration(), loops: 2) { _ in }
        let connections = server.server.main.connections
        let reader = Task {
            for await socket in connections {
                for await event in socket.events {
                    seen.report("\(event.name) \(event.arguments.count)")
                    event.acknowledge("ok")
                }
                seen.report("over: \(await socket.disconnected())")
            }
        }
        let client = try server.client()
        try client.socket.send(all: [#"42["a",1]"#, #"427["b"]"#, "41"])
        #expect(try await seen.next() == "a 1")
        #expect(try await seen.next() == "b 0")
        #expect(try await seen.next().hasPrefix("over"))
        reader.cancel()
        _ = await reader.value
        await server.server.shutdown()
    }

    @Test("a reader of events that falls behind loses the client, not an event in between")
    func eventsBacklog() async throws {
        let reasons = TestEvents<DisconnectReason>()
        let sockets = TestEvents<SocketReference>()
        try await PlainServer.run(configured { $0.eventBacklog = 2 }) { server in
            server.onConnection { socket in
                socket.onDisconnect = { reasons.report($0) }
                sockets.report(socket.reference)
            }
        } _: { server in
            let client = try server.client()
            let socket = try await sockets.next()
            let events = socket.events
            #expect(await socket.isConnected)
            try client.socket.send(all: (0..<4).map { #"42["e",\#($0)]"# })
            #expect(try await reasons.next() == .serverNamespaceDisconnect)
            var numbers: [Int] = []
            for await event in events { numbers.append(try event.decode()) }
            #expect(numbers == [0, 1])
            #expect(await socket.isConnected == false)
        }
    }

    @Test("an awaited acknowledgement arrives, or times out, or ends with the socket")
    func acknowledgements() async throws {
        let sockets = TestEvents<SocketReference>()
        try await PlainServer.run { server in
            server.onConnection { sockets.report($0.reference) }
        } _: { server in
            let client = try server.client()
            let socket = try await sockets.next()
            let answer = Task { try await socket.emitWithAck("ask", Message(text: "x")) }
            #expect(try client.next() == #"420["ask",{"text":"x","count":0}]"#)
            try client.send(#"430[{"text":"y","count":3}]"#)
            #expect(try await answer.value.decode(Message.self) == Message(text: "y", count: 3))
            await #expect(throws: AcknowledgementError.timedOut) { try await socket.emitWithAck("ask", timeout: 1) }
            #expect(try client.next() == #"421["ask"]"#)
            let last = Task { try await socket.emitWithAck("ask") }
            #expect(try client.next() == #"422["ask"]"#)
            try client.send("41")
            await #expect(throws: AcknowledgementError.disconnected) { try await last.value }
            await #expect(throws: AcknowledgementError.disconnected) { try await socket.emitWithAck("ask") }
        }
    }

    @Test("rooms, data and the end are reached from a task")
    func rooms() async throws {
        let sockets = TestEvents<SocketReference>()
        try await PlainServer.run { server in
            server.onConnection { sockets.report($0.reference) }
        } _: { server in
            let client = try server.client()
            let socket = try await sockets.next()
            #expect(socket.emitVolatile("fresh", 1) == .sent)
            #expect(try client.next() == #"42["fresh",1]"#)
            await socket.join("a", "b")
            await socket.leave("a")
            #expect(await socket.rooms == ["b"])
            await socket.onLoop { $0.data["user"] = "anna" }
            #expect(await socket.data == ["user": "anna"])
            socket.emit("one", 1)
            socket.emit("two", 2)
            #expect(try client.next() == #"42["one",1]"#)
            #expect(try client.next() == #"42["two",2]"#)
            socket.disconnect(closingConnection: true)
            #expect(try client.next() == "41")
            #expect(await socket.rooms == [])
        }
    }

    @Test("run ends when its task is cancelled")
    func run() async throws {
        let server = SocketIOServer()
        let task = Task { try await server.run(port: 0) }
        task.cancel()
        try await task.value
    }

    @Test("paths of others are answered by the handler given for them, else with 404", arguments: [true, false])
    func otherPaths(hasOther: Bool) async throws {
        struct Other: HTTPHandler {
            func handle(_ exchange: HTTPExchange) {
                exchange.respond(HTTPResponse(status: 200, body: Array("me".utf8)))
            }
        }
        let server = SocketIOServer()
        let address = try await server.listen(
            on: .tcp(host: "127.0.0.1", port: 0), other: hasOther ? Other() : nil)
        guard case .tcp(_, let port) = address else { return }
        let http = try TestHTTPConnection(port: port)
        try http.send("GET", "/page")
        #expect(try http.receive().status == (hasOther ? 200 : 404))
        await server.shutdown()
    }
}
