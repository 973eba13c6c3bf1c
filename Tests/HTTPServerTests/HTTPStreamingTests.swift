import HTTPCodec
import NetLoop
import Synchronization
import TestSockets
import TestThreads
import Testing

@testable import HTTPServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Streams bodies; `events` tells what happened to them.
private final class StreamingHandler: HTTPHandler {
    let events = TestEvents<String>()
    /// Bytes that were written and not refused for back-pressure.
    let written = Mutex(0)
    let file: HTTPFile?

    init(file: HTTPFile? = nil) { self.file = file }

    func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling {
        request.path == "/collect" ? .collect(upTo: 10) : .stream(upTo: 1 << 30)
    }

    func handle(_ exchange: HTTPExchange) {
        switch exchange.request.path {
        case "/echo":
            exchange.stream(HTTPResponse(status: 200)) { pieces, sink in
                for try await piece in pieces { try await sink.write(piece) }
            }
        case "/count":
            exchange.answer { [events] _, pieces in
                var count = 0
                do {
                    for try await piece in pieces { count += piece.count }
                } catch {
                    events.report("\(error)")
                    throw error
                }
                return HTTPResponse(status: 200, body: Array("\(count)".utf8))
            }
        case "/pieces":
            exchange.body?.read { [events] event in
                switch event {
                case .bytes: events.report("piece")
                case .end: events.report("end")
                case .failed(let failure): events.report("\(failure)")
                }
            }
            exchange.onAbort = { withExtendedLifetime(exchange) {} }
        case "/flood": flood(exchange)
        case "/file":
            guard let file else { return }
            exchange.respond(HTTPContent(file, type: "application/octet-stream"))
        case "/dropped": _ = exchange.begin(HTTPResponse(status: 200), length: 10)?.write([1, 2, 3])
        default: exchange.respond(HTTPResponse(status: 200, body: exchange.request.body))
        }
    }

    /// Writes without end, as fast as it may.
    private func flood(_ exchange: HTTPExchange) {
        guard let writer = exchange.begin(HTTPResponse(status: 200)) else { return }
        let piece = [UInt8](repeating: 7, count: 32 * 1024)
        func fill() {
            repeat { written.withLock { $0 += piece.count } } while writer.write(piece)
        }
        writer.onWritable = { fill() }
        writer.onAbort = { [events] in events.report("aborted") }
        fill()
        exchange.loop.schedule(after: 60_000) { withExtendedLifetime(writer) {} }
    }
}

