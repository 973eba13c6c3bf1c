import EngineIOServer
import TestSockets
import TestThreads
import Testing

private let path = "/engine.io/"

@Suite("Engine.IO over real sockets", .ownThread)
struct ServerTests {
    @Test("a client that polls gets its messages back")
    func polling() async throws {
        try await withEchoServer { server in
            let client = try TestPolling(port: server.port, path: path)
            #expect(
                client.handshake == #"0{"sid":"\#(client.sid)","upgrades":["websocket"],"pingInterval":25000,"#
                    + #""pingTimeout":20000,"maxPayload":1000000}"#)
            #expect(client.sid.utf8.count == 22)
            let posted = try client.post("4hello\u{1e}bAQIDBA==\u{1e}4€")
            #expect(posted.status == 200)
            #expect(posted.body == "ok")
            let polled = try client.poll()
            #expect(polled.body == "4hello\u{1e}bAQIDBA==\u{1e}4€")
            #expect(polled.headers["cache-control"] == "no-store")
        }
    }

    @Test("a poll waits for the next message")
    func waitingPoll() async throws {
        try await withEchoServer { server in
            let client = try TestPolling(port: server.port, path: path)
            let poll = try client.startPoll()
            #expect(try client.post("4a\u{1e}4b").status == 200)
            #expect(try poll.receive().body == "4a\u{1e}4b")
        }
    }

