import HTTPCodec
import NetLoop
import TestSockets
import TestThreads
import Testing

@testable import HTTPServer

/// Answers with the request line and body; some paths do more.
private struct EchoHandler: HTTPHandler {
    let events = TestEvents<String>()
    let waiting = TestEvents<LoopBound<HTTPExchange>>()

    func handle(_ exchange: HTTPExchange) {
        let request = exchange.request
        switch request.path {
        case "/later":
            exchange.onAbort = { [events] in events.report("abort") }
            waiting.report(LoopBound(exchange, on: exchange.loop))
        case "/forgotten": break
        case "/large": exchange.respond(HTTPResponse(status: .ok, body: [UInt8](repeating: 7, count: 3_000_000)))
        case "/move", "/stay":
            let here = exchange.loop
            let target = request.path == "/move" ? destination ?? here : here
            exchange.takeOver(on: target) { stream, unread in
                stream.write(Array("on \(stream.loop.index) \(stream.loop.isCurrent) ".utf8) + unread)
                stream.closeAfterFlush()
            }
        default:
            exchange.respond(
                HTTPResponse(status: .ok, body: Array("\(request.method) \(request.path) ".utf8) + request.body))
            exchange.respond(HTTPResponse(status: .ok))
        }
    }

    var destination: EventLoop?
}

private func withServer(
    on group: EventLoopGroup = EventLoopGroup(count: 1), _ adjust: (inout HTTPServerConfiguration) -> Void = { _ in },
    handler: EchoHandler = EchoHandler(), body: (Int, HTTPServer) async throws -> Void
) async throws {
    var configuration = HTTPServerConfiguration()
    configuration.wallClock = { 0 }
    // No limit is met by chance, however slow the machine is.
    configuration.headerTime = 60_000
    configuration.bodyTime = 60_000
    configuration.abandonedTime = 60_000
    adjust(&configuration)
    let server = HTTPServer(loops: group.loops, configuration: configuration, handler: handler)
    guard case .tcp(_, let port) = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0)) else { return }
    do { try await body(port, server) } catch {
        await group.shutdown()
        throw error
    }
    await server.stop()
    await group.shutdown()
}

private func head(_ length: Int, _ more: String = "") -> String {
    "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Length: \(length)\r\n\(more)\r\n"
}

