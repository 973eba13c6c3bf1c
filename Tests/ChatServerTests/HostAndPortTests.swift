import Testing

@testable import ChatServer

@Suite("Where to listen")
struct HostAndPortTests {
    @Test(
        "names, numbers and bracketed IPv6 addresses are read",
        arguments: [
            ("localhost:4000", "localhost", 4000), ("0.0.0.0:0", "0.0.0.0", 0), ("[::1]:65535", "::1", 65_535),
        ])
    func reads(text: String, host: String, port: Int) {
        #expect(HostAndPort(text) == HostAndPort(host: host, port: port))
        #expect(HostAndPort(text)?.description == text)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "4000", ":4000", "localhost", "localhost:", "localhost:x", "localhost:65536", "localhost:-1",
            "::1:4000",
            "[]:1",
        ])
    func refuses(text: String) {
        #expect(HostAndPort(text) == nil)
    }

    @Test("localhost means both loopback addresses, the older one first")
    func localhost() {
        #expect(HostAndPort(host: "localhost", port: 1).addresses == ["127.0.0.1", "::1"])
        #expect(HostAndPort(host: "10.0.0.7", port: 1).addresses == ["10.0.0.7"])
    }

    @Test("links never point at the address that means every address")
    func reachable() {
        #expect(HostAndPort(host: "0.0.0.0", port: 1).reachableHost == "localhost")
        #expect(HostAndPort(host: "::", port: 1).reachableHost == "localhost")
        #expect(HostAndPort(host: "chat.example.org", port: 1).reachableHost == "chat.example.org")
    }
}
