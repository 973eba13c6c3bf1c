import Testing

@testable import NativeDoor

@Suite("The server's public address")
struct PublicURLTests {
    @Test("an address has the origin that browsers write for its pages")
    func origins() {
        for (url, origin) in [
            ("http://localhost:4000", "http://localhost:4000"),
            ("https://Chat.Example.org", "https://chat.example.org"),
            ("https://chat.example.org:443", "https://chat.example.org"),
            ("http://chat.example.org:80", "http://chat.example.org"),
            ("https://chat.example.org:80", "https://chat.example.org:80"),
            ("https://chat.example.org/path/", "https://chat.example.org"), ("http://[::1]:4000", "http://[::1]:4000"),
        ] {
            #expect(WebOrigin.of(url) == origin)
        }
    }

    @Test("on loopback each spelling of it is the server's own, with the scheme and port that it listens with")
    func loopback() {
        let url = PublicURL("http://localhost:0")
        url.settle("https://chat.example.org", loopback: .init(scheme: "http", port: 4000))
        #expect(url.current == "https://chat.example.org")
        #expect(
            url.origins == [
                "https://chat.example.org", "http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000",
            ])
        url.settle("https://localhost:443", loopback: .init(scheme: "https", port: 443))
        #expect(url.origins == ["https://localhost", "https://127.0.0.1", "https://[::1]"])
    }

    @Test("a server that others can reach has one origin")
    func one() {
        let url = PublicURL("http://localhost:0")
        url.settle("http://192.0.2.1:4000", loopback: nil)
        #expect(url.origins == ["http://192.0.2.1:4000"])
    }
}
