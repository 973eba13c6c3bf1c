package import HTTPCodec

/// Something that can be fetched: bytes in memory or a file, with its validators, answered as a whole or in parts
/// (RFC 9110 sections 13 and 14).
///
/// GET and HEAD honour conditions and Range; several ranges come as `multipart/byteranges`. Other methods get 405, or
/// 501 where HTTP does not know them.
public struct HTTPContent: Sendable {
    enum Source: Sendable {
        case bytes([UInt8])
        case file(HTTPFile)
    }

    let source: Source
    package let headers: HTTPHeaders
    package let entityTag: HTTPEntityTag?
    /// Seconds since 1970.
    public let lastModified: Int64?

    /// Bytes in memory.
    ///
    /// - Parameters:
    ///   - type: the media type.
    ///   - entityTag: what stands between the quotes of a strong validator; nil, or a text that none can be, means none.
    ///   - lastModified: seconds since 1970.
    ///   - headers: further fields; a 304 carries them too.
    public init(
        _ bytes: [UInt8], type: String, entityTag: String? = nil, lastModified: Int64? = nil,
        headers: [(name: String, value: String)] = []
    ) {
        self.init(
            .bytes(bytes), type, entityTag.flatMap { HTTPEntityTag($0) }, lastModified, headers)
    }

    /// A file; its validators are its own.
    public init(_ file: HTTPFile, type: String, headers: [(name: String, value: String)] = []) {
        self.init(.file(file), type, file.entityTag, file.modified, headers)
    }

    private init(
        _ source: Source, _ type: String, _ entityTag: HTTPEntityTag?, _ lastModified: Int64?,
        _ more: [(name: String, value: String)]
    ) {
        self.source = source
        self.entityTag = entityTag
        self.lastModified = lastModified
        var headers: HTTPHeaders = ["Content-Type": type, "Accept-Ranges": "bytes"]
        if let entityTag { headers.add("ETag", entityTag.text) }
        if let lastModified { headers.add("Last-Modified", HTTPDate.string(unixSeconds: lastModified)) }
        for (name, value) in more { headers.add(name, value) }
        self.headers = headers
    }

    /// Bytes of the whole.
    public var size: Int {
        switch source {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.size
        }
    }

    /// The answer to `head` where everything is in memory; the content of a file is left out.
    ///
    /// - Parameter now: seconds since 1970.
    package func response(to head: HTTPRequestHead, now: Int64 = 0) -> HTTPResponse {
        let plan = HTTPContentPlan(self, head, now: now, boundary: Self.makeBoundary)
        var response = HTTPResponse(status: plan.status, headers: plan.headers)
        guard case .bytes(let bytes) = source else { return response }
        response.body.reserveCapacity(plan.length)
        for piece in plan.pieces {
            switch piece {
            case .text(let text): response.body.append(contentsOf: text)
            case .content(let range): response.body.append(contentsOf: bytes[range])
            }
        }
        return response
    }

    /// 128 random bits, so that no content can hold it by intent.
    static func makeBoundary() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }
}
