internal import HTTPCodec

/// What a request for some content is answered with, before any of the content is read.
struct HTTPContentPlan {
    enum Piece {
        /// Bytes between parts, or the words of a refusal.
        case text([UInt8])
        /// A part of the content, never empty and never past its end.
        case content(Range<Int>)
    }

    private(set) var status: HTTPStatus
    private(set) var headers: HTTPHeaders
    private(set) var pieces: [Piece] = []

    /// Bytes of all pieces.
    var length: Int {
        pieces.reduce(0) { sum, piece in
            switch piece {
            case .text(let text): sum + text.count
            case .content(let range): sum + range.count
            }
        }
    }

    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - boundary: makes what parts the ranges, where there are several.
    init(_ content: HTTPContent, _ head: HTTPRequestHead, now: Int64, boundary: () -> String) {
        guard head.method == .get || head.method == .head else {
            let refusal = HTTPResponse.methodNotAllowed(head.method.rawValue, allowed: "GET, HEAD")
            (status, headers) = (refusal.status, refusal.headers)
            return
        }
        (status, headers) = (.ok, content.headers)
        switch HTTPPreconditions.evaluate(
            method: head.method, headers: head.headers, entityTag: content.entityTag, lastModified: content.lastModified
        )
        {
        case .perform: break
        case .notModified:
            status = .notModified
            // A 304 tells what may have changed for the client's copy, and its type has not.
            headers.remove("Content-Type")
            return
        case .failed:
            refuse(.preconditionFailed)
            return
        }
        // Ranges are defined for GET alone (RFC 9110 section 14.2).
        let isRange =
            head.method == .get
            && HTTPPreconditions.permitsRange(
                headers: head.headers, entityTag: content.entityTag, lastModified: content.lastModified, now: now)
        guard isRange else {
            addWhole(content.size)
            return
        }
        switch HTTPByteRanges(head.headers, size: content.size) {
        case .whole: addWhole(content.size)
        case .parts(let parts): addParts(parts, content.size, boundary)
        case .unsatisfiable:
            refuse(.rangeNotSatisfiable)
            headers.set("Content-Range", "bytes */\(content.size)")
        }
    }

    private mutating func addWhole(_ size: Int) {
        if size > 0 { pieces = [.content(0..<size)] }
    }

    private mutating func addParts(_ parts: [Range<Int>], _ size: Int, _ boundary: () -> String) {
        status = .partialContent
        if let part = parts.first, parts.count == 1 {
            headers.set("Content-Range", Self.range(part, size))
            pieces = [.content(part)]
            return
        }
        let type = headers["content-type"] ?? "application/octet-stream"
        let boundary = boundary()
        headers.set("Content-Type", "multipart/byteranges; boundary=\(boundary)")
        for (place, part) in parts.enumerated() {
            let line = place == 0 ? "" : "\r\n"
            pieces.append(
                .text(
                    Array(
                        "\(line)--\(boundary)\r\nContent-Type: \(type)\r\nContent-Range: \(Self.range(part, size))\r\n\r\n"
                            .utf8)))
            pieces.append(.content(part))
        }
        pieces.append(.text(Array("\r\n--\(boundary)--\r\n".utf8)))
    }

    private static func range(_ part: Range<Int>, _ size: Int) -> String {
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
    }

    private mutating func refuse(_ refusal: HTTPStatus) {
        status = refusal
        headers.set("Content-Type", "text/plain; charset=utf-8")
        headers.remove("Content-Encoding")
        pieces = [.text(Array("\(refusal.reason)\n".utf8))]
    }
}
