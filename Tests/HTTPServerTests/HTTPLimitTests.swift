import HTTPCodec
import Testing

@testable import HTTPServer

/// Each bound of the configuration, at it and one past it.
@Suite("Limits of HTTP requests")
struct HTTPLimitTests {
    private typealias Adjust = (inout HTTPServerConfiguration, Int) -> Void

    /// What becomes of `request` where `adjust` sets `limit`, whole and byte by byte, which must be the same.
    private func outcome(_ request: String, _ limit: Int, _ adjust: Adjust) -> String? {
        var whole = Rehearsal { adjust(&$0, limit) }
        let words = whole.receive(request)
        var pieces = Rehearsal { adjust(&$0, limit) }
        var seen: [String] = []
        for byte in request.unicodeScalars { seen += pieces.receive(String(byte)) }
        func decisive(_ words: [String]) -> String? {
            words.first { $0.hasPrefix("send") || $0.hasPrefix("dispatch") }
        }
        #expect(decisive(words) == decisive(seen))
        return decisive(words)
    }

    private func expect(
        _ request: String, needs needed: Int, else refusal: String, _ adjust: Adjust,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let taken = outcome(request, needed, adjust)
        #expect(taken?.hasPrefix("dispatch") == true, "\(taken ?? "nothing")", sourceLocation: location)
        #expect(outcome(request, needed - 1, adjust) == refusal, sourceLocation: location)
    }

    private let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test("a request line longer than allowed is 414, its CRLF counted")
    func requestLine() {
        expect("GET /abc HTTP/1.1\r\nHost: h\r\n\r\n", needs: 19, else: "send 414") { $0.maximumRequestLine = $1 }
    }

    @Test("a header section longer than allowed is 431, and so are trailers")
    func headerSection() {
        expect(get("/", "A: b\r\n"), needs: 17, else: "send 431") { $0.maximumHeaderSection = $1 }
        let trailer = "Trailer-With-A-Name-Longer-Than-The-Header-Section-Before-It: x\r\n\r\n"
        expect(chunked + "0\r\n" + trailer, needs: trailer.utf8.count, else: "send 431") {
            $0.maximumHeaderSection = $1
        }
    }

    @Test("more fields than allowed are 431, in trailers too")
    func fields() {
        expect(get("/", "A: b\r\nC: d\r\n"), needs: 3, else: "send 431") { $0.maximumFields = $1 }
        expect(chunked + "0\r\nA: b\r\nC: d\r\nE: f\r\n\r\n", needs: 3, else: "send 431") { $0.maximumFields = $1 }
    }

    @Test("a body longer than allowed is 413, by its length and in chunks")
    func body() {
        let counted = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcde"
        expect(counted, needs: 5, else: "send 413") { $0.maximumBody = $1 }
        expect(chunked + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", needs: 5, else: "send 413") { $0.maximumBody = $1 }
    }

    @Test("more chunk extensions than allowed are 400, over all chunks together")
    func chunkExtensions() {
        let body = "1;a=b\r\nx\r\n1;c\r\ny\r\n0;d\r\n\r\n"
        expect(chunked + body, needs: 8, else: "send 400") { $0.maximumChunkExtensions = $1 }
    }

    @Test("the configuration tells the limits that were set")
    func readBack() {
        var configuration = HTTPServerConfiguration()
        configuration.maximumRequestLine = 1
        configuration.maximumHeaderSection = 2
        configuration.maximumFields = 3
        configuration.maximumBody = 4
        configuration.maximumChunkExtensions = 5
        let limits = configuration.parserLimits
        #expect(
            [limits.requestLine, limits.headerSection, limits.fields, limits.body, limits.chunkExtensions]
                == [1, 2, 3, 4, 5])
        #expect(
            [
                configuration.maximumRequestLine, configuration.maximumHeaderSection, configuration.maximumFields,
                configuration.maximumBody, configuration.maximumChunkExtensions,
            ] == [1, 2, 3, 4, 5])
    }
}
