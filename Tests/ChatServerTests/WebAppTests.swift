import HTTPCodec
import HTTPServer
import Testing

@testable import ChatServer

@Suite("The web app in memory")
struct WebAppTests {
    private static let files: [String: [UInt8]] = [
        "index.html": Array(#"<script type="module" src="/assets/main.js"></script><a href="?plain">"#.utf8),
        "main.js": Array("import './views/a.js'".utf8), "main.js.gz": [0x1f, 0x8b], "views/a.js": [1],
        "core.wasm": [0], "notes.txt": [2],
    ]

    private func head(_ path: String, _ headers: HTTPHeaders = [:]) -> HTTPRequestHead {
        HTTPRequestHead(method: .get, target: path, path: path, headers: headers)
    }

    private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    /// The address under which the page loads `main.js`.
    private func main(_ app: WebApp) throws -> String {
        let page = text(app.page(for: head("/")))
        return String(try #require(page.split(separator: "\"").first { $0.hasSuffix("main.js") }))
    }

    @Test("the page loads its files under an address that changes when any of them does")
    func hashed() throws {
        let path = try main(try WebApp(files: Self.files))
        #expect(path.hasPrefix("/assets/") && path.split(separator: "/").count == 3)
        #expect(try main(try WebApp(files: Self.files)) == path)
        var changed = Self.files
        changed["views/a.js"] = [9]
        #expect(try main(try WebApp(files: changed)) != path)
    }

    @Test("files are served with their type and kept for good, those beside them by relative paths")
    func assets() throws {
        let app = try WebApp(files: Self.files)
        let path = try main(app)
        let script = try #require(app.asset(for: head(path)))
        #expect(text(script) == "import './views/a.js'")
        #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
        #expect(script.headers["cache-control"] == "public, max-age=31536000, immutable")
        let folder = path.dropLast("main.js".count)
        #expect(app.asset(for: head("\(folder)views/a.js"))?.body == [1])
        #expect(app.asset(for: head("\(folder)core.wasm"))?.headers["content-type"] == "application/wasm")
    }

    @Test("the gzipped form goes to those who take it, and both say that it depends")
    func gzip() throws {
        let app = try WebApp(files: Self.files)
        let path = try main(app)
        let packed = try #require(app.asset(for: head(path, ["Accept-Encoding": "br, gzip"])))
        #expect(packed.body == [0x1f, 0x8b])
        #expect(packed.headers["content-encoding"] == "gzip")
        let plain = try #require(app.asset(for: head(path, ["Accept-Encoding": "br, xgzip"])))
        #expect(plain.headers["content-encoding"] == nil)
        #expect(packed.headers["vary"] == "accept-encoding" && plain.headers["vary"] == "accept-encoding")
    }

    @Test("nothing else is served: no page, no packed form by itself, no unknown type, no other hash")
    func nothingElse() throws {
        let app = try WebApp(files: Self.files)
        let folder = try main(app).dropLast("main.js".count)
        for path in [
            "\(folder)index.html", "\(folder)main.js.gz", "\(folder)notes.txt", "/assets/main.js", "/assets/0/main.js",
        ] {
            #expect(app.asset(for: head(path)) == nil, "\(path)")
        }
    }

    @Test("a browser that has the page is told so")
    func notModified() throws {
        let app = try WebApp(files: Self.files)
        let page = app.page(for: head("/"))
        let tag = try #require(page.headers["etag"])
        let again = app.page(for: head("/", ["If-None-Match": tag]))
        #expect(again.status == .notModified && again.body.isEmpty)
        #expect(app.page(for: head("/", ["If-None-Match": "\"other\""])).status == .ok)
    }

    @Test("an asset is sent in part, and not at all to who has that form of it")
    func partly() throws {
        let app = try WebApp(files: Self.files)
        let path = try main(app)
        let part = try #require(app.asset(for: head(path, ["Range": "bytes=0-5"])))
        #expect(part.status == .partialContent && text(part) == "import")
        let tag = try #require(part.headers["etag"])
        #expect(app.asset(for: head(path, ["If-None-Match": tag]))?.status == .notModified)
        #expect(app.asset(for: head(path, ["If-None-Match": tag, "Accept-Encoding": "gzip"]))?.status == .ok)
    }

    @Test("the page runs the server's own scripts only, and is framed by nobody")
    func policy() throws {
        let policy = try #require(try WebApp(files: Self.files).page(for: head("/")).headers["content-security-policy"])
        for part in [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'", "form-action 'self'", "require-trusted-types-for 'script'",
        ] {
            #expect(policy.split(separator: "; ").contains(Substring(part)))
        }
        #expect(!policy.contains("unsafe-inline"))
    }

    @Test("a folder without a page is refused with what to do")
    func noPage() {
        #expect(throws: ServerFailure.self) { try WebApp(files: ["main.js": []]) }
        #expect(throws: ServerFailure.self) { try WebFolder.read("/nonexistent/web") }
    }
}
