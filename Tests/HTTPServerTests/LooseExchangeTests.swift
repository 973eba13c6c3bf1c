import HTTPCodec
import NetLoop
import TestSockets
import TestThreads
import Testing

@testable import HTTPServer

/// Exchanges that came by no connection, on a loop that is moved by hand.
@Suite("HTTP exchange without a connection", .ownThread)
struct LooseExchangeTests {
    private let loop = EventLoop.stepped(index: 0)
    private let answers = TestEvents<String>()

    private func request(_ method: HTTPMethod = .get, _ headers: HTTPHeaders = [:], body: [UInt8] = []) -> HTTPRequest {
        let head = HTTPRequestHead(method: method, target: "/a?b=1", path: "/a", query: "b=1", headers: headers)
        return HTTPRequest(head: head, body: body, remoteAddress: .unix)
    }

    /// Runs `body` with an exchange in a turn of the loop, and takes turns until nothing is left to do.
    private func run(_ request: HTTPRequest, _ body: @escaping @Sendable (HTTPExchange) -> Void) {
        loop.execute { [loop, answers] in
            body(
                HTTPExchange(request, on: loop) { response in
                    let text = String(decoding: response.body, as: UTF8.self)
                    answers.report("\(loop.isCurrent) \(response.status.code) \(text)")
                })
        }
        while loop.hasWork { loop.step() }
    }

    @Test("the first answer is taken, on the loop, and no other")
    func respond() {
        run(request(.post, body: [0x78])) { exchange in
            #expect(exchange.isOpen && exchange.body == nil && exchange.request.body == [0x78])
            #expect(exchange.request.method == "POST" && exchange.request.query == "b=1")
            exchange.respond(HTTPResponse(status: 201, body: [0x61]))
            #expect(!exchange.isOpen)
            exchange.respond(HTTPResponse(status: 200))
        }
        #expect(answers.untaken == ["true 201 a"])
        loop.closeStepped()
    }

    @Test("one that is let go of unanswered answers 500, now or later")
    func forgotten() {
        run(request()) { _ in }
        run(request()) { exchange in
            exchange.loop.atEndOfTurn { withExtendedLifetime(exchange) {} }
        }
        #expect(answers.untaken == Array(repeating: "true 500 Internal Server Error\n", count: 2))
        loop.closeStepped()
    }

    @Test("it is neither streamed nor taken over, and may still be answered")
    func refusals() {
        run(request()) { exchange in
            #expect(exchange.begin(HTTPResponse(status: 200), length: 3) == nil)
            exchange.takeOver(on: exchange.loop) { _, _ in Issue.record("taken over") }
            #expect(exchange.isOpen)
            exchange.respond(HTTPResponse(status: 204))
        }
        run(request()) { exchange in exchange.stream(HTTPResponse(status: 200)) { _, _ in Issue.record("streamed") } }
        #expect(answers.untaken == ["true 204 ", "true 500 Internal Server Error\n"])
        loop.closeStepped()
    }

    @Test("content in memory is answered whole, in part, or not at all to who has it; a file cannot be")
    func content() throws {
        let content = HTTPContent(Array("0123456789".utf8), type: "text/plain", entityTag: "v1")
        run(request()) { $0.respond(content) }
        run(request(.get, ["Range": "bytes=2-4"])) { $0.respond(content) }
        run(request(.get, ["If-None-Match": "\"v1\""])) { $0.respond(content) }
        #expect(answers.untaken == ["true 200 0123456789", "true 206 234", "true 304 "])
        let file = HTTPContent(try HTTPFile(path: #filePath), type: "text/plain")
        run(request()) { $0.respond(file) }
        #expect(answers.untaken.last == "true 500 Internal Server Error\n")
        loop.closeStepped()
    }

    @Test("a task answers it in a later turn, with the body in one piece; one that throws answers 500")
    func task() {
        struct Failure: Error {}
        run(request(.post, body: [0x61, 0x62])) { exchange in
            exchange.answer { request, pieces in
                var body: [[UInt8]] = []
                for try await piece in pieces { body.append(piece) }
                return HTTPResponse(status: 200, body: Array("\(request.path) \(body)".utf8))
            }
            #expect(exchange.isOpen)
        }
        run(request()) { $0.answer { _, _ in throw Failure() } }
        #expect(answers.untaken == ["true 200 /a [[97, 98]]", "true 500 Internal Server Error\n"])
        loop.closeStepped()
    }
}
