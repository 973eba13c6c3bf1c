package import HTTPCodec
public import NetLoop

/// A whole request.
public struct HTTPRequest: Sendable {
    package var head: HTTPRequestHead
    /// At most `HTTPServerConfiguration.maximumBody` bytes.
    public var body: [UInt8]
    public var remoteAddress: SocketAddress
    /// Whether it came over TLS.
    public var isSecure: Bool

    package init(head: HTTPRequestHead, body: [UInt8] = [], remoteAddress: SocketAddress, isSecure: Bool = false) {
        self.head = head
        self.body = body
        self.remoteAddress = remoteAddress
        self.isSecure = isSecure
    }

    public var method: String { head.method.rawValue }
    /// Percent-decoded once, without dot segments.
    public var path: String { head.path }
    /// As it was sent, without the question mark.
    public var query: String { head.query }
    /// The first value of the field `name`, compared without regard to case.
    public func header(_ name: String) -> String? { head.headers[name] }
}

/// A whole response; Content-Length, Date and Connection are the server's to set.
public struct HTTPResponse: Sendable {
    package var status: HTTPStatus
    package var headers: HTTPHeaders
    public var body: [UInt8]
    /// Closes the connection after this response.
    public var closesConnection = false

    package init(status: HTTPStatus, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// - Parameter status: 200...599.
    public init(status: Int, reason: String = "", headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        let code = UInt16(exactly: status).flatMap { (200...599).contains($0) ? $0 : nil } ?? 500
        self.init(status: HTTPStatus(code: code, reason: reason), body: body)
        for (name, value) in headers { addHeader(name, value) }
    }

    /// A line of text that says what the status says.
    package static func text(_ status: HTTPStatus, _ message: String? = nil) -> HTTPResponse {
        var response = HTTPResponse(status: status, body: Array("\(message ?? status.reason)\n".utf8))
        response.addHeader("Content-Type", "text/plain; charset=utf-8")
        return response
    }

    /// The answer to a method that a resource does not take: 405 with what it takes, or 501 where the method is none
    /// that HTTP knows; their case counts, so `get` is unknown (RFC 9110 section 9.1).
    ///
    /// - Parameter allowed: the Allow field's value.
    public static func methodNotAllowed(_ method: String, allowed: String) -> HTTPResponse {
        switch method {
        case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT":
            HTTPResponse(status: .methodNotAllowed, headers: ["Allow": allowed])
        default: HTTPResponse(status: .notImplemented)
        }
    }

    /// Adds a field. One whose name is no token (RFC 9110 section 5.1) is left out, and what would end the field's line
    /// becomes a space.
    public mutating func addHeader(_ name: String, _ value: String) { _ = headers.add(name, value) }
}

/// Answers requests.
public protocol HTTPHandler: Sendable {
    /// Called on the connection's loop once a request is whole, or at its head where `bodyHandling` says `stream`;
    /// answers now or later through `exchange`.
    func handle(_ exchange: HTTPExchange)

    /// How the body of `request`, whose head has come, is to be handled; called on the connection's loop, only for
    /// requests that have one. `request.body` is empty.
    func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling
}

extension HTTPHandler {
    /// Collects up to `HTTPServerConfiguration.maximumBody` bytes.
    public func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling { .collect() }
}
