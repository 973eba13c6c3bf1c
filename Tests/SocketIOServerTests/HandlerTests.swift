import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Handlers of events", .ownThread)
struct HandlerTests {
    @Test("a handler gets its event's argument as its type, and what it returns is the acknowledgement")
    func typed() async throws {
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.on("plain", as: Message.self) { socket.emit("got", $0, 7) }
                socket.on("add", as: [Int].self) { $0.reduce(0, +) }
            }
        } _: { server in
            let client = try server.client()
            try client.send(#"42["plain",{"text":"a","count":2}]"#)
            #expect(try client.next() == #"42["got",{"text":"a","count":2},7]"#)
            try client.send(#"421["add",[1,2,3]]"#)
            #expect(try client.next() == "431[6]")
        }
    }

    @Test("an argument that does not fit, and a handler that throws, are told to onError and answered by nothing")
    func errors() async throws {
        struct Refusal: Error {}
        let errors = TestEvents<String>()
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.onError = { name, error in
                    if case DecodingError.keyNotFound(let key, let context) = error {
                        errors.report("\(name): \(key.stringValue) in \(context.codingPath.map(\.stringValue))")
                    } else {
                        errors.report("\(name): \(type(of: error))")
                    }
                }
                socket.on("typed", as: [Message].self) { _ in 1 }
                socket.on("throwing") { _ in throw Refusal() }
                socket.onAsync("later") { _, _ in throw Refusal() }
                socket.on("fine", as: Int.self) { $0 }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [
                #"421["typed",[{"text":"a","count":1},{"count":1}]]"#, #"422["throwing"]"#, #"423["later"]"#,
                #"424["fine",5]"#,
            ])
            #expect(try await errors.next() == #"typed: text in ["0", "1"]"#)
            #expect(try await errors.next() == "throwing: Refusal")
            #expect(try await errors.next() == "later: Refusal")
            #expect(try client.next() == "434[5]")
        }
    }

    @Test("asynchronous handlers run one after the other, in the order of the events")
    func asyncOrder() async throws {
        let gate = TestEvents<Void>()
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.onAsync("slow", as: Int.self) { _, number in
                    try await gate.next()
                    return number
                }
                socket.onAsync("quick", as: Int.self) { _, number in number }
                socket.on("sync", as: Int.self) { $0 }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [#"421["slow",1]"#, #"422["quick",2]"#, #"423["sync",3]"#])
            #expect(try client.next() == "433[3]")
            gate.report(())
            #expect(try client.next() == "431[1]")
            #expect(try client.next() == "432[2]")
        }
    }

    @Test("at the socket's end the running handler is cancelled, and what waits does not run")
    func asyncEnd() async throws {
        let events = TestEvents<String>()
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.onAsync("wait") { socket, _ in
                    events.report("begun")
                    _ = await socket.disconnected()
                    while !Task.isCancelled { await Task.yield() }
                    events.report("cancelled")
                }
                socket.onAsync("never") { _, _ in events.report("never") }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [#"42["wait"]"#, #"42["never"]"#])
            #expect(try await events.next() == "begun")
            try client.send("41")
            #expect(try await events.next() == "cancelled")
        }
        #expect(events.untaken.isEmpty)
    }

    @Test("a client too far ahead of its asynchronous handlers is disconnected")
    func backlog() async throws {
        let reasons = TestEvents<DisconnectReason>()
        try await PlainServer.run(configured { $0.eventBacklog = 2 }) { server in
            server.onConnection { socket in
                socket.onDisconnect = { reasons.report($0) }
                socket.onAsync("wait") { socket, _ in _ = await socket.disconnected() }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: (0..<5).map { _ in #"42["wait"]"# })
            #expect(try await reasons.next() == .serverNamespaceDisconnect)
        }
    }

    @Test("onAny sees every event first; off forgets a handler; the last handler of a name is the one")
    func anyAndOff() async throws {
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.onAny = { socket.emit("any", $0.name) }
                socket.on("a") { _ in socket.emit("first") }
                socket.on("a") { _ in socket.emit("second") }
                socket.on("b") { _ in socket.emit("b") }
                socket.off("b")
                socket.onEvent = { name, _, _ in socket.emit("unhandled", name) }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [#"42["a"]"#, #"42["b"]"#])
            for text in [#"["any","a"]"#, #"["second"]"#, #"["any","b"]"#, #"["unhandled","b"]"#] {
                #expect(try client.next() == "42" + text)
            }
        }
    }

    @Test("a handler of once takes one event")
    func once() async throws {
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.once("a") { _ in socket.emit("once") }
                socket.onEvent = { name, _, _ in socket.emit("unhandled", name) }
            }
        } _: { server in
            let client = try server.client()
            try client.socket.send(all: [#"42["a"]"#, #"42["a"]"#])
            #expect(try client.next() == #"42["once"]"#)
            #expect(try client.next() == #"42["unhandled","a"]"#)
        }
    }

    @Test("bytes in a value travel as attachments, both ways")
    func bytes() async throws {
        struct File: Codable, Sendable {
            var name: String
            var content: [UInt8]
        }
        try await PlainServer.run { server in
            server.onConnection { socket in
                socket.on("file", as: File.self) { File(name: $0.name + "!", content: $0.content.reversed()) }
            }
        } _: { server in
            let client = try server.client()
            try client.send(#"451-9["file",{"name":"f","content":{"_placeholder":true,"num":0}}]"#)
            try client.socket.send([1, 2, 3])
            #expect(try client.next() == #"461-9[{"name":"f!","content":{"_placeholder":true,"num":0}}]"#)
            #expect(try client.next() == "[3, 2, 1]")
        }
    }

    @Test("reserved names are refused, whoever emits them", arguments: ["connect", "disconnect", "newListener"])
    func reserved(name: String) async throws {
        let results = TestEvents<[EmitResult]>()
        try await PlainServer.run { server in
            server.onConnection { [unowned server] socket in
                results.report([
                    socket.emit(name, 1), socket.emitVolatile(name), socket.broadcast.emit(name), server.emit(name),
                ])
                socket.emit("end")
            }
        } _: { server in
            let client = try server.client()
            #expect(try client.next() == #"42["end"]"#)
            #expect(try await results.next() == Array(repeating: .reservedName, count: 4))
        }
    }
}
