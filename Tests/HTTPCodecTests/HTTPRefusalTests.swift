import HTTPCodec
import SeededRandom
import Testing

@Suite("Requests that are refused")
struct HTTPRefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        var request: String
        var error: HTTPParseError
        var status: UInt16
        var testDescription: String { "\(error): \(request.debugDescription.prefix(80))" }

        init(_ request: String, _ error: HTTPParseError, _ status: UInt16 = 400) {
            self.request = request
            self.error = error
            self.status = status
        }
    }

    static func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\(body)"
    }

    static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked\r\n", body) }

    static let refusals: [Refusal] = [
        // Request line
        Refusal("GET /\r\n\r\n", .malformedRequestLine),
        Refusal("GET\r\n\r\n", .malformedRequestLine),
        Refusal(" GET / HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET  / HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /  HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET / HTTP/1.1 \r\n", .malformedRequestLine),
        Refusal("GET / http/1.1\r\n", .malformedRequestLine),
        Refusal("GET / HTTP/1\r\n", .malformedRequestLine),
        Refusal("GET / HTTP/1.10\r\n", .malformedRequestLine),
        Refusal("G@T / HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /\u{1} HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /é HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET a HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET * HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET ftp://h/ HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET http:///p HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET http://user@h/p HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET http://h?a#b HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /a#b HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("CONNECT /p HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /%2 HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /%zz HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /%00 HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /%ff HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /a%2fb HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /a/../b HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /a/%2e%2E HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /./a HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET / HTTP/0.9\r\n", .unsupportedVersion, 505),
        Refusal("GET / HTTP/2.0\r\n", .unsupportedVersion, 505),
        Refusal("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedVersion, 505),
        Refusal("GET / HTTP/1.2\r\nHost: h\r\n\r\n", .unsupportedVersion, 505),
        Refusal("GET / HTTP/0.9\r\n", .unsupportedVersion, 505),
        Refusal("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\r\n", .malformedRequestLine),
        Refusal("GET /\0 HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /a%c0%afb HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("GET /a\\\u{7f} HTTP/1.1\r\n", .malformedRequestLine),
        // Line breaks
        Refusal("GET / HTTP/1.1\nHost: h\r\n\r\n", .bareLineBreak),
        Refusal("GET / HTTP/1.1\r\nHost: h\n\r\n", .bareLineBreak),
        Refusal("GET / HTTP/1.1\r\nHost: h\r\n\n", .bareLineBreak),
        Refusal("\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", .bareLineBreak),
        Refusal("GET /\r HTTP/1.1\r\nHost: h\r\n\r\n", .bareLineBreak),
        Refusal("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", .bareLineBreak),
        Refusal("GET / HTTP/1.1\r\nHost: h\r\nX\r: a\r\n\r\n", .bareLineBreak),
        Refusal("GET / HTTP/1.1\r\nHost: h\r\r\n\r\n", .bareLineBreak),
        // Fields
        Refusal(post("X : 1\r\n"), .malformedField),
        Refusal(post(": 1\r\n"), .malformedField),
        Refusal(post("X\r\n"), .malformedField),
        Refusal(post("X(y): 1\r\n"), .malformedField),
        Refusal(post("X: 1\r\n folded\r\n"), .malformedField),
        Refusal(post("X: 1\r\n\tfolded\r\n"), .malformedField),
        Refusal("GET / HTTP/1.1\r\n Host: h\r\n\r\n", .malformedField),
        Refusal(post("X: a\0b\r\n"), .malformedField),
        Refusal(post("X: a\u{7f}b\r\n"), .malformedField),
        Refusal(post("X: a\u{b}b\r\n"), .malformedField),
        // Host
        Refusal("GET / HTTP/1.1\r\n\r\n", .invalidHost),
        Refusal("GET http://h/ HTTP/1.1\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost:\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: :80\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", .invalidHost),
        Refusal("GET / HTTP/1.1\r\nHost: [::1]x\r\n\r\n", .invalidHost),
        Refusal("GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n", .invalidHost),
        Refusal("GET http://a/ HTTP/1.1\r\nHost: a:443\r\n\r\n", .invalidHost),
        Refusal("GET https://a:80 HTTP/1.0\r\nHost: a\r\n\r\n", .invalidHost),
        // Expect
        Refusal(post("Expect: cake\r\n"), .unmetExpectation, 417),
        Refusal(post("Expect: 100-continue, cake\r\nContent-Length: 1\r\n"), .unmetExpectation, 417),
        Refusal(post("Expect: 100-continue;x=1\r\n"), .unmetExpectation, 417),
        // Content-Length
        Refusal(post("Content-Length:\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: +1\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: -1\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: 0x1\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: 1 1\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: 5,5\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: 1.0\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: ١\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: 1, 1\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: 1\r\nContent-Length: 2\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: 1\r\nContent-Length: 1\r\n"), .invalidContentLength),
        Refusal(post("Content-Length: 1000001\r\n"), .bodyTooLarge, 413),
        Refusal(post("Content-Length: 99999999999999999999999999\r\n"), .bodyTooLarge, 413),
        // Transfer-Encoding
        Refusal(post("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"), .ambiguousFraming),
        Refusal(post("Transfer-Encoding: chunked\r\nContent-Length: 1\r\n"), .ambiguousFraming),
        Refusal(post("Transfer-Encoding: gzip\r\nContent-Length: 1\r\n"), .ambiguousFraming),
        Refusal(post("Transfer-Encoding: chunked, chunked\r\n"), .ambiguousFraming),
        Refusal(post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), .ambiguousFraming),
        Refusal(post("Transfer-Encoding:\r\n"), .ambiguousFraming),
        Refusal("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .ambiguousFraming),
        Refusal("POST / HTTP/1.0\r\nContent-Length: 1\r\nTransfer-Encoding: x\r\n\r\n", .ambiguousFraming),
        Refusal(post("Transfer-Encoding: chunked, gzip\r\n"), .unknownTransferCoding, 501),
        Refusal(post("Transfer-Encoding : chunked\r\n"), .malformedField),
        Refusal(post("Transfer-Encoding: gzip, chunked\r\n"), .unknownTransferCoding, 501),
        Refusal(post("Transfer-Encoding: identity\r\n"), .unknownTransferCoding, 501),
        Refusal(post("Transfer-Encoding: xchunked\r\n"), .unknownTransferCoding, 501),
        Refusal(post("Transfer-Encoding: chunked;q=1\r\n"), .unknownTransferCoding, 501),
        Refusal(post("Transfer-Encoding: \u{b}chunked\r\n"), .malformedField),
        // Chunks
        Refusal(chunked("\r\n"), .malformedChunk),
        Refusal(chunked("x\r\n"), .malformedChunk),
        Refusal(chunked("-1\r\n"), .malformedChunk),
        Refusal(chunked("0x1\r\n"), .malformedChunk),
        Refusal(chunked(" 1\r\n"), .malformedChunk),
        Refusal(chunked("1 \r\na"), .malformedChunk),
        Refusal(chunked("1;a\u{1}\r\na"), .malformedChunk),
        Refusal(chunked("1;\rb\r\na"), .malformedChunk),
        Refusal(chunked("1\na"), .bareLineBreak),
        Refusal(chunked("1\r\nab\r\n"), .malformedChunk),
        Refusal(chunked("1\r\na\n"), .malformedChunk),
        Refusal(chunked("1\r\na\rb"), .malformedChunk),
        Refusal(chunked("00000000000000001\r\na"), .malformedChunk),
        Refusal(chunked("fffffffffffffffff\r\na"), .malformedChunk),
        Refusal(chunked("ffffffffffffffff\r\na"), .bodyTooLarge, 413),
        Refusal(chunked("7fffffffffffffff\r\na"), .bodyTooLarge, 413),
        Refusal(chunked("f4241\r\na"), .bodyTooLarge, 413),
        Refusal(chunked("1\r\na\r\nf4240\r\n"), .bodyTooLarge, 413),
        Refusal(chunked("0\r\nX : 1\r\n\r\n"), .malformedField),
        Refusal(chunked("0\r\n\n"), .bareLineBreak),
    ]

    @Test(
        "each is refused by its name and status, whole, behind another request, and byte by byte", arguments: refusals)
    func refused(_ refusal: Refusal) {
        let bytes = Array(refusal.request.utf8)
        #expect(parse(bytes).error == refusal.error)
        #expect(byteByByte(bytes).error == refusal.error)
        var random = SeededGenerator(seed: UInt64(bytes.count))
        for _ in 0..<8 {
            let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            #expect(parse(bytes, cuts: cuts) == parse(bytes))
        }
        let coalesced = parse(Array("GET /first HTTP/1.1\r\nHost: h\r\n\r\n".utf8) + bytes)
        #expect(coalesced.error == refusal.error)
        #expect(coalesced.requests.first?.isWhole == true)
        #expect(refusal.error.status.code == refusal.status)
    }

    @Test("past a limit a request is refused, with its end in sight or not")
    func limits() {
        let limits = HTTPParserLimits(requestLine: 40, headerSection: 60, fields: 3, body: 10, chunkExtensions: 8)
        func check(_ request: String, _ error: HTTPParseError, _ status: UInt16) {
            #expect(parse(request, limits: limits).error == error)
            #expect(byteByByte(Array(request.utf8), limits: limits).error == error)
            #expect(error.status.code == status)
        }
        let long = String(repeating: "a", count: 80)
        check("GET /\(long)", .requestLineTooLong, 414)
        check("GET /\(long) HTTP/1.1\r\n", .requestLineTooLong, 414)
        check("GET / HTTP/1.1\r\nHost: h\r\nX: \(long)", .headerSectionTooLarge, 431)
        check("GET / HTTP/1.1\r\nHost: h\r\nX: \(long)\r\n\r\n", .headerSectionTooLarge, 431)
        check("GET / HTTP/1.1\r\nHost: h\r\nA: 1\r\nB: 1\r\nC: 1\r\n\r\n", .tooManyFields, 431)
        check("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n", .bodyTooLarge, 413)
        let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        check(chunked + "6\r\nabcdef\r\n5\r\n", .bodyTooLarge, 413)
        check(chunked + "1;aaaa\r\na\r\n1;bbbb\r\n", .malformedChunk, 400)
        check(chunked + "1;\(long)", .malformedChunk, 400)
        check(chunked + "0\r\nX: \(long)", .headerSectionTooLarge, 431)
        check(chunked + "0\r\nA: 1\r\nB: 1\r\nC: 1\r\nD: 1\r\n", .tooManyFields, 431)
    }

    @Test("the limits stand at 8 KiB, 64 KiB, 100 fields and a million bytes unless told otherwise")
    func defaults() {
        let limits = HTTPParserLimits()
        #expect(limits.requestLine == 8192)
        #expect(limits.headerSection == 65536)
        #expect(limits.fields == 100)
        #expect(limits.body == 1_000_000)
    }

    @Test("a body too large by its announcement is refused before any of it is told")
    func announcedTooLarge() {
        let outcome = parse("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000001\r\n\r\nabc")
        #expect(outcome.requests.first?.body == [])
        #expect(outcome.error == .bodyTooLarge)
    }

    @Test("after an error the parser stays failed, whatever follows")
    func staysFailed() {
        var parser = HTTPRequestParser()
        parser.feed(Array("GET\r\n".utf8))
        #expect(throws: HTTPParseError.malformedRequestLine) { try parser.next() }
        parser.feed(Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        #expect(throws: HTTPParseError.malformedRequestLine) { try parser.next() }
        #expect(parser.unreadCount == 0)
    }
}
