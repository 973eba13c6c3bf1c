package import HTTPCodec
public import NetLoop

/// The request that opened a session: what an application may want to know of its client.
public struct HandshakeRequest: Sendable {
    package let headers: HTTPHeaders
    /// What follows the target's `?`, as it was sent.
    public let query: String
    public let remoteAddress: SocketAddress
    /// Whether the connection itself is encrypted; false behind a proxy that ends TLS.
    public let isSecure: Bool

    package init(headers: HTTPHeaders, query: String, remoteAddress: SocketAddress, isSecure: Bool) {
        self.headers = headers
        self.query = query
        self.remoteAddress = remoteAddress
        self.isSecure = isSecure
    }

    /// The same without what only the client's beginning needs.
    var withoutFields: HandshakeRequest {
        HandshakeRequest(headers: HTTPHeaders(), query: "", remoteAddress: remoteAddress, isSecure: isSecure)
    }

    /// The value of the first header field of that name, in any case.
    public func header(_ name: String) -> String? { headers[name] }
}
