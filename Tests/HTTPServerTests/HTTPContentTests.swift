import HTTPCodec
import Testing

@testable import HTTPServer

@Suite("Content with conditions and ranges")
struct HTTPContentTests {
    private let content = HTTPContent(
        Array("0123456789".utf8), type: "text/plain", entityTag: "v1", lastModified: 1000,
        headers: [("Cache-Control", "no-cache")])

    private func answer(_ headers: HTTPHeaders = [:], _ method: HTTPMethod = .get) -> HTTPResponse {
        content.response(to: HTTPRequestHead(method: method, target: "/", path: "/", headers: headers), now: 5000)
    }

    private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test("the whole comes with its validators")
    func whole() {
        let response = answer()
        #expect(response.status == .ok && text(response) == "0123456789")
        #expect(response.headers["etag"] == "\"v1\"" && response.headers["accept-ranges"] == "bytes")
        #expect(response.headers["last-modified"] == "Thu, 01 Jan 1970 00:16:40 GMT")
    }

    @Test("one range is a 206 of its own, several are parts with their places, none is a 416 with the size")
    func ranges() throws {
        let one = answer(["Range": "bytes=2-4"])
        #expect(one.status == .partialContent && text(one) == "234")
        #expect(one.headers["content-range"] == "bytes 2-4/10" && one.headers["content-type"] == "text/plain")
        let several = answer(["Range": "bytes=0-0,-2"])
        let type = try #require(several.headers["content-type"])
        let boundary = try #require(HTTPParameters(type)?["boundary"])
        let part = "Content-Type: text/plain\r\nContent-Range: bytes"
        #expect(
            text(several)
                == "--\(boundary)\r\n\(part) 0-0/10\r\n\r\n0\r\n--\(boundary)\r\n\(part) 8-9/10\r\n\r\n89\r\n--\(boundary)--\r\n"
        )
        #expect(several.status == .partialContent && several.headers["content-range"] == nil)
        let none = answer(["Range": "bytes=10-"])
        #expect(none.status == .rangeNotSatisfiable && none.headers["content-range"] == "bytes */10")
    }

    @Test("conditions come before ranges, and If-Range decides whether a range counts")
    func conditions() {
        #expect(answer(["If-None-Match": "\"v1\"", "Range": "bytes=0-1"]).status == .notModified)
        let known = answer(["If-None-Match": "W/\"v1\""])
        #expect(known.body.isEmpty && known.headers["etag"] == "\"v1\"" && known.headers["cache-control"] == "no-cache")
        #expect(answer(["If-Match": "\"v2\""]).status == .preconditionFailed)
        #expect(answer(["If-Range": "\"v1\"", "Range": "bytes=0-1"]).status == .partialContent)
        #expect(answer(["If-Range": "\"v0\"", "Range": "bytes=0-1"]).status == .ok)
        #expect(answer(["If-Range": "\"v0\"", "Range": "bytes=50-"]).status == .ok)
    }

    @Test("HEAD is answered as GET without ranges; other methods are not allowed, unknown ones not implemented")
    func methods() {
        #expect(answer(["Range": "bytes=0-1"], .head).status == .ok)
        let post = answer([:], .post)
        #expect(post.status == .methodNotAllowed && post.headers["allow"] == "GET, HEAD" && post.body.isEmpty)
        #expect(answer([:], HTTPMethod("get")).status == .notImplemented)
        #expect(answer([:], HTTPMethod("BREW")).status == .notImplemented)
    }
}
