/// What the fields of one head say about its framing and its connection, gathered as the lines come.
struct HTTPHeadFacts: Sendable {
    private var host: String?
    private var contentLength: Int?
    private var chunkedCodings = 0
    private var otherCodings = 0
    private var hasTransferEncoding = false
    private var asksClose = false
    private var asksKeepAlive = false
    private var asksContinue = false
    private var asksOther = false

    /// Takes one checked field; `value` has no blanks at its ends.
    mutating func note(name: Span<UInt8>, value: Span<UInt8>) throws(HTTPParseError) {
        switch name.count {
        case 4 where HTTPByte.equals(name, "host"):
            guard host == nil, HTTPRequestLine.isHost(value) else { throw .invalidHost }
            host = value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        case 6 where HTTPByte.equals(name, "expect"):
            Self.forEachMember(of: value) { member in
                if HTTPByte.equals(member, "100-continue") {
                    asksContinue = true
                } else if !member.isEmpty {
                    asksOther = true
                }
            }
        case 10 where HTTPByte.equals(name, "connection"):
            Self.forEachMember(of: value) { member in
                if HTTPByte.equals(member, "close") { asksClose = true }
                if HTTPByte.equals(member, "keep-alive") { asksKeepAlive = true }
            }
        case 14 where HTTPByte.equals(name, "content-length"):
            // Also an equal repeat is refused: no honest client sends one, and some readers join the two.
            guard contentLength == nil else { throw .invalidContentLength }
            contentLength = try Self.length(value)
        case 17 where HTTPByte.equals(name, "transfer-encoding"):
            hasTransferEncoding = true
            Self.forEachMember(of: value) { member in
                if HTTPByte.equals(member, "chunked") {
                    chunkedCodings += 1
                } else if !member.isEmpty {
                    // A parameter makes `chunked` a coding of its own, which nothing defines.
                    otherCodings += 1
                }
            }
        default: break
        }
    }

    /// The authority that the request is for (RFC 9112 section 3.2).
    ///
    /// An absolute target that names another host than the Host field is refused: a server may ignore the field then
    /// (section 3.2.2), but whoever stands before it may have gone by it.
    func authority(of line: HTTPRequestLine) throws(HTTPParseError) -> String {
        guard let host else {
            guard line.version == .http10 else { throw .invalidHost }
            return line.authority ?? ""
        }
        guard let authority = line.authority else { return host }
        guard line.method == .connect || HTTPRequestLine.areSameHost(authority, host, defaultPort: line.defaultPort)
        else { throw .invalidHost }
        return authority
    }

    /// How the body ends (RFC 9112 section 6.3), or why that is in doubt.
    func framing(version: HTTPVersion) throws(HTTPParseError) -> HTTPBodyFraming {
        if hasTransferEncoding {
            guard contentLength == nil, version == .http11 else { throw .ambiguousFraming }
            guard otherCodings == 0 else { throw .unknownTransferCoding }
            guard chunkedCodings == 1 else { throw .ambiguousFraming }
            return .chunked
        }
        guard let contentLength, contentLength > 0 else { return .none }
        return .length(contentLength)
    }

    func keepAlive(version: HTTPVersion) -> Bool {
        !asksClose && (version == .http11 || asksKeepAlive)
    }

    /// Whether the client waits for 100; HTTP/1.0 knows no expectations, and nothing but this one is met
    /// (RFC 9110 section 10.1.1).
    func expectsContinue(version: HTTPVersion, framing: HTTPBodyFraming) throws(HTTPParseError) -> Bool {
        guard version == .http11 else { return false }
        guard !asksOther else { throw .unmetExpectation }
        return asksContinue && framing != .none
    }

    /// Digits only; a number that no Int holds is a body that no limit allows.
    private static func length(_ value: Span<UInt8>) throws(HTTPParseError) -> Int {
        guard !value.isEmpty else { throw .invalidContentLength }
        for index in 0..<value.count where !HTTPByte.isDigit(value[index]) { throw .invalidContentLength }
        var total = 0
        for index in 0..<value.count {
            let (tens, tensOverflow) = total.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) = tens.addingReportingOverflow(Int(value[index] &- 0x30))
            guard !tensOverflow, !sumOverflow else { throw .bodyTooLarge }
            total = sum
        }
        return total
    }

    private static func forEachMember(of value: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        var start = 0
        while start <= value.count {
            var end = start
            while end < value.count, value[end] != 0x2C { end += 1 }
            let member = value.extracting(start..<end)
            body(member.extracting(HTTPByte.trimmed(member)))
            start = end + 1
        }
    }
}
