import EngineIOServer
import TestSockets
import TestThreads
import Testing

private let path = "/engine.io/"
private let revision = "EIO=3"

@Suite("Engine.IO 3 over real sockets", .ownThread)
struct Revision3ServerTests {
    private func serve(
        loops: Int = 1, _ configuration: EngineIOConfiguration = EngineIOConfiguration(),
        _ body: (EchoServer) async throws -> Void
    ) async throws {
        try await withEchoServer(loops: loops, configuration, body)
    }

    @Test("a client that polls gets its messages back behind their lengths")
    func polling() async throws {
        try await serve { server in
            let client = try TestPolling(port: server.port, path: path, revision: revision, query: "&b64=1")
            let open =
                #"0{"sid":"\#(client.sid)","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000}"#
            #expect(client.handshake == "\(open.utf16.count):\(open)")
            #expect(try client.post("6:4hello10:b4AQIDBA==3:4🐦").body == "ok")
            let polled = try client.poll()
            #expect(polled.body == "6:4hello10:b4AQIDBA==3:4🐦")
            #expect(polled.headers["content-type"] == "text/plain; charset=UTF-8")
        }
    }

    @Test("a client that takes bytes gets them")
    func bytes() async throws {
        try await serve { server in
            let client = try TestPolling(port: server.port, path: path, revision: revision)
            #expect(
                try client.post(bytes: [0, 6, 255] + Array("4hello".utf8) + [1, 5, 255, 4, 1, 2, 3, 4]).body == "ok")
            let polled = try client.poll()
            #expect(polled.bytes == [0, 6, 255] + Array("4hello".utf8) + [1, 5, 255, 4, 1, 2, 3, 4])
            #expect(polled.headers["content-type"] == "application/octet-stream")
            #expect(try client.post("6:4hello").body == "ok")
            #expect(try client.poll().body == "6:4hello")
        }
    }

    @Test("a WebSocket of its own is a session that its client keeps alive")
    func webSocket() async throws {
        try await serve { server in
            let socket = try TestWebSocket(port: server.port, "\(path)?\(revision)&transport=websocket")
            let open = try socket.text() ?? ""
            #expect(open.hasPrefix("0{") && open.contains(#""upgrades":[]"#) && !open.contains("maxPayload"))
            try socket.send(all: ["2", "4hello", "2a"])
            for answer in ["3", "4hello", "3a"] { #expect(try socket.receive() == .text(answer)) }
            try socket.send([4, 1, 2, 3])
            #expect(try socket.receive() == .binary([4, 1, 2, 3]))
            try socket.send([1, 2, 3])
            #expect(try socket.receive() == .close(1000))
            _ = try await server.events.next()
            #expect(try await server.events.next() == .closed(.parseError))
        }
    }

    @Test("a WebSocket whose client takes no bytes gets Base64")
    func base64WebSocket() async throws {
        try await serve { server in
            let socket = try TestWebSocket(port: server.port, "\(path)?\(revision)&transport=websocket&b64=1")
            _ = try socket.receive()
            try socket.send("b4AQIDBA==")
            #expect(try socket.receive() == .text("b4AQIDBA=="))
        }
    }

    @Test("a client that does not ping in time is closed", arguments: [true, false])
    func pingTimeout(polls: Bool) async throws {
        let impatient = configured {
            $0.pingInterval = 30
            $0.pingTimeout = 30
        }
        try await serve(impatient) { server in
            if polls {
                let client = try TestPolling(port: server.port, path: path, revision: revision)
                await server.advance(by: 59)
                #expect(try client.post("1:2").body == "ok")
                #expect(try client.poll().body == "1:3")
                try await server.taken("GET \(client.target)")
                let poll = try client.startPoll()
                try await server.taken("GET \(client.target)")
                await server.advance(by: 60)
                #expect(try poll.receive().body == "1:1")
                #expect(try client.post("1:2").body == #"{"code":1,"message":"Session ID unknown"}"#)
            } else {
                let socket = try TestWebSocket(port: server.port, "\(path)?\(revision)&transport=websocket")
                _ = try socket.receive()
                await server.advance(by: 59)
                try socket.send("2")
                #expect(try socket.receive() == .text("3"))
                await server.advance(by: 60)
                #expect(try socket.receive() == .close(1000))
            }
            _ = try await server.events.next()
            #expect(try await server.events.next() == .closed(.pingTimeout))
        }
    }

    @Test("a session is upgraded, and nothing is lost or changes places", arguments: [1, 4])
    func upgrade(loops: Int) async throws {
        try await serve(loops: loops) { server in
            for _ in 0..<8 {
                let client = try TestPolling(port: server.port, path: path, revision: revision)
                let poll = try client.startPoll()
                // One that came later would wait until it is released, by a clock that stands still.
                try await server.taken("GET \(client.target)")
                let socket = try TestWebSocket(port: server.port, client.webSocketTarget)
                try socket.send("2probe")
                #expect(try socket.receive() == .text("3probe"))
                #expect(try poll.receive().body == "1:6")
                #expect(try client.post("2:4a2:4b1:2").body == "ok")
                try socket.send(all: ["5", "4c"])
                for message in ["3", "4a", "4b", "4c"] { #expect(try socket.receive() == .text(message)) }
                #expect(try client.poll().status == 400)
                let second = try TestWebSocket(port: server.port, client.webSocketTarget)
                #expect(try second.receive() == .close(1000))
                try socket.send("4d")
                #expect(try socket.receive() == .text("4d"))
            }
        }
    }

    @Test("with four loops every poll may come on another one")
    func fourLoops() async throws {
        try await serve(loops: 4) { server in
            var clients: [TestPolling] = []
            for _ in 0..<12 { clients.append(try TestPolling(port: server.port, path: path, revision: revision)) }
            for round in 0..<10 {
                for (number, client) in clients.enumerated() {
                    let message = "4\(number).\(round)"
                    #expect(try client.post("\(message.count):\(message)").body == "ok")
                }
                for (number, client) in clients.enumerated() {
                    let message = "4\(number).\(round)"
                    #expect(try client.poll().body == "\(message.count):\(message)")
                }
            }
        }
    }

    @Test("a request of another revision than its session's is refused, and the session goes on")
    func otherRevision() async throws {
        try await serve { server in
            for (revision, other) in [("EIO=3", "EIO=4"), ("EIO=4", "EIO=3")] {
                let client = try TestPolling(port: server.port, path: path, revision: revision)
                let rest = "&transport=polling&sid=\(client.sid)"
                let refusal = #"{"code":3,"message":"Bad request"}"#
                for (method, body) in [("GET", nil), ("POST", "4a")] {
                    let answer = try TestHTTPConnection.request(
                        port: server.port, method, "\(path)?\(other)\(rest)", body: body)
                    #expect(answer.status == 400)
                    #expect(answer.body == refusal)
                }
                let upgrade = try TestWebSocket(
                    port: server.port, "\(path)?\(other)&transport=websocket&sid=\(client.sid)")
                #expect(upgrade.response.status == 400)
                let own = revision == "EIO=3" ? "2:4a" : "4a"
                #expect(try client.post(own).body == "ok")
                #expect(try client.poll().body == own)
            }
        }
    }

    @Test("answers as scripts are refused")
    func scripts() async throws {
        try await serve { server in
            let answer = try TestHTTPConnection.request(
                port: server.port, "GET", "\(path)?\(revision)&transport=polling&j=0")
            #expect(answer.status == 400)
            #expect(answer.body == #"{"code":3,"message":"Bad request"}"#)
        }
    }
}
