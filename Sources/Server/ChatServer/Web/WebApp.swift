internal import ByteCoding
internal import HTTPCodec
internal import HTTPServer

/// The web app, held in memory: one page for every address of the app, and what that page loads.
///
/// What the page loads lies under `/assets/HASH/`, where the hash is that of all files together: an address never
/// changes what it means, so that browsers keep it for good, and modules name each other by relative paths.
struct WebApp: Sendable {
    private struct Asset {
        let plain: HTTPContent
        /// For browsers that take gzip; nil where that form was not built.
        let gzipped: HTTPContent?
    }

    private let page: HTTPContent
    private let assets: [String: Asset]

    /// Fails where `files` (see `WebFolder`) have no `index.html`. A file `NAME.gz` is the gzipped form of `NAME`.
    init(files: [String: [UInt8]]) throws(ServerFailure) {
        guard let index = files["index.html"] else {
            throw ServerFailure("The web app's folder has no index.html. Build it with bin/build-web; is --web right?")
        }
        let hash = Self.hash(files)
        var assets: [String: Asset] = [:]
        for (path, bytes) in files where path != "index.html" {
            guard let type = MediaType.of(path) else { continue }
            assets["/assets/\(hash)/\(path)"] = Asset(
                plain: Self.asset(bytes, type, tag: hash),
                gzipped: files["\(path).gz"].map { Self.asset($0, type, tag: "\(hash)-gzip", gzipped: true) })
        }
        self.assets = assets
        let html = String(decoding: index, as: UTF8.self).replacing("\"/assets/", with: "\"/assets/\(hash)/")
        page = Self.content(
            Array(html.utf8), "text/html; charset=utf-8", tag: hash, cache: "no-cache",
            [
                ("content-security-policy", Self.contentSecurityPolicy),
                // The path may hold a set-up token or an invitation; no other site may see it.
                ("referrer-policy", "no-referrer"), ("cross-origin-opener-policy", "same-origin"),
            ])
    }

    /// The app's page, or 304 when the browser has this one.
    func page(for head: HTTPRequestHead) -> HTTPResponse {
        page.response(to: head)
    }

    /// What lies at an address under `/assets/`, whole, in part, or 304; nil where nothing does.
    func asset(for head: HTTPRequestHead) -> HTTPResponse? {
        guard let asset = assets[head.path] else { return nil }
        if let gzipped = asset.gzipped, Self.acceptsGzip(head.headers) { return gzipped.response(to: head) }
        return asset.plain.response(to: head)
    }

    /// Whether gzip is listed without a weight, as browsers do; with one, the plain form is never wrong.
    private static func acceptsGzip(_ headers: HTTPHeaders) -> Bool { headers.lists("gzip", in: "accept-encoding") }

    private static func asset(_ bytes: [UInt8], _ type: String, tag: String, gzipped: Bool = false) -> HTTPContent {
        var headers = [(name: "vary", value: "accept-encoding")]
        if gzipped { headers.append(("content-encoding", "gzip")) }
        return content(bytes, type, tag: tag, cache: "public, max-age=31536000, immutable", headers)
    }

    private static func content(
        _ bytes: [UInt8], _ type: String, tag: String, cache: String, _ more: [(name: String, value: String)]
    ) -> HTTPContent {
        HTTPContent(
            bytes, type: type, entityTag: tag,
            headers: [("cache-control", cache), ("x-content-type-options", "nosniff")] + more)
    }

    /// 64 bits of FNV-1a: enough to tell versions of one app apart, and no secret.
    private static func hash(_ files: [String: [UInt8]]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
            for byte in path.utf8 { mix(byte) }
            mix(0)
            for byte in bytes { mix(byte) }
            mix(0)
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Scripts, styles and pictures of the server's own, WebAssembly, and its own WebSocket; markup from strings by
    /// nobody.
    private static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self'",
        "font-src 'self'", "manifest-src 'self'", "connect-src 'self'", "form-action 'self'",
        "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
}
