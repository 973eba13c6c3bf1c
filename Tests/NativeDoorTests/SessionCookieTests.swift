import Testing

@testable import NativeDoor

@Suite("The session's cookie")
struct SessionCookieTests {
    @Test("the token is found wherever it stands among other cookies")
    func found() {
        for field in [
            "roost_session=rst_a", "a=b; roost_session=rst_a", "roost_session=rst_a;c=d", " \troost_session=rst_a; x",
            "roost_sessions=no; roost_session=rst_a; roost_session=second",
        ] {
            #expect(SessionCookie.token(in: field) == "rst_a", "\(field)")
        }
    }

    @Test("no other cookie, no empty one and none that is too long counts")
    func notFound() {
        let long = "roost_session=" + String(repeating: "x", count: 100_000)
        for field in [
            nil, "", ";", "roost_session", "roost_session=", "roost_session=; roost_session=rst_a",
            "Roost_session=rst_a",
            "xroost_session=rst_a", "a=roost_session=rst_a", long,
        ] {
            #expect(SessionCookie.token(in: field) == nil)
        }
    }

    @Test("the cookie is closed to scripts and foreign pages, and to networks in the clear where there is https")
    func attributes() {
        #expect(
            SessionCookie.keeping("rst_a", seconds: 60, isSecure: false)
                == "roost_session=rst_a; Max-Age=60; Path=/; HttpOnly; SameSite=Lax")
        #expect(SessionCookie.keeping("rst_a", seconds: 60, isSecure: true).hasSuffix("; SameSite=Lax; Secure"))
        #expect(SessionCookie.keeping("rst_a", seconds: -5, isSecure: false).contains("Max-Age=0;"))
        #expect(SessionCookie.clearing(isSecure: false).hasPrefix("roost_session=; Max-Age=0; Path=/;"))
    }
}
