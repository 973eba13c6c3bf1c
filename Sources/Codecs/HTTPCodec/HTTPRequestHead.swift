/// How a request's body ends (RFC 9112 section 6).
package enum HTTPBodyFraming: Hashable, Sendable {
    case none
    /// Bytes that Content-Length announced; more than zero and within the limit.
    case length(Int)
    /// Chunks until the one of size zero.
    case chunked
}

/// A request's line and fields, checked.
package struct HTTPRequestHead: Sendable {
    package var method: HTTPMethod
    /// The request target as it was sent.
    package var target: String
    /// The target's path, percent-decoded once: begins with `/`, and has no dot segments and no control characters.
    /// `*` for `OPTIONS *`, empty for CONNECT.
    package var path: String
    /// What follows the target's first `?`, as it was sent; empty when there is none.
    package var query: String
    package var version: HTTPVersion
    package var headers: HTTPHeaders
    /// Host and port: the absolute target's, else the Host field's (RFC 9112 section 3.2.2); empty in an HTTP/1.0
    /// request that names none. Chosen by the client, so no link is made from it.
    package var authority: String
    package var framing: HTTPBodyFraming
    /// Whether the connection may carry another request after this one (RFC 9112 section 9.3).
    package var keepAlive: Bool
    /// The client waits for `100 Continue` before it sends the body (RFC 9110 section 10.1.1); never in HTTP/1.0 and
    /// never without a body.
    package var expectsContinue: Bool

    package init(
        method: HTTPMethod, target: String, path: String, query: String = "", version: HTTPVersion = .http11,
        headers: HTTPHeaders = HTTPHeaders(), authority: String = "", framing: HTTPBodyFraming = .none,
        keepAlive: Bool = true, expectsContinue: Bool = false
    ) {
        self.method = method
        self.target = target
        self.path = path
        self.query = query
        self.version = version
        self.headers = headers
        self.authority = authority
        self.framing = framing
        self.keepAlive = keepAlive
        self.expectsContinue = expectsContinue
    }
}
