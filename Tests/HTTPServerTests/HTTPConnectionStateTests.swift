import HTTPCodec
import Testing

@testable import HTTPServer

@Suite("HTTP connection state")
struct HTTPConnectionStateTests {
    @Test("a request is dispatched once whole, and the connection is then idle again")
    func keepAlive() {
        var rehearsal = Rehearsal()
        #expect(rehearsal.receive("GET /a HTTP/1.1\r\n") == ["timer 1"])
        #expect(rehearsal.receive("Host: h\r\n\r\n") == ["clear", "dispatch /a "])
        #expect(rehearsal.respond() == ["send 200", "timer 3"])
        #expect(rehearsal.sent == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 2\r\n\r\nok")
        #expect(rehearsal.receive(get("/b")) == ["timer 1", "clear", "dispatch /b "])
    }

    @Test("requests sent ahead are dispatched one at a time, in order, also byte by byte")
    func pipelining() {
        var whole = Rehearsal()
        #expect(whole.receive(get("/1") + get("/2") + get("/3")) == ["timer 1", "clear", "dispatch /1 "])
        #expect(whole.respond() == ["send 200", "timer 1", "clear", "dispatch /2 "])
        #expect(whole.respond() == ["send 200", "timer 1", "clear", "dispatch /3 "])
        #expect(whole.respond() == ["send 200", "timer 3"])

        var pieces = Rehearsal()
        var seen: [String] = []
        for byte in get("/1") + get("/2") { seen += pieces.receive(String(byte)) }
        seen += pieces.respond()
        #expect(seen == ["timer 1", "clear", "dispatch /1 ", "send 200", "timer 1", "clear", "dispatch /2 "])
    }

    @Test("reading pauses past the bound on what is sent ahead and resumes with the response")
    func pipelineBound() {
        var rehearsal = Rehearsal { $0.pipelineLimit = 100 }
        #expect(rehearsal.receive(get("/1")).last == "dispatch /1 ")
        #expect(rehearsal.receive(String(repeating: get("/2"), count: 3)) == [])
        #expect(rehearsal.receive(String(repeating: get("/2"), count: 3)) == ["pause"])
        #expect(rehearsal.respond() == ["send 200", "resume", "timer 1", "clear", "dispatch /2 "])
    }

    @Test("bodies are collected, with a length and in chunks")
    func bodies() {
        var rehearsal = Rehearsal()
        let head = "POST /p HTTP/1.1\r\nHost: h\r\n"
        #expect(rehearsal.receive(head + "Content-Length: 6\r\n\r\nabc") == ["timer 1", "timer 2", "timer 2"])
        #expect(rehearsal.receive("def") == ["timer 2", "clear", "dispatch /p abcdef"])
        #expect(rehearsal.respond() == ["send 200", "timer 3"])
        let chunks = "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
        #expect(rehearsal.receive(head + chunks).last == "dispatch /p abcde")
    }

    @Test("100 Continue is sent when asked for and the body is not there yet")
    func expectContinue() {
        let head = "POST /p HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
        var waiting = Rehearsal()
        #expect(waiting.receive(head) == ["timer 1", "timer 2", "send 100"])
        #expect(waiting.receive("x") == ["timer 2", "clear", "dispatch /p x"])
        var early = Rehearsal()
        #expect(early.receive(head + "x") == ["timer 1", "timer 2", "timer 2", "clear", "dispatch /p x"])
    }

