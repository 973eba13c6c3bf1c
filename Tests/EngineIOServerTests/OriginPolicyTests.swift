import EngineIOServer
import Testing

@Suite("Origins")
struct OriginPolicyTests {
    private func decide(
        _ policy: OriginPolicy, _ origin: String?, site: String? = nil, cookie: Bool = false
    ) -> OriginPolicy.Decision {
        policy.decide(origin: origin, authority: "chat.example:4000", fetchSite: site, hasCookie: cookie)
    }

    @Test("the server's own pages are let through, with and without cookies")
    func sameOrigin() {
        for cookie in [false, true] {
            #expect(decide(.sameOrigin, "http://chat.example:4000", cookie: cookie) == .allowed)
            #expect(decide(.sameOrigin, "https://chat.example:4000", cookie: cookie) == .allowed)
        }
    }

    @Test("over TLS only the server's own pages that came over TLS are let through")
    func sameOriginOverTLS() {
        for (origin, expected) in [("http", OriginPolicy.Decision.refused), ("https", .allowed)] {
            let decided = OriginPolicy.sameOrigin.decide(
                origin: "\(origin)://chat.example", authority: "chat.example", fetchSite: nil, hasCookie: true,
                isSecure: true)
            #expect(decided == expected)
        }
    }

    @Test(
        "other pages are refused",
        arguments: [
            "http://chat.example", "https://evil.example", "null", "", "chat.example:4000", "ftp://chat.example:4000",
        ])
    func otherOrigins(origin: String) {
        for cookie in [false, true] { #expect(decide(.sameOrigin, origin, cookie: cookie) == .refused) }
    }

    @Test("listed pages are let through with their credentials")
    func listed() {
        let policy = OriginPolicy(origins: ["https://app.example"], allowsSameOrigin: false)
        #expect(decide(policy, "https://app.example", cookie: true) == .allowedOrigin("https://app.example"))
        #expect(decide(policy, "https://app.example.evil", cookie: true) == .refused)
        #expect(decide(policy, "http://chat.example:4000") == .refused)
    }

    @Test("programs that are not browsers are let through, unless they carry a cookie")
    func withoutOrigin() {
        #expect(decide(.sameOrigin, nil) == .allowed)
        #expect(decide(.sameOrigin, nil, cookie: true) == .refused)
        #expect(decide(.sameOrigin, nil, site: "cross-site", cookie: true) == .refused)
        #expect(decide(.sameOrigin, nil, site: "same-site", cookie: true) == .refused)
        #expect(decide(.sameOrigin, nil, site: "same-origin", cookie: true) == .allowed)
    }

    @Test("a policy for every page answers each by name")
    func anyOrigin() {
        #expect(decide(.any, "null", cookie: true) == .allowedOrigin("null"))
        #expect(decide(.any, nil) == .allowedForAll)
    }
}
