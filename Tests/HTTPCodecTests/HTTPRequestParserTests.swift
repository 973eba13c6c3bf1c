import HTTPCodec
import Testing

@Suite("Requests that are well formed")
struct HTTPRequestParserTests {
    @Test("a GET request yields its head and its end")
    func get() throws {
        let outcome = parse(
            "GET /hello.txt HTTP/1.1\r\nUser-Agent: curl/7.64.1\r\nHost: www.example.com\r\nAccept-Language: en, mi\r\n\r\n"
        )
        #expect(outcome.error == nil)
        let request = try #require(outcome.requests.first)
        #expect(request.method == "GET")
        #expect(request.path == "/hello.txt")
        #expect(request.query == "")
        #expect(request.authority == "www.example.com")
        #expect(request.headers["USER-AGENT"] == "curl/7.64.1")
        #expect(request.headers["accept-language"] == "en, mi")
        #expect(request.headers["cookie"] == nil)
        #expect(request.framing == .none)
        #expect(request.keepAlive)
        #expect(request.isWhole)
    }

    @Test("blanks around a field's value are no part of it, and a value may be empty")
    func blanks() throws {
        let request = try #require(
            parse("GET / HTTP/1.1\r\nHost:\t a \r\nX-Empty:\r\nX-Blank: \t \r\n\r\n").requests.first)
        #expect(request.headers["host"] == "a")
        #expect(request.headers["x-empty"] == "")
        #expect(request.headers["x-blank"] == "")
        #expect(request.headers.count == 3)
    }

    @Test("a body of announced length comes whole, and the next request follows it")
    func contentLength() throws {
        let outcome = parse(
            "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhelloGET /b HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(outcome.requests.map(\.path) == ["/a", "/b"])
        #expect(outcome.requests[0].body == Array("hello".utf8))
        #expect(outcome.requests[0].framing == .length(5))
        #expect(outcome.requests.map(\.isWhole) == [true, true])
    }

    @Test("a chunked body comes without its chunks, extensions and trailers")
    func chunked() throws {
        let outcome = parse(
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n4\r\nWiki\r\n6;name=\"v\"\r\npedia \r\n00e\r\nin \r\n\r\nchunks.\r\n0 ;last\r\nX-Sum: 1\r\n\r\nGET /next HTTP/1.1\r\nHost: h\r\n\r\n"
        )
        #expect(outcome.error == nil)
        #expect(outcome.requests.map(\.path) == ["/", "/next"])
        #expect(outcome.requests[0].body == Array("Wikipedia in \r\n\r\nchunks.".utf8))
        #expect(outcome.requests[0].headers["x-sum"] == nil)
        #expect(outcome.requests[0].framing == .chunked)
    }

    @Test("a body of length zero is no body")
    func zeroLength() throws {
        let request = try #require(parse("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n").requests.first)
        #expect(request.framing == .none)
        #expect(request.isWhole)
    }

    @Test("one empty line before a request is forgiven, two are not")
    func leadingEmptyLine() {
        #expect(parse("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n").requests.count == 1)
        #expect(parse("\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n").error == .malformedRequestLine)
        let each = String(repeating: "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", count: 3)
        #expect(parse(each).requests.count == 3)
    }

    @Test("an HTTP/1.0 request needs no Host, closes unless asked to stay, and never waits for 100")
    func oldVersion() {
        let plain = parse("GET / HTTP/1.0\r\n\r\n")
        #expect(plain.requests.first?.keepAlive == false)
        #expect(plain.requests.first?.authority == "")
        #expect(parse("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").requests.first?.keepAlive == true)
        let waiting = parse("POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\nx")
        #expect(waiting.requests.first?.expectsContinue == false)
    }

    @Test("an HTTP/1.1 connection stays unless a member of Connection says close")
    func keepAlive() {
        #expect(parse("GET / HTTP/1.1\r\nHost: h\r\nConnection: x, Close\r\n\r\n").requests.first?.keepAlive == false)
        #expect(parse("GET / HTTP/1.1\r\nHost: h\r\nConnection: closed\r\n\r\n").requests.first?.keepAlive == true)
        #expect(
            parse("GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n").requests.first?
                .keepAlive == false)
    }

    @Test("Expect: 100-continue is told when a body follows")
    func expectation() {
        let head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\n"
        #expect(parse(head + "Content-Length: 3\r\n\r\n").requests.first?.expectsContinue == true)
        #expect(parse(head + "Transfer-Encoding: chunked\r\n\r\n").requests.first?.expectsContinue == true)
        #expect(parse(head + "\r\n").requests.first?.expectsContinue == false)
    }

    @Test("an expectation of HTTP/1.0 is not looked at, and an empty one is none")
    func oldExpectation() {
        #expect(parse("GET / HTTP/1.0\r\nExpect: cake\r\n\r\n").requests.first?.isWhole == true)
        #expect(parse("GET / HTTP/1.1\r\nHost: h\r\nExpect: ,\r\n\r\n").requests.first?.isWhole == true)
    }

    @Test("the bound on one body may be set when its head has come, and holds for that body alone")
    func bodyBound() throws {
        let request = Array("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 8\r\n\r\n12345678".utf8)
        var parser = HTTPRequestParser(limits: HTTPParserLimits(body: 4))
        parser.feed(request + request)
        guard case .head = try parser.next() else {
            Issue.record("no head")
            return
        }
        parser.limitBody(to: 8)
        guard case .body(let piece) = try parser.next(), case .end = try parser.next(), case .head = try parser.next()
        else {
            Issue.record("no body, or no second request")
            return
        }
        #expect(piece.count == 8)
        #expect(throws: HTTPParseError.bodyTooLarge) { try parser.next() }
    }

    @Test("targets in origin, absolute, authority and asterisk form are taken apart")
    func targets() {
        let origin = parse("GET /a%20b/%C3%A9?x=%41?y HTTP/1.1\r\nHost: h\r\n\r\n").requests.first
        #expect(origin?.path == "/a b/é")
        #expect(origin?.query == "x=%41?y")
        #expect(origin?.target == "/a%20b/%C3%A9?x=%41?y")
        let absolute = parse("GET HTTP://Example.com:80/p?q HTTP/1.1\r\nHost: example.com\r\n\r\n").requests.first
        #expect(absolute?.path == "/p")
        #expect(absolute?.query == "q")
        #expect(absolute?.authority == "Example.com:80")
        let bare = parse("GET https://example.com?q HTTP/1.1\r\nHost: example.com:443\r\n\r\n").requests.first
        #expect(bare?.path == "/")
        #expect(bare?.query == "q")
        #expect(parse("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n").requests.first?.path == "*")
        let connect = parse("CONNECT [::1]:443 HTTP/1.1\r\nHost: h\r\n\r\n").requests.first
        #expect(connect?.authority == "[::1]:443")
        #expect(connect?.path == "")
    }

    @Test("after an upgrade request the parser hands over the bytes it has not read")
    func unread() throws {
        var parser = HTTPRequestParser()
        parser.feed(Array("GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}rest".utf8))
        guard case .head = try parser.next(), case .end = try parser.next() else {
            Issue.record("no whole request")
            return
        }
        #expect(parser.unreadCount == 6)
        let unread = parser.takeUnread()
        #expect(unread == Array("\u{1}\u{2}rest".utf8))
        #expect(parser.unreadCount == 0)
        let event = try parser.next()
        #expect(event == nil)
    }

    @Test("the parser knows when it stands between requests")
    func betweenRequests() throws {
        var parser = HTTPRequestParser()
        #expect(parser.isBetweenRequests)
        parser.feed(Array("G".utf8))
        let event = try parser.next()
        #expect(event == nil)
        #expect(!parser.isBetweenRequests)
        parser.feed(Array("ET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        while try parser.next() != nil {}
        #expect(parser.isBetweenRequests)
    }

    @Test("a request right at each limit is taken")
    func atLimits() {
        let request = "POST /12345 HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody"
        let limits = HTTPParserLimits(requestLine: 22, headerSection: 30, fields: 2, body: 4)
        #expect(parse(request, limits: limits).requests.first?.isWhole == true)
        #expect(byteByByte(Array(request.utf8), limits: limits).requests.first?.isWhole == true)
    }
}