@Suite("HTTP server", .ownThread)
struct HTTPServerTests {
    @Test("one connection carries many requests, also sent ahead, answered in order")
    func pipelining() async throws {
        try await withServer { port, _ in
            let client = try TestSocket(port: port)
            for number in 0..<3 {
                try client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
                let expected = head(7) + "GET /\(number) "
                #expect(try client.receive(exactly: expected.utf8.count) == Array(expected.utf8))
            }
            let count = 2000
            try client.send((0..<count).map { "GET /\($0 + 1000) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
            let expected = (0..<count).map { head(10) + "GET /\($0 + 1000) " }.joined()
            #expect(try client.receive(exactly: expected.utf8.count) == Array(expected.utf8))
        }
    }

    @Test("a chunked body that comes byte by byte is whole for the handler")
    func chunked() async throws {
        try await withServer { port, _ in
            let client = try TestSocket(port: port)
            let request =
                "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n"
            for byte in request.utf8 { try client.send([byte]) }
            let expected = head(11) + "POST /p abc"
            #expect(try client.receive(exactly: expected.utf8.count) == Array(expected.utf8))
        }
    }

    @Test("Connection: close is honoured, and a client that waits for the stream's end gets all of a large response")
    func closing() async throws {
        try await withServer { port, _ in
            let client = try TestSocket(port: port, receiveBuffer: 65_536)
            try client.send("GET /large HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            let expected =
                Array(head(3_000_000, "Connection: close\r\n").utf8) + [UInt8](repeating: 7, count: 3_000_000)
            #expect(try client.receiveAll() == expected)
        }
    }

    @Test("an error can be read although the client was still sending")
    func lingering() async throws {
        try await withServer { port, _ in
            let client = try TestSocket(port: port)
            try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9000000\r\n\r\n")
            try client.send([UInt8](repeating: 0, count: 500_000))
            let answer = String(decoding: try client.receiveAll(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.hasSuffix("\r\n\r\nContent Too Large\n"))
        }
    }

    @Test("slow heads and bodies are answered 408, silent connections are closed, each when its time has come")
    func timeouts() async throws {
        let group = EventLoopGroup(count: 1, frozenAt: 0)
        let adjust: (inout HTTPServerConfiguration) -> Void = {
            $0.headerTime = 20
            $0.bodyTime = 30
            $0.idleTime = 40
        }
        try await withServer(on: group, adjust) { port, _ in
            let whole = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
            let answer = Array((head(6) + "GET / ").utf8)
            let silent = try TestSocket(port: port)
            // What is sent in one piece is read in one: with the answer to the first request the second has begun.
            func client(_ second: String) throws -> TestSocket {
                let client = try TestSocket(port: port)
                try client.send(whole + second)
                #expect(try client.receive(exactly: answer.count) == answer)
                return client
            }
            let slowHead = try client("GET / HT")
            let slowBody = try client("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na")
            let idle = try client("")
            let inTime = try client("GET / HT")

            await group.advance(by: 19)
            try inTime.send("TP/1.1\r\nHost: h\r\n\r\n")
            #expect(try inTime.receive(exactly: answer.count) == answer)
            await group.advance(by: 1)
            #expect(String(decoding: try slowHead.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
            #expect(try silent.receiveAll() == [])

            await group.advance(by: 10)
            #expect(String(decoding: try slowBody.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))

            await group.advance(by: 9)
            try idle.send(whole)
            #expect(try idle.receive(exactly: answer.count) == answer)
            await group.advance(by: 39)
            try idle.send(whole)
            #expect(try idle.receive(exactly: answer.count) == answer)
            await group.advance(by: 40)
            #expect(try idle.receiveAll() == [])
        }
    }

    @Test("a handler may answer in a later turn, and hears when the client goes before that")
    func later() async throws {
        let handler = EchoHandler()
        try await withServer(handler: handler) { port, _ in
            let client = try TestSocket(port: port)
            try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
            let exchange = try await handler.waiting.next()
            exchange.loop.execute { exchange.value.respond(HTTPResponse(status: .ok, body: [0x78])) }
            #expect(try client.receive(exactly: head(1).utf8.count + 1) == Array((head(1) + "x").utf8))

            try client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
            let abandoned = try await handler.waiting.next()
            client.endSending()
            #expect(try await handler.events.next() == "abort")
            abandoned.loop.execute { abandoned.value.respond(HTTPResponse(status: .ok, body: [0x79])) }
            #expect(String(decoding: try client.receiveAll(), as: UTF8.self).hasSuffix("\r\n\r\ny"))
        }
        #expect(handler.events.untaken.isEmpty)
    }

    @Test("a request that its handler forgets is answered 500")
    func forgotten() async throws {
        try await withServer { port, _ in
            let client = try TestSocket(port: port)
            try client.send("GET /forgotten HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.receive(through: "\r\n") == "HTTP/1.1 500 Internal Server Error\r\n")
        }
    }

    @Test("an upgrade takes the connection and its unread bytes, on its own loop and to another")
    func takeOver() async throws {
        let other = EventLoop(index: 9)
        var handler = EchoHandler()
        handler.destination = other
        try await withServer(handler: handler) { port, server in
            for (path, index) in [("/stay", 0), ("/move", 9)] {
                let client = try TestSocket(port: port)
                try client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\nunread")
                #expect(String(decoding: try client.receiveAll(), as: UTF8.self) == "on \(index) true unread")
            }
        }
        await other.shutdown()
    }

    @Test("draining finishes the current exchange, closes idle connections and refuses new ones")
    func drain() async throws {
        let handler = EchoHandler()
        try await withServer(on: EventLoopGroup(count: 2, frozenAt: 0), handler: handler) { port, server in
            let idle = try TestSocket(port: port)
            try idle.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try idle.receive(exactly: head(6).utf8.count + 6)
            let busy = try TestSocket(port: port)
            try busy.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
            let exchange = try await handler.waiting.next()
            async let drained: Void = server.drain()
            #expect(try idle.receiveAll() == [])
            #expect(throws: TestSocketError.self) { try TestSocket(port: port) }
            exchange.loop.execute { exchange.value.respond(HTTPResponse(status: .ok, body: [0x78])) }
            #expect(String(decoding: try busy.receiveAll(), as: UTF8.self) == head(1, "Connection: close\r\n") + "x")
            busy.endSending()
            await drained
        }
    }

    @Test("draining drops what has not finished in time")
    func drainDeadline() async throws {
        let handler = EchoHandler()
        try await withServer(handler: handler) { port, server in
            let busy = try TestSocket(port: port)
            try busy.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n")
            let exchange = try await handler.waiting.next()
            await server.drain(within: 10)
            #expect(try await handler.events.next() == "abort")
            #expect(try busy.receiveAll() == [])
            #expect(server.connectionCount == 0)
            exchange.loop.execute { exchange.value.respond(HTTPResponse(status: .ok)) }
        }
    }

    @Test("connections beyond the maximum wait until one closes")
    func maximum() async throws {
        try await withServer(
            { $0.maximumConnections = 1 },
            body: { port, server in
                let first = try TestSocket(port: port)
                try first.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
                _ = try first.receive(exactly: head(7).utf8.count + 7)
                #expect(server.connectionCount == 1)
                let second = try TestSocket(port: port)
                try second.send("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
                first.endSending()
                #expect(try first.receiveAll() == [])
                #expect(try second.receive(exactly: head(7).utf8.count + 7) == Array((head(7) + "GET /2 ").utf8))
            })
    }
}