    @Test("a WebSocket of its own is a session")
    func webSocket() async throws {
        try await withEchoServer { server in
            let socket = try TestWebSocket(port: server.port, "\(path)?EIO=4&transport=websocket")
            #expect(try socket.text()?.contains(#""upgrades":[]"#) == true)
            try socket.send("4hello")
            #expect(try socket.receive() == .text("4hello"))
            try socket.send([1, 2, 3])
            #expect(try socket.receive() == .binary([1, 2, 3]))
            try socket.send(all: (0..<100).map { "4\($0)" })
            for number in 0..<100 { #expect(try socket.receive() == .text("4\(number)")) }
            try socket.send("1")
            #expect(try socket.receive() == .close(1000))
            #expect(try await server.events.next() == .opened(loop: 0))
            #expect(try await server.events.next() == .closed(.transportClose))
        }
    }

    @Test("a session is upgraded, and nothing is lost or changes places", arguments: [1, 4])
    func upgrade(loops: Int) async throws {
        try await withEchoServer(loops: loops) { server in
            for _ in 0..<8 {
                let client = try TestPolling(port: server.port, path: path)
                let poll = try client.startPoll()
                // One that came later would wait until it is released, by a clock that stands still.
                try await server.taken("GET \(client.target)")
                let socket = try TestWebSocket(port: server.port, client.webSocketTarget)
                #expect(socket.response.status == 101)
                try socket.send("2probe")
                #expect(try socket.receive() == .text("3probe"))
                #expect(try poll.receive().body == "6")
                #expect(try client.post("4a\u{1e}4b").body == "ok")
                try socket.send(all: ["5", "4c"])
                for message in ["4a", "4b", "4c"] { #expect(try socket.receive() == .text(message)) }
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
        try await withEchoServer(loops: 4) { server in
            var clients: [TestPolling] = []
            for _ in 0..<12 { clients.append(try TestPolling(port: server.port, path: path)) }
            var loops: Set<Int> = []
            for _ in clients {
                if case .opened(let loop) = try await server.events.next() { loops.insert(loop) }
            }
            // The kernel spreads connections by their ports: twelve on one loop would be one chance in four million.
            #expect(loops.count > 1)
            for round in 0..<10 {
                for (number, client) in clients.enumerated() {
                    #expect(try client.post("4\(number).\(round)").body == "ok")
                }
                for (number, client) in clients.enumerated() {
                    #expect(try client.poll().body == "4\(number).\(round)")
                }
            }
            #expect(server.events.untaken.isEmpty)
        }
    }

    @Test("a refused request is told why")
    func refusals() async throws {
        try await withEchoServer { server in
            let unsupported = try TestHTTPConnection.request(
                port: server.port, "GET", "\(path)?EIO=2&transport=polling")
            #expect(unsupported.status == 400)
            #expect(unsupported.body == #"{"code":5,"message":"Unsupported protocol version"}"#)
            #expect(unsupported.headers["content-type"] == "application/json")
            let unknown = "EIO=4&sid=AAAAAAAAAAAAAAAAAAAAAA&transport="
            for sid in ["polling", "websocket"] {
                let socket = try TestWebSocket(port: server.port, "\(path)?\(unknown)\(sid)")
                #expect(socket.response.status == 400)
            }
            let polled = try TestHTTPConnection.request(port: server.port, "GET", "\(path)?\(unknown)polling")
            #expect(polled.body == #"{"code":1,"message":"Session ID unknown"}"#)
            let otherLoop = "\(path)?EIO=4&transport=polling&sid=__AAAAAAAAAAAAAAAAAAAA"
            #expect(try TestHTTPConnection.request(port: server.port, "POST", otherLoop, body: "4a").status == 400)
            let put = try TestHTTPConnection.request(
                port: server.port, "PUT", "\(path)?EIO=4&transport=polling", body: "")
            #expect(put.body == #"{"code":2,"message":"Bad handshake method"}"#)
        }
    }

    @Test("an aborted poll ends its session", arguments: [1, 4])
    func abortedPoll(loops: Int) async throws {
        try await withEchoServer(loops: loops) { server in
            let client = try TestPolling(port: server.port, path: path)
            do { _ = try client.startPoll() }
            _ = try await server.events.next()
            #expect(try await server.events.next() == .closed(.transportError))
            #expect(try client.poll().status == 400)
        }
    }

    @Test("a second poll is refused, the first hears close, and the session is over")
    func overlappingPolls() async throws {
        try await withEchoServer { server in
            let client = try TestPolling(port: server.port, path: path)
            let first = try client.startPoll()
            let second = try client.startPoll()
            let answers = [try first.receive(), try second.receive()]
            #expect(Set(answers.map(\.status)) == [200, 400])
            #expect(answers.first { $0.status == 200 }?.body == "1")
            #expect(try client.poll().status == 400)
        }
    }

    @Test("sessions without a connection end with their loop")
    func loopEnds() async throws {
        let server = try await EchoServer(EngineIOConfiguration())
        let client = try TestPolling(port: server.port, path: path)
        let other = try TestPolling(port: server.port, path: path)
        let poll = try other.startPoll()
        #expect(try client.post("4a").body == "ok")
        await server.stop()
        var closed: [EchoServer.Event] = []
        for event in server.events.untaken { if case .closed = event { closed.append(event) } }
        #expect(closed.count == 2 && closed.contains(.closed(.forcedClose)))
        withExtendedLifetime(poll) {}
    }

    @Test("a WebSocket that does not answer a ping is closed")
    func pingTimeout() async throws {
        let impatient = configured {
            $0.pingInterval = 30
            $0.pingTimeout = 20
        }
        try await withEchoServer(impatient) { server in
            let socket = try TestWebSocket(port: server.port, "\(path)?EIO=4&transport=websocket")
            _ = try socket.receive()
            for _ in 0..<3 {
                await server.advance(by: 30)
                #expect(try socket.receive() == .text("2"))
                await server.advance(by: 19)
                try socket.send("3")
                try socket.send("4x")
                #expect(try socket.receive() == .text("4x"))
            }
            await server.advance(by: 30)
            #expect(try socket.receive() == .text("2"))
            await server.advance(by: 20)
            #expect(try socket.receive() == .close(1000))
            _ = try await server.events.next()
            #expect(try await server.events.next() == .closed(.pingTimeout))
        }
    }

    @Test("a body longer than maxPayload is refused")
    func longBody() async throws {
        try await withEchoServer(configured { $0.maxPayload = 1000 }) { server in
            let client = try TestPolling(port: server.port, path: path)
            #expect(try client.post("4" + String(repeating: "x", count: 1000)).status == 413)
            #expect(try client.post("4y").status == 200)
            #expect(try client.poll().body == "4y")
            let socket = try TestWebSocket(port: server.port, "\(path)?EIO=4&transport=websocket")
            _ = try socket.receive()
            try socket.send("4" + String(repeating: "x", count: 1000))
            #expect(try socket.receive() == .close(1009))
        }
    }

    @Test("more sessions than allowed are refused, until one ends")
    func maxSessions() async throws {
        try await withEchoServer(configured { $0.maxSessions = 1 }) { server in
            let first = try TestWebSocket(port: server.port, "\(path)?EIO=4&transport=websocket")
            _ = try first.receive()
            let refused = try TestHTTPConnection.request(
                port: server.port, "GET", "\(path)?EIO=4&transport=polling")
            #expect(refused.status == 503)
            let socket = try TestWebSocket(port: server.port, "\(path)?EIO=4&transport=websocket")
            #expect(try socket.receive() == .close(1013))
            try first.send("1")
            #expect(try await server.events.next() == .opened(loop: 0))
            #expect(try await server.events.next() == .closed(.transportClose))
            #expect(try !TestPolling(port: server.port, path: path).sid.isEmpty)
        }
    }

    @Test("foreign pages are refused, listed ones may read the answers")
    func origins() async throws {
        try await withEchoServer(configured { $0.origins.origins = ["https://app.example"] }) { server in
            let target = "\(path)?EIO=4&transport=polling"
            let foreign = try TestHTTPConnection.request(
                port: server.port, "GET", target, headers: [("Origin", "https://evil.example")])
            #expect(foreign.status == 403)
            #expect(foreign.body == #"{"code":4,"message":"Forbidden"}"#)
            let upgrade = try TestWebSocket(
                port: server.port, "\(path)?EIO=4&transport=websocket", headers: [("Origin", "https://evil.example")])
            #expect(upgrade.response.status == 403)
            let cookie = try TestHTTPConnection.request(
                port: server.port, "GET", target, headers: [("Cookie", "session=1")])
            #expect(cookie.status == 403)
            let listed = [("Origin", "https://app.example"), ("Cookie", "session=1")]
            let allowed = try TestHTTPConnection.request(port: server.port, "GET", target, headers: listed)
            #expect(allowed.status == 200)
            #expect(allowed.headers["access-control-allow-origin"] == "https://app.example")
            #expect(allowed.headers["access-control-allow-credentials"] == "true")
            #expect(allowed.headers["vary"] == "Origin")
            let preflight = try TestHTTPConnection.request(
                port: server.port, "OPTIONS", target,
                headers: [("Origin", "https://app.example"), ("Access-Control-Request-Headers", "x-token")])
            #expect(preflight.status == 204)
            #expect(preflight.headers["access-control-allow-headers"] == "x-token")
            let own = try TestHTTPConnection.request(
                port: server.port, "GET", target, headers: [("Origin", "http://127.0.0.1")])
            #expect(own.status == 200)
            #expect(own.headers["access-control-allow-origin"] == nil)
        }
    }
}
