import HTTPCodec
import Testing

@testable import HTTPServer

@Suite("HTTP responses as programs make them")
struct HTTPMessageTests {
    @Test("a field without a proper name is left out, and no value ends its line or the head")
    func fields() {
        var response = HTTPResponse(
            status: 200, reason: "OK",
            headers: [("X-A", "1"), ("X-B", "2\r\nX-C: 3"), ("Bad Name", "x"), ("", "x"), ("X-D\r\nX-E", "x")])
        response.addHeader("X-F", "4\u{0}5")
        response.addHeader("X:G", "6")
        var rehearsal = Rehearsal()
        _ = rehearsal.receive(get("/"))
        _ = rehearsal.handle(.responded(response))
        #expect(
            rehearsal.sent
                == "HTTP/1.1 200 OK\r\nX-A: 1\r\nX-B: 2  X-C: 3\r\nX-F: 4 5\r\nDate: D\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("a status that no final response may have becomes 500", arguments: [-1, 0, 99, 101, 199, 600, 70_000])
    func impossibleStatus(status: Int) {
        #expect(HTTPResponse(status: status).status.code == 500)
    }

    @Test("every status of a final response is taken as it is", arguments: [200, 299, 404, 599])
    func status(status: Int) {
        #expect(Int(HTTPResponse(status: status).status.code) == status)
    }

    @Test("a reason cannot end the status line")
    func reason() {
        var rehearsal = Rehearsal()
        _ = rehearsal.receive(get("/"))
        _ = rehearsal.handle(.responded(HTTPResponse(status: 200, reason: "fine\r\nX-A: 1")))
        #expect(!rehearsal.sent.contains("\r\nX-A"))
    }
}