    @Test("HEAD gets the length and no body; 204 and 304 get neither")
    func withoutBody() {
        var rehearsal = Rehearsal()
        _ = rehearsal.receive("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = rehearsal.respond("body")
        #expect(rehearsal.sent == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 4\r\n\r\n")
        for status in [HTTPStatus.noContent, .notModified] {
            _ = rehearsal.receive(get("/"))
            _ = rehearsal.handle(.responded(HTTPResponse(status: status, body: [1])))
            #expect(rehearsal.sent == "HTTP/1.1 \(status.code) \(status.reason)\r\nDate: D\r\n\r\n")
        }
    }

    @Test("a handler's own framing fields are not sent")
    func framingFields() {
        var rehearsal = Rehearsal()
        _ = rehearsal.receive(get("/"))
        let response = HTTPResponse(
            status: 200, reason: "OK",
            headers: [("Content-Length", "9"), ("transfer-encoding", "chunked"), ("Connection", "x"), ("X", "y")],
            body: [0x61])
        _ = rehearsal.handle(.responded(response))
        #expect(rehearsal.sent.contains("Content-Length: 1\r\n") && !rehearsal.sent.contains("chunked"))
        #expect(rehearsal.sent.contains("X: y\r\n"))
    }

    @Test(
        "the connection ends after the response when the client, the handler or the server says so",
        arguments: ["client", "old client", "handler", "server"])
    func lastResponse(who: String) {
        var rehearsal = Rehearsal()
        let request =
            switch who {
            case "client": get("/", "Connection: close\r\n")
            case "old client": "GET / HTTP/1.0\r\n\r\n"
            default: get("/")
            }
        _ = rehearsal.receive(request)
        if who == "server" { #expect(rehearsal.handle(.draining) == []) }
        #expect(rehearsal.respond(close: who == "handler") == ["send 200", "timer 6", "finish"])
        #expect(rehearsal.sent.contains("Connection: close\r\n"))
        #expect(rehearsal.receive(get("/more")) == [])
        #expect(rehearsal.handle(.drained) == ["timer 4"])
        #expect(rehearsal.handle(.ended) == ["clear", "close"])
    }

    @Test(
        "a refused request is answered with its status, and the connection lingers until the client ends or time is up")
    func refusals() {
        let requests = [
            ("nonsense\r\n\r\n", "send 400"), ("GET / HTTP/1.1\r\n\r\n", "send 400"),
            ("GET / HTTP/3.0\r\n\r\n", "send 505"),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n", "send 413"),
            ("GET /\(String(repeating: "x", count: 9000)) HTTP/1.1\r\n\r\n", "send 414"),
            (get("/", "A: \(String(repeating: "x", count: 70_000))\r\n"), "send 431"),
            (get("/", "Transfer-Encoding: gzip\r\n"), "send 501"),
        ]
        for (request, answer) in requests {
            var rehearsal = Rehearsal()
            #expect(rehearsal.receive(request) == ["timer 1", answer, "timer 6", "finish"])
            #expect(rehearsal.sent.contains("Connection: close\r\n"))
            #expect(rehearsal.handle(.drained) == ["timer 4"])
            #expect(rehearsal.receive("more") == [])
            #expect(rehearsal.timeOut() == ["clear", "close"])
        }
    }

    @Test("a client that is too slow is told so, and an idle one is closed without a word")
    func timeouts() {
        var slowHead = Rehearsal()
        _ = slowHead.receive("GET / HT")
        #expect(slowHead.timeOut() == ["send 408", "timer 6", "finish"])
        var slowBody = Rehearsal()
        _ = slowBody.receive("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na")
        #expect(slowBody.timeOut() == ["send 408", "timer 6", "finish"])
        var silent = Rehearsal()
        #expect(silent.timeOut() == ["clear", "close"])
        var idle = Rehearsal()
        _ = idle.receive(get("/"))
        _ = idle.respond()
        #expect(idle.timeOut() == ["clear", "close"])
    }

    @Test("a client that reads a response slowly gets more time as long as it reads")
    func slowReading() {
        var kept = Rehearsal()
        _ = kept.receive(get("/"))
        _ = kept.respond()
        #expect(kept.timeOut(queued: 40) == ["timer 6"])
        #expect(kept.timeOut(queued: 30) == ["timer 6"])
        #expect(kept.timeOut(queued: 30) == ["clear", "close"])
        var last = Rehearsal()
        _ = last.receive(get("/"))
        _ = last.respond(close: true)
        #expect(last.timeOut(queued: 60) == ["timer 6"])
        #expect(last.timeOut(queued: 60) == ["clear", "abort"])
    }

    @Test("no request is begun while too much of earlier responses is unread")
    func backlog() {
        var rehearsal = Rehearsal()
        _ = rehearsal.receive(get("/1") + get("/2"))
        #expect(rehearsal.handle(.backlogged) == [])
        #expect(rehearsal.respond() == ["send 200", "timer 1"])
        #expect(rehearsal.timeOut(queued: 10) == ["timer 6"])
        #expect(rehearsal.handle(.drained) == ["clear", "dispatch /2 "])
        var stuck = Rehearsal()
        _ = stuck.receive(get("/1") + get("/2"))
        _ = stuck.handle(.backlogged)
        _ = stuck.respond()
        #expect(stuck.timeOut(queued: 10) == ["timer 6"])
        #expect(stuck.timeOut(queued: 10) == ["clear", "abort"])
    }

    @Test("while responses are unread no more than the bound is read ahead, and reading goes on when they are")
    func floodBehindBacklog() {
        var rehearsal = Rehearsal { $0.pipelineLimit = 100 }
        _ = rehearsal.receive(get("/1") + get("/2"))
        _ = rehearsal.handle(.backlogged)
        #expect(rehearsal.respond() == ["send 200", "timer 1"])
        #expect(rehearsal.receive(get("/3")) == [])
        #expect(rehearsal.receive(String(repeating: get("/4"), count: 3)) == ["pause"])
        #expect(rehearsal.handle(.drained) == ["resume", "clear", "dispatch /2 "])
        var idle = Rehearsal { $0.pipelineLimit = 100 }
        _ = idle.receive(get("/1"))
        _ = idle.handle(.backlogged)
        _ = idle.respond()
        #expect(idle.receive(String(repeating: get("/2"), count: 5)) == ["timer 1", "pause"])
    }

    @Test("a client that ends before the response is told of, may still be answered, and is not waited for")
    func abandoned() {
        var answered = Rehearsal()
        _ = answered.receive(get("/"))
        #expect(answered.handle(.ended) == ["timer 5", "abandon"])
        #expect(answered.respond() == ["send 200", "timer 6", "finish"])
        #expect(answered.handle(.drained) == ["clear", "close"])
        var unanswered = Rehearsal()
        _ = unanswered.receive(get("/"))
        _ = unanswered.handle(.ended)
        #expect(unanswered.timeOut() == ["clear", "abort"])
        var midway = Rehearsal()
        _ = midway.receive("GET /")
        #expect(midway.handle(.ended) == ["clear", "close"])
    }

    @Test("requests sent ahead of the client's end are all answered")
    func pipelinedEnd() {
        var rehearsal = Rehearsal()
        _ = rehearsal.receive(get("/1") + get("/2"))
        _ = rehearsal.handle(.ended)
        #expect(rehearsal.respond() == ["send 200", "timer 1", "timer 5", "dispatch /2 "])
        #expect(rehearsal.respond() == ["send 200", "timer 6", "finish"])
    }

    @Test("draining closes idle connections at once and lets others finish")
    func draining() {
        var idle = Rehearsal()
        #expect(idle.handle(.draining) == ["clear", "close"])
        var halfway = Rehearsal()
        _ = halfway.receive("GET / HTTP/1.1\r\nHo")
        #expect(halfway.handle(.draining) == [])
        #expect(halfway.receive("st: h\r\n\r\n") == ["clear", "dispatch / "])
        #expect(halfway.respond() == ["send 200", "timer 6", "finish"])
    }

    @Test("what came after an upgrade request goes with the connection, and HTTP is over")
    func takeOver() {
        var rehearsal = Rehearsal()
        #expect(rehearsal.state.takeOver() == nil)
        _ = rehearsal.receive(get("/") + "\u{1}\u{2}")
        #expect(rehearsal.receive("\u{3}") == [])
        #expect(rehearsal.state.takeOver() == [1, 2, 3])
        #expect(rehearsal.respond() == [])
        #expect(rehearsal.timeOut() == [] && rehearsal.handle(.ended) == [])
    }
}
