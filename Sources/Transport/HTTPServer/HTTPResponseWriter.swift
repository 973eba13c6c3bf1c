internal import HTTPCodec

/// Puts responses on the wire with the fields that are the server's (RFC 9110 section 8.6, RFC 9112 section 6).
enum HTTPResponseWriter {
    /// Bodies up to this many bytes are sent in one piece with the head.
    private static let joinLimit = 16 * 1024

    /// What the Connection field says.
    enum ConnectionField {
        case none
        case close
        case keepAlive
    }

    /// How the client finds the end of the content.
    enum Framing: Equatable {
        /// There is none, and no length is said: a 204, or a 304, whose length would be that of another response.
        case none
        case length(Int)
        case chunked
        /// The connection's end; HTTP/1.0 knows no chunks.
        case untilClose

        init(_ response: HTTPResponse, length: Int?, isHTTP10: Bool) {
            if response.status == .noContent || response.status == .notModified {
                self = .none
            } else if let length {
                self = .length(max(0, length))
            } else {
                self = isHTTP10 ? .untilClose : .chunked
            }
        }

        var response: HTTPStreaming.Response {
            switch self {
            case .none: .withoutContent
            case .length(let length): .counted(left: length)
            case .chunked: .chunked
            case .untilClose: .untilClose
            }
        }
    }

    static let lastChunk = Array("0\r\n\r\n".utf8)

    /// A whole response, in one or two pieces.
    static func pieces(
        _ response: HTTPResponse, date: String, isHead: Bool, _ connection: ConnectionField
    ) -> [[UInt8]] {
        let framing = Framing(response, length: response.body.count, isHTTP10: false)
        let hasBody = framing != .none && !isHead && !response.body.isEmpty
        let isJoined = hasBody && response.body.count <= joinLimit
        var bytes = head(
            response, framing, date: date, connection, reserving: isJoined ? response.body.count : 0)
        guard hasBody else { return [bytes] }
        guard isJoined else { return [bytes, response.body] }
        bytes.append(contentsOf: response.body)
        return [bytes]
    }

    static func head(
        _ response: HTTPResponse, _ framing: Framing, date: String, _ connection: ConnectionField,
        reserving more: Int = 0
    ) -> [UInt8] {
        var headers = response.headers
        headers.remove("Transfer-Encoding")
        _ = headers.set("Date", date)
        switch framing {
        case .none, .untilClose: headers.remove("Content-Length")
        case .length(let length): _ = headers.set("Content-Length", String(length))
        case .chunked:
            headers.remove("Content-Length")
            _ = headers.set("Transfer-Encoding", "chunked")
        }
        switch connection {
        case .none: break
        case .close: _ = headers.set("Connection", "close")
        case .keepAlive: _ = headers.set("Connection", "keep-alive")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + more)
        HTTPResponseHead(status: response.status, headers: headers).encode(into: &bytes)
        return bytes
    }

    /// `bytes`, which are some, as a chunk (RFC 9112 section 7.1).
    static func chunk(_ bytes: [UInt8]) -> [[UInt8]] {
        var joined = Array(String(bytes.count, radix: 16).utf8)
        joined.append(contentsOf: [0x0D, 0x0A])
        guard bytes.count <= joinLimit else { return [joined, bytes, [0x0D, 0x0A]] }
        joined.append(contentsOf: bytes)
        joined.append(contentsOf: [0x0D, 0x0A])
        return [joined]
    }
}
