/// `method SP request-target SP HTTP-version`, taken apart (RFC 9112 section 3).
struct HTTPRequestLine: Sendable {
    var method: HTTPMethod
    var target: String
    var path: String
    var query: String
    /// The authority that an absolute target or CONNECT names; it overrules the Host field.
    var authority: String?
    /// The port that the target's scheme implies; nil where it names none.
    var defaultPort: String?
    var version: HTTPVersion

    /// `line` comes without its CRLF.
    init(parsing line: Span<UInt8>) throws(HTTPParseError) {
        var index = 0
        while index < line.count, HTTPByte.isToken(line[index]) { index += 1 }
        let methodEnd = index
        guard methodEnd > 0, index < line.count, line[index] == HTTPByte.space else { throw Self.reason(line, index) }
        index += 1
        let targetStart = index
        while index < line.count, HTTPByte.isVisible(line[index]) { index += 1 }
        let targetEnd = index
        // A line without a version is HTTP/0.9, which has no fields to say whom it is for.
        guard targetEnd > targetStart, index < line.count, line[index] == HTTPByte.space else {
            throw Self.reason(line, index)
        }
        version = try Self.version(line.extracting((index + 1)...))
        method = HTTPMethod(Self.text(line.extracting(..<methodEnd)))
        let raw = line.extracting(targetStart..<targetEnd)
        target = Self.text(raw)
        path = ""
        query = ""
        authority = nil
        try take(target: raw)
    }

    private mutating func take(target raw: Span<UInt8>) throws(HTTPParseError) {
        if method == .connect {
            guard Self.isHost(raw) else { throw .malformedRequestLine }
            authority = target
            return
        }
        if raw.count == 1, raw[0] == 0x2A {
            guard method == .options else { throw .malformedRequestLine }
            path = "*"
            return
        }
        guard raw[0] != 0x2F else { return try take(pathAndQuery: raw) }
        guard let start = Self.afterScheme(raw) else { throw .malformedRequestLine }
        defaultPort = start == 7 ? "80" : "443"
        var end = start
        while end < raw.count, raw[end] != 0x2F, raw[end] != 0x3F { end += 1 }
        guard Self.isHost(raw.extracting(start..<end)) else { throw .malformedRequestLine }
        authority = Self.text(raw.extracting(start..<end))
        if end < raw.count, raw[end] == 0x2F {
            try take(pathAndQuery: raw.extracting(end...))
        } else {
            path = "/"
            guard end < raw.count else { return }
            let rest = raw.extracting((end + 1)...)
            guard !Self.contains(rest, 0x23) else { throw .malformedRequestLine }
            query = Self.text(rest)
        }
    }

    private mutating func take(pathAndQuery raw: Span<UInt8>) throws(HTTPParseError) {
        // A fragment never leaves the client; one that did would be cut off by some readers and kept by others.
        guard !Self.contains(raw, 0x23) else { throw .malformedRequestLine }
        var end = 0
        while end < raw.count, raw[end] != 0x3F { end += 1 }
        guard let decoded = HTTPPath.decode(raw.extracting(..<end)) else { throw .malformedRequestLine }
        path = decoded
        if end < raw.count { query = Self.text(raw.extracting((end + 1)...)) }
    }

    /// Where the authority of an `http` or `https` URI begins.
    private static func afterScheme(_ raw: Span<UInt8>) -> Int? {
        if HTTPByte.hasPrefix(raw, "http://") { return 7 }
        if HTTPByte.hasPrefix(raw, "https://") { return 8 }
        return nil
    }

    /// `uri-host [ ":" port ]` by its letters, which is all that can be told without looking it up.
    static func isHost(_ bytes: Span<UInt8>) -> Bool {
        guard !bytes.isEmpty, bytes[0] != 0x3A else { return false }
        for index in 0..<bytes.count where !HTTPByte.isHost(bytes[index]) { return false }
        var end = bytes.count
        if bytes[0] == 0x5B {
            end = 0
            while end < bytes.count, bytes[end] != 0x5D { end += 1 }
            guard end < bytes.count, end > 1 else { return false }
            end += 1
        } else {
            end = 0
            while end < bytes.count, bytes[end] != 0x3A { end += 1 }
        }
        guard end < bytes.count else { return true }
        guard bytes[end] == 0x3A, bytes.count - end <= 6 else { return false }
        for index in (end + 1)..<bytes.count where !HTTPByte.isDigit(bytes[index]) { return false }
        return true
    }

    /// Whether both name one host and port: in any case, and with the port left out or not where it is the default.
    static func areSameHost(_ one: String, _ other: String, defaultPort: String?) -> Bool {
        withoutPort(one, defaultPort).lowercased() == withoutPort(other, defaultPort).lowercased()
    }

    private static func withoutPort(_ host: String, _ port: String?) -> Substring {
        var rest = host[...]
        if let port, rest.hasSuffix(":\(port)") { rest.removeLast(port.utf8.count + 1) }
        // An empty port is the default one (RFC 3986 section 3.2.3).
        if rest.hasSuffix(":"), rest.count > 1 { rest.removeLast() }
        return rest
    }

    private static func version(_ bytes: Span<UInt8>) throws(HTTPParseError) -> HTTPVersion {
        guard bytes.count == 8, HTTPByte.hasExactPrefix(bytes, "HTTP/"), HTTPByte.isDigit(bytes[5]), bytes[6] == 0x2E,
            HTTPByte.isDigit(bytes[7])
        else { throw reason(bytes, 0) }
        guard bytes[5] == 0x31, bytes[7] <= 0x31 else { throw .unsupportedVersion }
        return bytes[7] == 0x30 ? .http10 : .http11
    }

    /// A stray CR is named for what it is; everything else is a malformed line.
    private static func reason(_ line: Span<UInt8>, _ index: Int) -> HTTPParseError {
        for place in index..<line.count where line[place] == HTTPByte.cr { return .bareLineBreak }
        return .malformedRequestLine
    }

    private static func contains(_ bytes: Span<UInt8>, _ wanted: UInt8) -> Bool {
        for index in 0..<bytes.count where bytes[index] == wanted { return true }
        return false
    }

    private static func text(_ bytes: Span<UInt8>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
