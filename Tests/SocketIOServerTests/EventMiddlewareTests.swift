import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Middleware of events, and errors", .ownThread)
struct EventMiddlewareTests {
    private struct Forbidden: Error {}

    @Test("each event passes a socket's middleware in order before any handler, and goes no further when it throws")
    func checks() async throws {
        let errors = TestEvents<String>()
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.onAny = { socket.emit("seen", $0.name) }
                socket.use { event in
                    guard event.name == "forbidden" else { return }
                    event.acknowledge("no")
                    throw Forbidden()
                }
                socket.use { event in if event.arguments == [13] { throw Forbidden() } }
                socket.on("fine", as: Int.self) { $0 + 1 }
                socket.onEvent = { name, arguments, _ in socket.emit("other", name) }
                socket.onError = { event, error in errors.report("\(event) \(error)") }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [
                #"421["forbidden"]"#, #"422["fine",13]"#, #"42["unknown",13]"#, #"423["fine",1]"#, #"42["unknown"]"#,
            ])
            for expected in [
                #"42["seen","forbidden"]"#, #"431["no"]"#, #"42["seen","fine"]"#, #"42["seen","unknown"]"#,
                #"42["seen","fine"]"#, "433[2]", #"42["seen","unknown"]"#, #"42["other","unknown"]"#,
            ] { #expect(try client.next() == expected) }
            for name in ["forbidden", "fine", "unknown"] {
                #expect(try await errors.next() == "\(name) Forbidden()")
            }
        }
        #expect(errors.untaken.isEmpty)
    }

    @Test("middleware alone, without a handler for anything, sees and stops events too")
    func alone() async throws {
        let seen = TestEvents<String>()
        try await PlainServer.run { server in
            server.onConnection { socket in socket.use { seen.report($0.name) } }
        } _: { server in
            try server.client().send(#"42["e"]"#)
            #expect(try await seen.next() == "e")
        }
    }

    @Test("what handlers and middleware throw is told to the namespace, but not a ConnectError or the end of a task")
    func errors() async throws {
        let errors = TestEvents<String>()
        let begun = TestEvents<Void>()
        try await PlainServer.run { server in
            server.main.onError { socket, event, error in errors.report("\(socket.namespace) \(event) \(error)") }
            server.onConnection { socket in
                socket.on("now") { _ in throw Forbidden() }
                socket.onAsync("later") { _, _ in throw Forbidden() }
                socket.onAsync("endless") { socket, _ in
                    begun.report(())
                    _ = await socket.disconnected()
                    throw CancellationError()
                }
                socket.onDisconnect = { errors.report($0.rawValue) }
            }
            server.main.use { socket in
                if socket.auth["polite"] == true { throw ConnectError("no") }
                if socket.auth["broken"] == true { throw Forbidden() }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [#"42["now"]"#, #"42["later"]"#, #"42["endless"]"#])
            #expect(try await errors.next() == "/ now Forbidden()")
            #expect(try await errors.next() == "/ later Forbidden()")
            try await begun.next()
            try client.send("41")
            #expect(try await errors.next() == "client namespace disconnect")
            _ = try server.client(#"40{"polite":true}"#)
            _ = try server.client(#"40{"broken":true}"#)
            #expect(try await errors.next() == "/ connection Forbidden()")
        }
        #expect(errors.untaken.isEmpty)
    }
}
