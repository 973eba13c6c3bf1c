import ByteCoding
import NetLoop
import SocketIOCodec
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("Socket.IO over real sockets", .ownThread)
struct SocketTests {
    /// Accepts everyone and sends every event back.
    private static let echo: @Sendable (Socket) -> Void = { socket in
        socket.onEvent = { [unowned socket] name, arguments, acknowledge in
            if let acknowledge { acknowledge(arguments) } else { socket.emit("\(name)-back", arguments: arguments) }
        }
        socket.onBinaryEvent = { [unowned socket] name, arguments, attachments, acknowledge in
            if let acknowledge {
                acknowledge(arguments, attachments: attachments)
            } else {
                socket.emit("\(name)-back", arguments: arguments, attachments: attachments)
            }
        }
        socket.accept()
        socket.emit("auth", arguments: [socket.auth])
    }

    @Test("a client connects with its credentials, sends events and gets answers")
    func events() async throws {
        try await TestServer.run(namespaces: ["/": Self.echo]) { server in
            let client = try TestClient(server, connect: #"40{"token":"123"}"#)
            #expect(client.id.utf8.count == 20)
            #expect(try client.next() == #"42["auth",{"token":"123"}]"#)
            try client.send(#"42["message",1,"2",{"3":[true]}]"#)
            #expect(try client.next() == #"42["message-back",1,"2",{"3":[true]}]"#)
            try client.send(#"42456["message",1,"2",{"3":[false]}]"#)
            #expect(try client.next() == #"43456[1,"2",{"3":[false]}]"#)
        }
    }

    @Test("events of one client arrive in order, and so do the answers")
    func order() async throws {
        try await TestServer.run(namespaces: ["/": Self.echo]) { server in
            let client = try TestClient(server)
            _ = try client.next()
            try client.socket.send(all: (0..<500).map { #"42\#($0)["n",\#($0)]"# })
            for number in 0..<500 { #expect(try client.next() == "43\(number)[\(number)]") }
        }
    }

    @Test("binary travels both ways, with and without acknowledgement")
    func binary() async throws {
        try await TestServer.run(namespaces: ["/": Self.echo]) { server in
            let client = try TestClient(server)
            _ = try client.next()
            let placeholders = #"{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}"#
            try client.send(#"452-["message",\#(placeholders)]"#)
            try client.socket.send([1, 2, 3])
            try client.socket.send([4, 5, 6])
            #expect(try client.next() == #"452-["message-back",\#(placeholders)]"#)
            #expect(try client.next() == "[1, 2, 3]")
            #expect(try client.next() == "[4, 5, 6]")
            try client.send(#"451-7["message",{"_placeholder":true,"num":0}]"#)
            try client.socket.send([9])
            #expect(try client.next() == #"461-7[{"_placeholder":true,"num":0}]"#)
            #expect(try client.next() == "[9]")
        }
    }

    @Test("a client that polls is served as well")
    func polling() async throws {
        try await TestServer.run(loops: 4, namespaces: ["/": Self.echo]) { server in
            let client = try TestPolling(port: server.port, path: "/socket.io/")
            #expect(try client.post("40").body == "ok")
            let answer = try client.poll().body
            #expect(answer.hasPrefix(#"40{"sid":""#))
            #expect(answer.hasSuffix("\u{1e}42[\"auth\",{}]"))
            #expect(try client.post("42[\"a\",1]\u{1e}42[\"b\",2]").body == "ok")
            #expect(try client.poll().body == "42[\"a-back\",1]\u{1e}42[\"b-back\",2]")
        }
    }

    @Test("namespaces share a connection; unknown ones are refused by name")
    func namespaces() async throws {
        try await TestServer.run(namespaces: ["/": Self.echo, "/custom": Self.echo]) { server in
            let client = try TestClient(server)
            _ = try client.next()
            try client.send(#"40/custom,{"a":1}"#)
            #expect(try client.next().hasPrefix(#"40/custom,{"sid":""#))
            #expect(try client.next() == #"42/custom,["auth",{"a":1}]"#)
            try client.send("40/random")
            #expect(try client.next() == #"44/random,{"message":"Invalid namespace"}"#)
            try client.send(#"42/custom,["x"]"#)
            #expect(try client.next() == #"42/custom,["x-back"]"#)
            try client.send("41/custom,")
            try client.send(#"42["y"]"#)
            #expect(try client.next() == #"42["y-back"]"#)
        }
    }

    @Test("a refusal has a message and data, and may be decided later")
    func refuse() async throws {
        try await TestServer.run(namespaces: [
            "/": { socket in
                socket.loop.atEndOfTurn {
                    if socket.auth["token"] == nil {
                        socket.refuse(message: "no token", data: ["code": "unauthorized"])
                    } else {
                        #expect(socket.accept())
                        #expect(!socket.accept() || socket.isConnected)
                    }
                }
            }
        ]) { server in
            let client = try TestClient(server, connect: #"40{"token":"1"}"#)
            #expect(!client.id.isEmpty)
            let refused = try TestWebSocket(port: server.port, "/socket.io/?EIO=4&transport=websocket")
            _ = try refused.receive()
            try refused.send("40")
            #expect(try refused.text() == #"44{"message":"no token","data":{"code":"unauthorized"}}"#)
        }
    }

    @Test(
        "each way of leaving has its reason, told once",
        arguments: [
            ("41", DisconnectReason.clientNamespaceDisconnect), ("1", .transportClose), ("x", .parseError),
            ("4x", .parseError), ("42{}", .parseError), (#"42["connect"]"#, .parseError), ("40", .forcedServerClose),
            (#"42/other,["x"]"#, .forcedServerClose), ("2", .transportError),
            (#"42["leave"]"#, .serverNamespaceDisconnect),
        ])
    func reasons(text: String, reason: DisconnectReason) async throws {
        let reasons = TestEvents<DisconnectReason>()
        try await TestServer.run(namespaces: [
            "/": { socket in
                socket.onDisconnect = { reasons.report($0) }
                socket.onEvent = { [unowned socket] _, _, _ in socket.disconnect() }
                socket.accept()
            }
        ]) { server in
            let client = try TestClient(server)
            try client.send(text)
            #expect(try await reasons.next() == reason)
        }
        #expect(reasons.untaken.isEmpty)
    }

    @Test("the client hears that the server disconnects it, and a closing disconnect closes the connection")
    func serverDisconnect() async throws {
        try await TestServer.run(namespaces: [
            "/": { socket in
                socket.onEvent = { [unowned socket] _, arguments, _ in
                    socket.disconnect(closingConnection: arguments.first?.boolValue == true)
                }
                socket.accept()
            }
        ]) { server in
            let client = try TestClient(server)
            try client.send(#"42["leave",false]"#)
            #expect(try client.next() == "41")
            try client.send("40")
            #expect(try client.next().hasPrefix("40{"))
            try client.send(#"42["leave",true]"#)
            #expect(try client.next() == "41")
            #expect(try client.next() == "close 1000")
        }
    }

    @Test("a client that connects to nothing in time is closed")
    func connectTimeout() async throws {
        try await TestServer.run(configured { $0.connectTimeout = 20 }, namespaces: ["/": Self.echo]) { server in
            let socket = try TestWebSocket(port: server.port, "/socket.io/?EIO=4&transport=websocket")
            _ = try socket.receive()
            await server.advance(by: 19)
            // Knows no such namespace, and is in none.
            try socket.send("40/none,")
            #expect(try socket.text() == #"44/none,{"message":"Invalid namespace"}"#)
            await server.advance(by: 1)
            #expect(try socket.receive() == .close(1000))
        }
    }

    @Test("the server's events are acknowledged, or time out, or end with the socket")
    func acknowledgements() async throws {
        struct Answer: Hashable {
            let name: String
            let result: Result<[JSON], AcknowledgementError>
        }
        let answers = TestEvents<Answer>()
        try await TestServer.run(namespaces: [
            "/": { socket in
                socket.accept()
                for (name, timeout) in [("first", nil), ("second", 20), ("third", nil), ("connect", nil)] {
                    socket.emit(name, arguments: [1], timeout: timeout) {
                        answers.report(Answer(name: name, result: $0))
                    }
                }
            }
        ]) { server in
            let client = try TestClient(server)
            #expect(try await answers.next() == Answer(name: "connect", result: .failure(.notSent)))
            for (id, name) in ["first", "second", "third"].enumerated() {
                #expect(try client.next() == #"42\#(id)["\#(name)",1]"#)
            }
            try client.send(#"430["yes",2]"#)
            #expect(try await answers.next() == Answer(name: "first", result: .success(["yes", 2])))
            await server.advance(by: 19)
            #expect(answers.untaken.isEmpty)
            await server.advance(by: 1)
            #expect(try await answers.next() == Answer(name: "second", result: .failure(.timedOut)))
            try client.socket.send(all: ["431[]", "430[]", "4399[]", "41"])
            #expect(try await answers.next() == Answer(name: "third", result: .failure(.disconnected)))
        }
        #expect(answers.untaken.isEmpty)
    }

    @Test("an acknowledgement is sent once, and as raw JSON when wanted")
    func acknowledgeOnce() async throws {
        try await TestServer.run(namespaces: [
            "/": { socket in
                socket.onEvent = { _, _, acknowledge in
                    acknowledge?.send(raw: Array(#"[{"ok":true}]"#.utf8))
                    acknowledge?.send(raw: Array("[2]".utf8))
                    acknowledge?(["3"])
                }
                socket.accept()
            }
        ]) { server in
            let client = try TestClient(server)
            try client.socket.send(all: [#"421["a"]"#, #"422["a"]"#])
            #expect(try client.next() == #"431[{"ok":true}]"#)
            #expect(try client.next() == #"432[{"ok":true}]"#)
        }
    }

    @Test("an ended socket lets go of the application's objects, though they hold it", arguments: [true, false])
    func release(accepted: Bool) async throws {
        let gone = TestEvents<Bool>()
        final class Holder {
            let socket: Socket
            let gone: TestEvents<Bool>
            init(_ socket: Socket, _ gone: TestEvents<Bool>) { (self.socket, self.gone) = (socket, gone) }
            deinit { gone.report(true) }
        }
        let connecting: @Sendable (Socket) -> Void = { socket in
            let holder = Holder(socket, gone)
            socket.context = holder
            socket.onEvent = { _, _, _ in _ = holder.socket }
            if accepted { socket.accept() } else { socket.refuse(message: "no") }
        }
        try await TestServer.run(namespaces: ["/": connecting]) { server in
            let client = try TestClient(server)
            try client.socket.send("41")
            #expect(try await gone.next())
        }
    }

    @Test("reserved names are not emitted")
    func reserved() async throws {
        let results = TestEvents<EmitResult>()
        try await TestServer.run(namespaces: [
            "/": { socket in
                results.report(socket.emit("early"))
                socket.accept()
                results.report(socket.emit("disconnect"))
                results.report(socket.emit("fine"))
            }
        ]) { server in
            let client = try TestClient(server)
            for expected in [EmitResult.disconnected, .reservedName, .sent] {
                #expect(try await results.next() == expected)
            }
            #expect(try client.next() == #"42["fine"]"#)
        }
    }

    @Test("shutting down disconnects everyone with that reason")
    func shutdown() async throws {
        let reasons = TestEvents<DisconnectReason>()
        try await TestServer.run(
            loops: 2,
            namespaces: [
                "/": { socket in
                    socket.onDisconnect = { reasons.report($0) }
                    socket.accept()
                }
            ]
        ) { server in
            let clients = try (0..<4).map { _ in try TestClient(server) }
            await server.socketIO.shutdown()
            for client in clients {
                #expect(try await reasons.next() == .serverShuttingDown)
                #expect(try client.next() == "close 1000")
            }
        }
        #expect(reasons.untaken.isEmpty)
    }
}
