internal import HTTPCodec
internal import HTTPServer

/// The frame around every page, and the headers that go with it.
enum Layout {
    static func page(title: String, status: HTTPStatus = .ok, _ body: HTML) -> HTTPResponse {
        let html: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <link rel="icon" href="/roost.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/roost.css">
            </head>
            <body>
            <main>
            \(body)
            </main>
            </body>
            </html>

            """
        return response(Array(html.text.utf8), type: "text/html; charset=utf-8", status: status, cached: false)
    }

    static func response(_ body: [UInt8], type: String, status: HTTPStatus = .ok, cached: Bool) -> HTTPResponse {
        var headers = HTTPHeaders()
        headers.add("content-type", type)
        headers.add("cache-control", cached ? "public, max-age=3600" : "no-store")
        headers.add("content-security-policy", contentSecurityPolicy)
        headers.add("x-content-type-options", "nosniff")
        // The path of a set-up or invitation page is a secret; no other site may see it.
        headers.add("referrer-policy", "no-referrer")
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    private static let contentSecurityPolicy =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}
