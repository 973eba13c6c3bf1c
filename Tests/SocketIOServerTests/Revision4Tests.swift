import ByteCoding
import EngineIOServer
import SocketIOServer
import TestSockets
import TestThreads
import Testing

private let webSocket = "/socket.io/?EIO=3&transport=websocket"

@Suite("Socket.IO protocol 4 over real sockets", .ownThread)
struct Revision4Tests {
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

    private func run(
        loops: Int = 1, _ namespaces: [String: @Sendable (Socket) -> Void] = ["/": Self.echo, "/custom": Self.echo],
        _ body: (TestServer) async throws -> Void
    ) async throws { try await TestServer.run(loops: loops, namespaces: namespaces, body) }

    /// A WebSocket that has read the open packet.
    private func connect(_ server: TestServer, query: String = "") throws -> TestWebSocket {
        let socket = try TestWebSocket(port: server.port, webSocket + query)
        _ = try socket.receive()
        return socket
    }

    @Test("the server connects everyone to the main namespace, without being asked")
    func mainNamespace() async throws {
        try await run { server in
            let socket = try connect(server, query: "&token=abc")
            #expect(try socket.text() == "40")
            #expect(try socket.text() == #"42["auth",{}]"#)
            try socket.send(#"42["message",1,"2",{"3":[true]}]"#)
            #expect(try socket.text() == #"42["message-back",1,"2",{"3":[true]}]"#)
        }
    }

    @Test("the handshake's query can be read, whichever transport")
    func query() async throws {
        let heard = TestEvents<String>()
        let tell: @Sendable (Socket) -> Void = { socket in
            heard.report(socket.request.query)
            socket.accept()
        }
        try await run(["/": tell]) { server in
            _ = try connect(server, query: "&token=abc")
            #expect(try await heard.next().hasSuffix("&token=abc"))
            _ = try TestPolling(port: server.port, path: "/socket.io/", revision: "EIO=3", query: "&token=%C3%A9")
            #expect(try await heard.next().hasSuffix("&token=%C3%A9"))
        }
    }

    @Test("a namespace is joined by name, and its query is the credentials")
    func customNamespace() async throws {
        try await run { server in
            let socket = try connect(server)
            for _ in 0..<2 { _ = try socket.text() }
            try socket.send("40/custom?token=x&uid=%C3%A9,")
            #expect(try socket.text() == "40/custom,")
            #expect(try socket.text() == #"42/custom,["auth",{"token":"x","uid":"é"}]"#)
            try socket.send(#"42/custom,7["ask",[1]]"#)
            #expect(try socket.text() == #"43/custom,7[[1]]"#)
            try socket.send("41/custom,")
            try socket.send(#"42["message"]"#)
            #expect(try socket.text() == #"42["message-back"]"#)
            try socket.send("40/custom")
            #expect(try socket.text() == "40/custom,")
        }
    }

    @Test("an unknown namespace is refused with an ERROR packet")
    func unknownNamespace() async throws {
        try await run { server in
            let socket = try connect(server)
            for _ in 0..<2 { _ = try socket.text() }
            try socket.send("40/random")
            #expect(try socket.text() == #"44/random,{"message":"Invalid namespace"}"#)
            try socket.send(#"42["message"]"#)
            #expect(try socket.text() == #"42["message-back"]"#)
        }
    }

    @Test("a refused client hears the refusal's data, or its message")
    func refused() async throws {
        let namespaces: [String: @Sendable (Socket) -> Void] = [
            "/": { $0.refuse(message: "Not authorized") },
            "/custom": { $0.refuse(message: "no", data: ["code": 7]) },
        ]
        try await run(namespaces) { server in
            let socket = try connect(server)
            #expect(try socket.text() == #"44"Not authorized""#)
            try socket.send("40/custom?a=1")
            #expect(try socket.text() == #"44/custom,{"code":7}"#)
        }
    }

    @Test("attachments are messages of bytes behind their type, both ways, with and without acknowledgement")
    func attachments() async throws {
        try await run { server in
            let socket = try connect(server)
            for _ in 0..<2 { _ = try socket.text() }
            let two = #"{"_placeholder":true,"num":0},[{"_placeholder":true,"num":1}]"#
            for (asked, answered) in [
                (#"452-["message",\#(two)]"#, #"452-["message-back",\#(two)]"#),
                (#"452-789["ask",\#(two)]"#, "462-789[\(two)]"),
            ] {
                try socket.send(asked)
                try socket.send([4, 1, 2, 3])
                try socket.send([4])
                #expect(try socket.text() == answered)
                #expect(try socket.receive() == .binary([4, 1, 2, 3]))
                #expect(try socket.receive() == .binary([4]))
            }
        }
    }

    @Test(
        "what does not fit closes the connection",
        arguments: ["40", #"40{"token":"x"}"#, "4abc", "42{}", #"42abc["a"]"#, #"42/custom,["a"]"#, "44", "41/custom"])
    func misplaced(text: String) async throws {
        try await run { server in
            let socket = try connect(server)
            for _ in 0..<2 { _ = try socket.text() }
            try socket.send(text)
            #expect(try socket.receive() == .close(1000))
        }
    }

    @Test("the server disconnects a client from one namespace, or altogether")
    func serverDisconnects() async throws {
        let namespaces: [String: @Sendable (Socket) -> Void] = [
            "/": { socket in
                socket.onEvent = { [unowned socket] _, _, _ in socket.disconnect(closingConnection: true) }
                socket.accept()
            },
            "/custom": { socket in
                socket.accept()
                socket.disconnect()
            },
        ]
        try await run(namespaces) { server in
            let socket = try connect(server)
            #expect(try socket.text() == "40")
            try socket.send("40/custom")
            #expect(try socket.text() == "40/custom,")
            #expect(try socket.text() == "41/custom,")
            try socket.send(#"42["leave"]"#)
            #expect(try socket.text() == "41")
            #expect(try socket.receive() == .close(1000))
        }
    }

    @Test("by polling too, and with four loops each poll may come on another", arguments: [1, 4])
    func polling(loops: Int) async throws {
        try await run(loops: loops) { server in
            for _ in 0..<6 {
                let client = try TestPolling(
                    port: server.port, path: "/socket.io/", revision: "EIO=3", query: "&b64=1")
                #expect(try client.poll().body == #"2:4013:42["auth",{}]"#)
                #expect(try client.post(#"19:42["message","🐦€"]"#).body == "ok")
                #expect(try client.poll().body == #"24:42["message-back","🐦€"]"#)
                let placeholder = #"{"_placeholder":true,"num":0}"#
                let text = #"451-["message",\#(placeholder)]"#
                #expect(try client.post("\(text.count):\(text)10:b4AQIDBA==").body == "ok")
                let back = #"451-["message-back",\#(placeholder)]"#
                #expect(try client.poll().body == "\(back.count):\(back)10:b4AQIDBA==")
            }
        }
    }

    @Test("one encoded packet reaches clients of both revisions by each transport, bytes included")
    func broadcast() async throws {
        let join: @Sendable (Socket) -> Void = { socket in
            socket.accept()
            socket.join("room")
            socket.emit("joined")
        }
        try await run(["/": join]) { server in
            let new = try TestClient(server)
            #expect(try new.next() == #"42["joined"]"#)
            let old = try connect(server)
            #expect(try old.text() == "40")
            #expect(try old.text() == #"42["joined"]"#)
            let base64 = try connect(server, query: "&b64=1")
            for _ in 0..<2 { _ = try base64.text() }
            let newPolling = try TestPolling(port: server.port, path: "/socket.io/")
            _ = try newPolling.post("40")
            _ = try newPolling.poll()
            let oldPolling = try TestPolling(port: server.port, path: "/socket.io/", revision: "EIO=3")
            _ = try oldPolling.poll()
            await server.onLoop { namespace in
                for packet in [event("e", "text"), Self.binaryEvent] { namespace.publish(packet, to: "room") }
            }
            let texts = [#"42["e","text"]"#, #"451-["e",{"_placeholder":true,"num":0}]"#]
            for text in texts {
                #expect(try new.next() == text)
                #expect(try old.text() == text)
                #expect(try base64.text() == text)
            }
            #expect(try new.next() == "[1, 2, 3, 4]")
            #expect(try old.receive() == .binary([4, 1, 2, 3, 4]))
            #expect(try base64.text() == "b4AQIDBA==")
            #expect(try newPolling.poll().body == texts.joined(separator: "\u{1e}") + "\u{1e}bAQIDBA==")
            let framed = texts.map { text -> [UInt8] in
                [0] + String(text.utf8.count).utf8.map { $0 - 48 } + [255] + Array(text.utf8)
            }
            #expect(try oldPolling.poll().bytes == framed[0] + framed[1] + [1, 5, 255, 4, 1, 2, 3, 4])
        }
    }

    private static let binaryEvent = EncodedPacket.event(
        namespace: "/", name: "e", arguments: [["_placeholder": true, "num": 0]], attachments: [[1, 2, 3, 4]])
}