private func withServer(
    _ handler: StreamingHandler, on loop: EventLoop = EventLoop(),
    _ adjust: (inout HTTPServerConfiguration) -> Void = { _ in }, body: (Int) async throws -> Void
) async throws {
    var configuration = HTTPServerConfiguration()
    configuration.headerTime = 60_000
    configuration.bodyTime = 60_000
    adjust(&configuration)
    let server = HTTPServer(loops: [loop], configuration: configuration, handler: handler)
    guard case .tcp(_, let port) = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0)) else { return }
    do { try await body(port) } catch {
        await loop.shutdown()
        throw error
    }
    await server.stop()
    await loop.shutdown()
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite("HTTP server with bodies in pieces", .ownThread)
struct HTTPStreamingTests {
    @Test("a body is echoed while it comes, and the connection goes on")
    func echo() async throws {
        try await withServer(StreamingHandler()) { port in
            let client = try TestSocket(port: port)
            for _ in 0..<2 {
                try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
                let head = try client.receive(through: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200 ") && head.contains("Transfer-Encoding: chunked\r\n"))
                // Before the client has said the rest.
                #expect(text(try client.receive(exactly: 8)) == "3\r\nabc\r\n")
                try client.send("2\r\nde\r\n0\r\n\r\n")
                #expect(text(try client.receive(exactly: 12)) == "2\r\nde\r\n0\r\n\r\n")
            }
        }
    }

    @Test("a long body goes through whole, and 100 Continue comes before it")
    func long() async throws {
        try await withServer(StreamingHandler()) { port in
            let client = try TestSocket(port: port)
            let count = 5_000_000
            try client.send(
                "POST /count HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: \(count)\r\n\r\n")
            #expect(try client.receive(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try client.send([UInt8](repeating: 1, count: count))
            _ = try client.receive(through: "\r\n\r\n")
            #expect(text(try client.receive(exactly: 7)) == "\(count)")
        }
    }

    @Test("the bound that a handler sets holds: 413 before any of the body is read")
    func bound() async throws {
        try await withServer(StreamingHandler()) { port in
            let client = try TestSocket(port: port)
            try client.send("POST /collect HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n")
            #expect(try client.receive(through: "\r\n") == "HTTP/1.1 413 Content Too Large\r\n")
            let other = try TestSocket(port: port)
            try other.send("POST /collect HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n0123456789")
            _ = try other.receive(through: "\r\n\r\n")
            #expect(text(try other.receive(exactly: 10)) == "0123456789")
        }
    }

    @Test("a body that trickles is cut by its least rate although it never stalls, and its handler hears of it")
    func trickling() async throws {
        let (handler, loop) = (StreamingHandler(), EventLoop(frozenAt: 0))
        let adjust: (inout HTTPServerConfiguration) -> Void = {
            $0.bodyTime = 200
            $0.minimumBodyRate = 500
        }
        try await withServer(handler, on: loop, adjust) { port in
            let client = try TestSocket(port: port)
            try client.send("POST /pieces HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
            // Each byte is taken before time goes on; 200 ms and 2 ms a byte are allowed.
            for pause in [150, 53, 2] as [Int64] {
                try client.send("x")
                #expect(try await handler.events.next() == "piece")
                await loop.perform { loop.advance(by: pause) }
            }
            #expect(handler.events.untaken.isEmpty)
            await loop.perform { loop.advance(by: 1) }
            #expect(try await handler.events.next() == "tooSlow")
            #expect(try client.receive(through: "\r\n") == "HTTP/1.1 408 Request Timeout\r\n")
        }
    }

    @Test("where no rate is asked for a body may trickle as long as it likes, and is cut when it stalls")
    func stalling() async throws {
        let (handler, loop) = (StreamingHandler(), EventLoop(frozenAt: 0))
        let adjust: (inout HTTPServerConfiguration) -> Void = {
            $0.bodyTime = 200
            $0.minimumBodyRate = 0
        }
        try await withServer(handler, on: loop, adjust) { port in
            let client = try TestSocket(port: port)
            try client.send("POST /pieces HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
            for _ in 0..<20 {
                try client.send("x")
                #expect(try await handler.events.next() == "piece")
                await loop.perform { loop.advance(by: 199) }
            }
            #expect(handler.events.untaken.isEmpty)
            await loop.perform { loop.advance(by: 1) }
            #expect(try await handler.events.next() == "tooSlow")
            #expect(try client.receive(through: "\r\n") == "HTTP/1.1 408 Request Timeout\r\n")
        }
    }

    @Test("a client that goes in the middle of its body or of a response is told of")
    func gone() async throws {
        let handler = StreamingHandler()
        try await withServer(handler) { port in
            var client: TestSocket? = try TestSocket(port: port)
            try client?.send("POST /count HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc")
            client = nil
            #expect(try await handler.events.next() == "disconnected")
            client = try TestSocket(port: port, receiveBuffer: 8192)
            try client?.send("GET /flood HTTP/1.1\r\nHost: h\r\n\r\n")
            _ = try client?.receive(exactly: 100)
            client?.resetOnClose()
            client = nil
            #expect(try await handler.events.next() == "aborted")
        }
    }

    @Test(
        "a client that reads nothing holds a bounded part of an endless response, others are served, and it is dropped")
    func neverReads() async throws {
        let handler = StreamingHandler()
        let adjust: (inout HTTPServerConfiguration) -> Void = {
            $0.responseBacklog = 64 * 1024
            $0.writeTime = 400
        }
        try await withServer(handler, adjust) { port in
            let client = try TestSocket(port: port, receiveBuffer: 8192)
            try client.send("GET /flood HTTP/1.1\r\nHost: h\r\n\r\n")
            let other = try TestSocket(port: port)
            try other.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try other.receive(through: "\r\n").hasPrefix("HTTP/1.1 200 "))
            #expect(try await handler.events.next() == "aborted")
            // What the kernel takes for the client comes on top of the bound.
            #expect(handler.written.withLock { $0 } < 16 << 20)
        }
    }

    @Test("a response that its handler drops ends the connection before its announced length")
    func dropped() async throws {
        try await withServer(StreamingHandler()) { port in
            let client = try TestSocket(port: port)
            try client.send("GET /dropped HTTP/1.1\r\nHost: h\r\n\r\n")
            var received: [UInt8] = []
            while let more = try? client.receive(), !more.isEmpty { received += more }
            #expect(!text(received).contains("\r\n\r\n") || received.suffix(3) == [1, 2, 3])
        }
    }

    @Test("a file is sent whole, in parts and not at all to who has it, and HEAD gets its length")
    func file() async throws {
        let path = "/tmp/http-file-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let output = try #require(fopen(path, "w"))
        #expect(fwrite(bytes, 1, bytes.count, output) == bytes.count)
        fclose(output)
        defer { unlink(path) }
        let handler = StreamingHandler(file: try HTTPFile(path: path, now: Int64(time(nil)) + 10))
        let tag = try #require(handler.file?.entityTag)
        #expect(!tag.isWeak)
        #expect(try HTTPFile(path: path).entityTag?.isWeak == true)
        #expect(throws: HTTPFileError.notAFile) { try HTTPFile(path: "/tmp") }
        #expect(throws: HTTPFileError.system(ENOENT)) { try HTTPFile(path: path + "-none") }
        let adjust: (inout HTTPServerConfiguration) -> Void = { $0.responseBacklog = 100_000 }
        try await withServer(handler, adjust) { port in
            let client = try TestSocket(port: port)
            func get(_ method: String, _ fields: String) throws -> String {
                try client.send("\(method) /file HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
                return try client.receive(through: "\r\n\r\n")
            }
            #expect(try get("GET", "").contains("\r\nContent-Length: 1000000\r\n"))
            #expect(try client.receive(exactly: bytes.count) == bytes)
            #expect(try get("HEAD", "").contains("\r\nContent-Length: 1000000\r\n"))
            #expect(try get("GET", "Range: bytes=500000-699999\r\n").hasPrefix("HTTP/1.1 206 "))
            #expect(try client.receive(exactly: 200_000) == Array(bytes[500_000..<700_000]))
            #expect(try get("GET", "If-None-Match: \(tag.text)\r\n").hasPrefix("HTTP/1.1 304 "))
            #expect(try get("GET", "Range: bytes=1000000-\r\n").hasPrefix("HTTP/1.1 416 "))
            _ = try client.receive(exactly: "Range Not Satisfiable\n".utf8.count)
            #expect(try get("GET", "").hasPrefix("HTTP/1.1 200 "))
            #expect(try client.receive(exactly: 10) == Array(bytes[..<10]))
            // The rest is left unread: the client goes while the file is being sent.
        }
    }
}
