import EngineIOServer
import TestSockets
import TestThreads
import Testing

private let path = "/engine.io/"

@Suite("POSTs over real sockets", .ownThread)
struct PostingTests {
    /// A POST that has begun: its session knows of it, and all but the last byte of its body was sent.
    private func beginPost(_ client: TestPolling, _ body: String = "4a") throws -> TestHTTPConnection {
        let connection = try TestHTTPConnection(port: client.port)
        try connection.send(
            "POST", client.target, headers: [("Expect", "100-continue"), ("Content-Length", "\(body.utf8.count)")])
        // Sent when the session has been told of the head, or when that is on its way to the session's loop, ahead of
        // whatever another connection brings from now on.
        #expect(try connection.socket.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try connection.socket.send(String(body.dropLast()))
        return connection
    }

    @Test("a second POST while the first one's body stalls is refused, and the session is over", arguments: [1, 4])
    func overlapping(loops: Int) async throws {
        try await withEchoServer(loops: loops) { server in
            let client = try TestPolling(port: server.port, path: path)
            let poll = try client.startPoll()
            let first = try beginPost(client)
            #expect(try client.post("4b").body == #"{"code":3,"message":"Bad request"}"#)
            #expect(try first.receive().body == #"{"code":1,"message":"Session ID unknown"}"#)
            // Where the poll was later than the POSTs it found no session.
            #expect(["1", #"{"code":1,"message":"Session ID unknown"}"#].contains(try poll.receive().body))
            _ = try await server.events.next()
            #expect(try await server.events.next() == .closed(.transportError))
            #expect(try client.post("4c").status == 400)
        }
    }

    @Test("a body that comes in pieces is taken in whole, and the next POST may follow", arguments: [1, 4])
    func following(loops: Int) async throws {
        try await withEchoServer(loops: loops) { server in
            let client = try TestPolling(port: server.port, path: path)
            let slow = try beginPost(client)
            try slow.socket.send("a")
            #expect(try slow.receive().body == "ok")
            // The same connection, and another one.
            try slow.send("POST", client.target, body: "4b")
            #expect(try slow.receive().body == "ok")
            #expect(try client.post("4c").body == "ok")
            #expect(try client.poll().body == "4a\u{1e}4b\u{1e}4c")
        }
    }

    @Test("POSTs sent ahead on one connection do not overlap: HTTP takes the next when the last is answered")
    func pipelined() async throws {
        try await withEchoServer(loops: 4) { server in
            let client = try TestPolling(port: server.port, path: path)
            let connection = try TestHTTPConnection(port: server.port)
            let request = "POST \(client.target) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n"
            try connection.socket.send((0..<5).map { request + "4\($0)" }.joined())
            for _ in 0..<5 { #expect(try connection.receive().body == "ok") }
            #expect(try client.poll().body == "40\u{1e}41\u{1e}42\u{1e}43\u{1e}44")
        }
    }

    @Test("a client that goes in the middle of a body ends its session", arguments: [1, 4])
    func gone(loops: Int) async throws {
        try await withEchoServer(loops: loops) { server in
            let client = try TestPolling(port: server.port, path: path)
            do { _ = try beginPost(client) }
            _ = try await server.events.next()
            #expect(try await server.events.next() == .closed(.transportError))
            #expect(try client.poll().status == 400)
        }
    }

    @Test("a body that passes maxPayload is refused as soon as that is known; the session goes on", arguments: [1, 4])
    func tooLong(loops: Int) async throws {
        try await withEchoServer(loops: loops, configured { $0.maxPayload = 1000 }) { server in
            let client = try TestPolling(port: server.port, path: path)
            let announced = try TestHTTPConnection(port: server.port)
            let expecting = [("Expect", "100-continue"), ("Content-Length", "1001")]
            try announced.send("POST", client.target, headers: expecting)
            #expect(try announced.receive().body == #"{"code":3,"message":"Payload too large"}"#)
            let chunked = try TestHTTPConnection(port: server.port)
            try chunked.send("POST", client.target, headers: [("Transfer-Encoding", "chunked")])
            let chunk = "1F4\r\n" + String(repeating: "4", count: 500) + "\r\n"
            try chunked.socket.send(chunk + chunk)
            try chunked.socket.send("1\r\n4\r\n")
            // Its end has not been sent.
            #expect(try chunked.receive().status == 413)
            #expect(try client.post("4a").body == "ok")
            #expect(try client.poll().body == "4a")
            #expect(server.events.untaken.count == 1)
        }
    }

    @Test("a POST that is refused at its head gets its answer before its body")
    func refusedAtHead() async throws {
        try await withEchoServer { server in
            let client = try TestPolling(port: server.port, path: path)
            let bytes = try TestHTTPConnection(port: server.port)
            try bytes.send(
                "POST", client.target,
                headers: [("Content-Type", "application/octet-stream"), ("Content-Length", "100")])
            #expect(try bytes.receive().body == #"{"code":3,"message":"Bad request"}"#)
            let unknown = try TestHTTPConnection(port: server.port)
            try unknown.send("POST", client.target, headers: [("Content-Length", "100")])
            #expect(try unknown.receive().body == #"{"code":1,"message":"Session ID unknown"}"#)
        }
    }
}
