internal import HTTPCodec

/// Puts a response on the wire with the fields that are the server's (RFC 9110 section 8.6, RFC 9112 section 6).
enum HTTPResponseWriter {
    /// Bodies up to this many bytes are sent in one piece with the head.
    private static let joinLimit = 16 * 1024

    static func write(
        _ response: HTTPResponse, date: String, isHead: Bool, keepAlive: Bool,
        into actions: inout [HTTPConnectionState.Action]
    ) {
        var headers = response.headers
        headers.remove("Transfer-Encoding")
        _ = headers.set("Date", date)
        // A 204 has no content and says no length; a 304 would say that of another response.
        let hasBody = response.status != .noContent && response.status != .notModified
        if hasBody { _ = headers.set("Content-Length", String(response.body.count)) }
        if !hasBody { headers.remove("Content-Length") }
        if !keepAlive { _ = headers.set("Connection", "close") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + min(response.body.count, joinLimit))
        HTTPResponseHead(status: response.status, headers: headers).encode(into: &bytes)
        guard hasBody, !isHead, !response.body.isEmpty else { return actions.append(.send(bytes)) }
        if response.body.count <= joinLimit {
            bytes.append(contentsOf: response.body)
            actions.append(.send(bytes))
        } else {
            actions.append(.send(bytes))
            actions.append(.send(response.body))
        }
    }
}
