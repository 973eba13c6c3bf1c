import HTTPCodec
import HTTPServer
import Testing

@testable import ChatServer

@Suite("The server's addresses")
struct FrontAddressTests {
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

    private func refused(_ path: String, hasApp: Bool = true) -> [String] {
        let address = FrontAddress(path: path, hasApp: hasApp)
        return Self.methods.filter { address.refusal(of: HTTPMethod($0)) != nil }
    }

    @Test("each address is told apart, with the app and without")
    func addresses() {
        let both: [(String, FrontAddress)] = [
            ("/", .home), ("//", .home), ("/roost.css", .stylesheet), ("/roost.svg", .icon), ("/livez", .alive),
            ("/readyz", .alive), ("/setup/s", .account(.setup, secret: "s")), ("/roost.css/x", .nothing),
            ("/invite/s", .account(.invitation, secret: "s")), ("/setup", .nothing), ("/setup/s/t", .nothing),
            ("/room", .nothing), ("/reset/s", .account(.reset, secret: "s")), ("/reset", .nothing),
        ]
        for (path, address) in both {
            for hasApp in [true, false] { #expect(FrontAddress(path: path, hasApp: hasApp) == address, "\(path)") }
        }
        for path in ["/room/1", "/room/1/2", "/room/1/nonsense"] {
            #expect(FrontAddress(path: path, hasApp: true) == .room, "\(path)")
            #expect(FrontAddress(path: path, hasApp: false) == .nothing, "\(path)")
        }
        #expect(FrontAddress(path: "/room/1/2/3", hasApp: true) == .nothing)
        #expect(FrontAddress(path: "/assets/a/b.js", hasApp: true) == .asset)
        #expect(FrontAddress(path: "/assets/a/b.js", hasApp: false) == .nothing)
    }

    @Test("a method that is not taken is refused with 405 and the ones that are")
    func notAllowed() throws {
        for path in ["/", "/roost.css", "/livez", "/room/1", "/assets/a"] {
            #expect(refused(path) == ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"], "\(path)")
        }
        for path in ["/setup/s", "/invite/s", "/reset/s"] {
            #expect(refused(path) == ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"], "\(path)")
        }
        let post = try #require(FrontAddress(path: "/", hasApp: true).refusal(of: .post))
        #expect(post.status == .methodNotAllowed && post.headers["Allow"] == "GET, HEAD")
        let put = try #require(FrontAddress(path: "/setup/s", hasApp: true).refusal(of: .put))
        #expect(put.status == .methodNotAllowed && put.headers["Allow"] == "GET, HEAD, POST")
    }

    @Test("a method that HTTP does not know is refused with 501 everywhere, also where there is nothing")
    func notImplemented() {
        for path in ["/", "/setup/s", "/livez", "/nothing/here"] {
            for method in ["get", "BREW"] {
                let refusal = FrontAddress(path: path, hasApp: true).refusal(of: HTTPMethod(method))
                #expect(refusal?.status == .notImplemented && refusal?.headers["Allow"] == nil, "\(method) \(path)")
            }
        }
        #expect(refused("/nothing/here") == [])
    }
}
