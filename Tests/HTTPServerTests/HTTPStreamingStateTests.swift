import HTTPCodec
import Testing

@testable import HTTPServer

@Suite("HTTP connection state with bodies in pieces")
struct HTTPStreamingStateTests {
    private func post(_ length: Int, _ fields: String = "") -> String {
        "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\(fields)\r\n"
    }

    private let chunked = "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

    private func streaming(_ adjust: (inout HTTPServerConfiguration) -> Void = { _ in }) -> Rehearsal {
        var rehearsal = Rehearsal(adjust)
        rehearsal.handling = .stream()
        return rehearsal
    }

    @Test("a streamed request is dispatched at its head, and its pieces wait until they are wanted")
    func atHead() {
        var rehearsal = streaming()
        #expect(rehearsal.receive(post(6) + "ab") == ["timer 1", "clear", "stream /p"])
        #expect(rehearsal.handle(.bodyWanted) == ["timer 2", "timer 2", "piece ab"])
        #expect(rehearsal.receive("cdef") == ["timer 2", "piece cdef", "clear", "body end"])
        #expect(rehearsal.respond() == ["send 200", "timer 3"])
        #expect(rehearsal.receive(get("/next")) == ["timer 1", "clear", "dispatch /next "])
    }

    @Test("chunks come without their framing, also byte by byte, and what follows is the next request")
    func chunks() {
        let bytes = chunked + "3\r\nabc\r\n2;x\r\nde\r\n0\r\nT: 1\r\n\r\n" + get("/next")
        var whole = streaming()
        _ = whole.receive(bytes)
        #expect(
            whole.handle(.bodyWanted).filter { !$0.hasPrefix("timer") } == [
                "piece abc", "piece de", "clear", "body end",
            ])
        #expect(whole.respond().suffix(2) == ["clear", "dispatch /next "])
        var pieces = streaming()
        var seen: [String] = []
        for byte in bytes.unicodeScalars {
            seen += pieces.receive(String(byte))
            if seen.last == "stream /p" { seen += pieces.handle(.bodyWanted) }
        }
        seen += pieces.respond()
        let told = seen.filter { !$0.hasPrefix("timer") && $0 != "clear" }
        #expect(
            told == [
                "stream /p", "piece a", "piece b", "piece c", "piece d", "piece e", "body end", "send 200",
                "dispatch /next ",
            ])
    }

    @Test("a held body pauses reading past the bound, its time stands still, and wanting it goes on")
    func backPressure() {
        var rehearsal = streaming {
            $0.pipelineLimit = 4
            $0.minimumBodyRate = 1000
        }
        _ = rehearsal.receive(post(20))
        _ = rehearsal.handle(.bodyWanted)
        #expect(rehearsal.receive("ab") == ["timer 2", "piece ab"])
        #expect(rehearsal.handle(.bodyHeld) == ["clear"])
        #expect(rehearsal.receive("cdef") == [])
        #expect(rehearsal.receive("gh") == ["pause"])
        rehearsal.now = 1000
        #expect(rehearsal.timeOut() == ["clear"])
        #expect(rehearsal.handle(.bodyWanted) == ["timer 2", "resume", "timer 2", "piece cdefgh"])
        #expect(rehearsal.receive("ijklmnopqrst").suffix(2) == ["clear", "body end"])
    }

    @Test("100 Continue is sent when the body is wanted, not before, and not when the answer came first")
    func expectContinue() {
        let head = post(2, "Expect: 100-continue\r\n")
        var read = streaming()
        #expect(read.receive(head) == ["timer 1", "clear", "stream /p"])
        #expect(read.handle(.bodyWanted) == ["send 100", "timer 2"])
        #expect(read.receive("ok").last == "body end")
        var refused = streaming()
        _ = refused.receive(head)
        #expect(refused.respond() == ["send 200", "timer 6", "finish", "body answered"])
        #expect(refused.sent.contains("Connection: close\r\n"))
    }

    @Test("a body announced too long is refused before the handler hears of it, by the bound that it set")
    func announced() {
        var rehearsal = Rehearsal()
        rehearsal.handling = .stream(upTo: 5)
        #expect(rehearsal.receive(post(6, "Expect: 100-continue\r\n")) == ["timer 1", "send 413", "timer 6", "finish"])
        var collected = Rehearsal { $0.maximumBody = 5 }
        collected.handling = .collect(upTo: 6)
        #expect(collected.receive(post(6) + "abcdef").last == "dispatch /p abcdef")
        var next = collected
        _ = next.respond()
        next.handling = .collect()
        #expect(next.receive(post(6)) == ["timer 1", "send 413", "timer 6", "finish"])
    }

    @Test("a chunked body past its bound fails, with 413 where nothing was answered yet")
    func tooLong() {
        var rehearsal = Rehearsal()
        rehearsal.handling = .stream(upTo: 4)
        _ = rehearsal.receive(chunked)
        _ = rehearsal.handle(.bodyWanted)
        #expect(
            rehearsal.receive("3\r\nabc\r\n2\r\n") == [
                "timer 2", "piece abc", "send 413", "timer 6", "finish", "body refused(status: 413)",
            ])
        var begun = Rehearsal()
        begun.handling = .stream(upTo: 4)
        _ = begun.receive(chunked)
        _ = begun.handle(.bodyWanted)
        _ = begun.begin()
        #expect(begun.receive("5\r\n").last == "body refused(status: 413)")
        #expect(begun.handle(.finishedBody) == ["send 0\r\n\r\n", "timer 6", "finish", "body answered"])
    }

    @Test("a body that stalls or comes slower than its least rate is given up, collected or streamed")
    func slowBodies() {
        for handling in [HTTPBodyHandling.collect(), .stream()] {
            var stalled = Rehearsal { $0.bodyTime = 100 }
            stalled.handling = handling
            _ = stalled.receive(post(10))
            _ = stalled.handle(.bodyWanted)
            stalled.now = 100
            #expect(stalled.timeOut().prefix(3) == ["send 408", "timer 6", "finish"])

            var trickling = Rehearsal {
                $0.bodyTime = 100
                $0.minimumBodyRate = 100
            }
            trickling.handling = handling
            _ = trickling.receive(post(1000))
            _ = trickling.handle(.bodyWanted)
            // A byte each 50 ms is 20 a second: the stall's limit is never met, the rate's is after 100 ms and 10 for each byte.
            trickling.now = 50
            #expect(trickling.receive("a").first == "timer 60")
            trickling.now = 100
            #expect(trickling.receive("b").first == "timer 20")
            trickling.now = 120
            #expect(trickling.timeOut().prefix(3) == ["send 408", "timer 6", "finish"])
        }
    }

    @Test("a client that ends in the middle of its body is told of and let go")
    func endedMidway() {
        var rehearsal = streaming()
        _ = rehearsal.receive(post(6) + "ab")
        _ = rehearsal.handle(.bodyWanted)
        #expect(rehearsal.handle(.ended) == ["timer 2", "clear", "close", "body disconnected"])
        var held = streaming()
        _ = held.receive(post(2) + "ab")
        #expect(held.handle(.ended) == ["timer 5"])
        #expect(held.handle(.bodyWanted).suffix(2) == ["timer 5", "body end"])
        #expect(held.respond() == ["send 200", "timer 6", "finish"])
    }

    @Test("a response of unknown length is chunked, and the connection goes on after it")
    func chunkedResponse() {
        var rehearsal = Rehearsal()
        _ = rehearsal.receive(get("/1") + get("/2"))
        #expect(rehearsal.begin() == ["send 200", "timer 6"])
        #expect(rehearsal.sent == "HTTP/1.1 200 OK\r\nDate: D\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(rehearsal.write("hello, this is a body") == ["send 15\r\nhello, this is a body\r\n", "timer 6"])
        #expect(rehearsal.write("") == [])
        #expect(rehearsal.handle(.finishedBody) == ["send 0\r\n\r\n", "timer 1", "clear", "dispatch /2 "])
    }

    @Test("a response of known length is sent as it is; one too short or too long drops the connection")
    func countedResponse() {
        var right = Rehearsal()
        _ = right.receive(get("/"))
        _ = right.begin(length: 4)
        #expect(right.sent.hasSuffix("\r\nContent-Length: 4\r\n\r\n"))
        #expect(right.write("ab") == ["send ab", "timer 6"])
        #expect(right.write("cd") == ["send cd", "timer 6"])
        #expect(right.handle(.finishedBody) == ["timer 3"])
        var short = Rehearsal()
        _ = short.receive(get("/"))
        _ = short.begin(length: 4)
        _ = short.write("abc")
        #expect(short.handle(.finishedBody) == ["clear", "abort"])
        var long = Rehearsal()
        _ = long.receive(get("/"))
        _ = long.begin(length: 4)
        #expect(long.write("abcde") == ["clear", "abort"])
        var broken = Rehearsal()
        _ = broken.receive(get("/"))
        _ = broken.begin()
        #expect(broken.handle(.brokeOff) == ["clear", "abort"])
    }

    @Test("HTTP/1.0 gets a body of unknown length to the connection's end, and is told when the connection stays")
    func oldClients() {
        let old = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        var rehearsal = Rehearsal()
        _ = rehearsal.receive(old)
        _ = rehearsal.respond()
        #expect(rehearsal.sent.contains("Connection: keep-alive\r\n"))
        _ = rehearsal.receive(old)
        _ = rehearsal.begin()
        #expect(rehearsal.sent == "HTTP/1.1 200 OK\r\nDate: D\r\nConnection: close\r\n\r\n")
        #expect(rehearsal.write("abc") == ["send abc", "timer 6"])
        #expect(rehearsal.handle(.finishedBody) == ["timer 6", "finish"])
    }

    @Test("HEAD, 204 and 304 get no content, whatever is written")
    func withoutContent() {
        var rehearsal = Rehearsal()
        _ = rehearsal.receive("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = rehearsal.begin(length: 9)
        #expect(rehearsal.sent.hasSuffix("\r\nContent-Length: 9\r\n\r\n"))
        #expect(rehearsal.write("abc") == [])
        #expect(rehearsal.handle(.finishedBody) == ["timer 3"])
        for status in [HTTPStatus.noContent, .notModified] {
            _ = rehearsal.receive(get("/"))
            _ = rehearsal.begin(status, length: 9)
            #expect(rehearsal.sent == "HTTP/1.1 \(status.code) \(status.reason)\r\nDate: D\r\n\r\n")
            #expect(rehearsal.write("abc") == [])
            #expect(rehearsal.handle(.finishedBody) == ["timer 3"])
        }
    }

    @Test("whoever streams is told when the client has caught up, and a client that reads too slowly is dropped")
    func slowReaders() {
        var rehearsal = Rehearsal {
            $0.writeTime = 100
            $0.minimumReadRate = 100
        }
        _ = rehearsal.receive(get("/"))
        _ = rehearsal.begin(length: 1000)
        _ = rehearsal.write(String(repeating: "x", count: 600))
        _ = rehearsal.handle(.backlogged)
        #expect(rehearsal.handle(.drained) == ["clear", "writable"])
        #expect(rehearsal.write(String(repeating: "x", count: 100)).last == "timer 100")
        rehearsal.now = 100
        // Ten bytes in 100 ms are what is asked for.
        #expect(rehearsal.timeOut(queued: 90) == ["timer 100"])
        rehearsal.now = 200
        #expect(rehearsal.timeOut(queued: 81) == ["clear", "abort"])
        var quiet = Rehearsal()
        _ = quiet.receive(get("/"))
        _ = quiet.begin()
        quiet.now = 6
        #expect(quiet.timeOut() == ["clear"])
    }

    @Test("a client that ended its side gets a response for as long as something is written")
    func halfClosed() {
        var rehearsal = Rehearsal { $0.writeTime = 1000 }
        _ = rehearsal.receive(get("/"))
        _ = rehearsal.begin()
        #expect(rehearsal.handle(.ended) == ["timer 5", "abandon"])
        rehearsal.now = 4
        #expect(rehearsal.write("a").last == "timer 5")
        rehearsal.now = 9
        #expect(rehearsal.timeOut() == ["clear", "abort"])
    }

    @Test("draining lets a streamed exchange finish and then ends the connection")
    func draining() {
        var rehearsal = Rehearsal()
        _ = rehearsal.receive(get("/"))
        _ = rehearsal.begin()
        #expect(rehearsal.handle(.draining) == [])
        #expect(rehearsal.handle(.finishedBody) == ["send 0\r\n\r\n", "timer 6", "finish"])
    }

    @Test("a second answer of any kind is ignored, and an upgrade needs a whole request")
    func once() {
        var rehearsal = streaming()
        _ = rehearsal.receive(post(2))
        #expect(!rehearsal.state.canBeTakenOver)
        #expect(rehearsal.state.takeOver() == nil)
        _ = rehearsal.begin()
        #expect(rehearsal.begin() == [] && rehearsal.respond() == [])
        #expect(rehearsal.handle(.decided(.stream())) == [])
    }
}

@Suite("What the server answers by itself")
struct HTTPServerAnswersTests {
    @Test("OPTIONS * is about the server, CONNECT is for proxies, and another expectation than 100 is not met")
    func byItself() {
        var options = Rehearsal()
        #expect(options.receive("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n") == ["timer 1", "send 204", "timer 3"])
        #expect(options.sent.contains("\r\nAllow: GET, HEAD"))
        var connect = Rehearsal()
        #expect(
            connect.receive("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n") == ["timer 1", "send 501", "timer 6", "finish"])
        var expecting = Rehearsal()
        #expect(expecting.receive(get("/", "Expect: cake\r\n")) == ["timer 1", "send 417", "timer 6", "finish"])
    }
}
