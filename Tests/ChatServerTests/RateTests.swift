import HTTPCodec
import HTTPServer
import Testing

@testable import ChatServer

@Suite("How often people may send, ask and connect")
struct RateTests {
    @Test("a rate is read as so many at once and then one each so many milliseconds")
    func reads() {
        #expect(Rate("60/200") == Rate(burst: 60, interval: 200))
        #expect(Rate("1/1") == Rate(burst: 1, interval: 1))
        #expect(Rate("1000000/3600000") == Rate(burst: 1_000_000, interval: 3_600_000))
    }

    @Test(
        "anything else is refused",
        arguments: ["", "60", "/", "60/", "/200", "0/200", "60/0", "-1/5", "60/200/1", "1000001/1", "1/3600001", "a/b"])
    func refuses(text: String) {
        #expect(Rate(text) == nil)
    }

    @Test("without being told otherwise a server has all four")
    func usual() {
        let expected = ServerRates(
            sends: Rate("60/200"), roomSends: Rate("300/10"), requests: Rate("300/20"), connections: Rate("300/50"))
        #expect(ServerRates.usual == expected)
    }

    @Test(
        "a request opens a session unless it names exactly one, however it is spelled",
        arguments: [
            ("EIO=4&transport=polling", true), ("EIO=4&transport=polling&sid=", true), ("", true),
            ("sid=abc&EIO=4", false), ("EIO=4&sid=abc&t=1", false), ("EIO=4&xsid=abc", true),
            ("sid=abc&sid=", true), ("sid=&sid=abc", true), ("s%69d=abc", true),
        ])
    func newSession(query: String, opens: Bool) {
        #expect(NewSession.isAsked(by: head(.get, query)) == opens)
        #expect(!NewSession.isAsked(by: head(.options, query)))
    }

    @Test("the refusal says when to come again, in both ways")
    func refusal() throws {
        let response = NewSession.refusal(1500)
        #expect(response.status == .tooManyRequests)
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""code":"rate_limited""#))
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""retry_after":1500"#))
        #expect(response.headers["retry-after"] == "2")
    }

    private func head(_ method: HTTPMethod, _ query: String) -> HTTPRequestHead {
        HTTPRequestHead(method: method, target: "/socket.io/?" + query, path: "/socket.io/", query: query)
    }
}
