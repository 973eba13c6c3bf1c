import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

@Suite("What a server's configuration refuses", .ownThread)
struct ServerLimitTests {
    private static func echo(_ server: SocketIOServer) {
        server.onConnection { socket in
            socket.onBinaryEvent = { _, _, attachments, _ in socket.emit("bytes", attachments.count) }
        }
    }

    private func binary(_ count: Int) -> String {
        let places = (0..<count).map { #"{"_placeholder":true,"num":\#($0)}"# }.joined(separator: ",")
        return #"45\#(count)-["e",\#(places)]"#
    }

    @Test("a packet of more attachments than allowed closes the connection before any of them comes")
    func attachments() async throws {
        try await PlainServer.run(configured { $0.maxAttachments = 3 }, Self.echo) { server in
            let client = try server.client()
            try client.send(binary(3))
            for number in UInt8(0)..<3 { try client.socket.send([number]) }
            #expect(try client.next() == #"42["bytes",3]"#)
            try client.send(binary(4))
            #expect(try client.next() == "close 1000")
        }
    }

    @Test("attachments of more bytes together than may wait for a client close the connection")
    func attachmentBytes() async throws {
        let configuration = configured {
            $0.connectionQueueLimit = 1000
            $0.roomQueueLimit = 1000
        }
        try await PlainServer.run(configuration, Self.echo) { server in
            let client = try server.client()
            try client.send(binary(2))
            for _ in 0..<2 { try client.socket.send([UInt8](repeating: 1, count: 500)) }
            #expect(try client.next() == #"42["bytes",2]"#)
            try client.send(binary(2))
            try client.socket.send([UInt8](repeating: 1, count: 500))
            try client.socket.send([UInt8](repeating: 1, count: 501))
            #expect(try client.next() == "close 1000")
        }
    }

    @Test("connections past the maximum are answered 503, or closed with 1013, until one ends")
    func sessions() async throws {
        let ended = TestEvents<DisconnectReason>()
        try await PlainServer.run(configured { $0.maxSessions = 1 }) { server in
            server.onConnection { $0.onDisconnect = { ended.report($0) } }
        } _: { server in
            let first = try server.client()
            let polling = "/socket.io/?EIO=4&transport=polling"
            #expect(try TestHTTPConnection.request(port: server.port, "GET", polling).status == 503)
            let refused = try TestWebSocket(port: server.port, "/socket.io/?EIO=4&transport=websocket")
            #expect(try refused.receive() == .close(1013))
            first.socket.socket.endSending()
            #expect(try await ended.next() == .transportClose)
            #expect(try TestHTTPConnection.request(port: server.port, "GET", polling).status == 200)
        }
    }

    @Test("the path is the configuration's, with or without its last slash, and no other")
    func path() async throws {
        try await PlainServer.run(configured { $0.path = "/live/" }) { _ in
        } _: { server in
            for (path, status) in [
                ("/live/", 200), ("/live", 200), ("/socket.io/", 404), ("/live/x", 404), ("/", 404), ("/liv", 404),
            ] {
                let answer = try TestHTTPConnection.request(
                    port: server.port, "GET", "\(path)?EIO=4&transport=polling")
                #expect(answer.status == status, "\(path)")
            }
        }
    }

    @Test("pages of other origins are refused, and which those are may be said later")
    func origins() async throws {
        let (mine, other) = ("https://mine.example", "https://other.example")
        try await PlainServer.run(configured { $0.origins = OriginPolicy(origins: [mine]) }) { _ in
        } _: { server in
            func answers(_ origin: String, isNamed: Bool = true) throws -> [Int] {
                let headers = [("Origin", origin)]
                let query = "/socket.io/?EIO=4&transport="
                let polling = try TestHTTPConnection.request(
                    port: server.port, "GET", query + "polling", headers: headers)
                let allowed = polling.status == 200 && isNamed ? origin : nil
                #expect(polling.headers["access-control-allow-origin"] == allowed)
                let socket = try TestWebSocket(port: server.port, query + "websocket", headers: headers)
                return [polling.status, socket.response.status]
            }
            // What the test's requests name as their host.
            let same = "http://127.0.0.1"
            let before = [try answers(mine), try answers(same, isNamed: false), try answers(other)]
            #expect(before == [[200, 101], [200, 101], [403, 403]])
            server.server.allowOnly(origins: [other])
            let after = [try answers(mine), try answers(same), try answers(other)]
            #expect(after == [[403, 403], [403, 403], [200, 101]])
        }
    }

    @Test("a client is behind when more waits for it than the limit of volatile events")
    func keepingUp() async throws {
        let facts = TestEvents<[Bool]>()
        try await PlainServer.run(configured { $0.volatileQueueLimit = 100 }) { server in
            server.onConnection { socket in
                socket.on("go") { _ in
                    var seen = [socket.isKeepingUp]
                    // Not written before the end of the turn: 98 bytes of text, and two of its frame's head.
                    socket.emit("e", String(repeating: "x", count: 88))
                    seen.append(socket.isKeepingUp)
                    socket.emit("e", "")
                    facts.report(seen + [socket.isKeepingUp, socket.emitVolatile("late") == .dropped])
                    socket.emit("end")
                }
            }
        } _: { server in
            let client = try server.client()
            try client.send(#"42["go"]"#)
            #expect(try await facts.next() == [true, true, false, true])
            for _ in 0..<2 { #expect(try client.next().hasPrefix(#"42["e""#)) }
            #expect(try client.next() == #"42["end"]"#)
        }
    }
}
