/// A response's status line and fields.
package struct HTTPResponseHead: Sendable {
    package var status: HTTPStatus
    package var headers: HTTPHeaders

    package init(status: HTTPStatus, headers: HTTPHeaders = HTTPHeaders()) {
        self.status = status
        self.headers = headers
    }

    /// Appends the head with its closing empty line; always as HTTP/1.1, also to a 1.0 client (RFC 9110 section 2.5).
    ///
    /// No field can end the head early: `HTTPHeaders` holds no line breaks, and those of a reason become spaces.
    package func encode(into output: inout [UInt8]) {
        output.append(contentsOf: "HTTP/1.1 ".utf8)
        let code = status.code
        output.append(0x30 &+ UInt8(truncatingIfNeeded: code / 100 % 10))
        output.append(0x30 &+ UInt8(truncatingIfNeeded: code / 10 % 10))
        output.append(0x30 &+ UInt8(truncatingIfNeeded: code % 10))
        output.append(HTTPByte.space)
        for byte in status.reason.utf8 {
            output.append(HTTPByte.isFieldValue(byte) ? byte : HTTPByte.space)
        }
        output.append(HTTPByte.cr)
        output.append(HTTPByte.lf)
        headers.encode(into: &output)
        output.append(HTTPByte.cr)
        output.append(HTTPByte.lf)
    }
}
