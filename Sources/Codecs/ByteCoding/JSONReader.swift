extension JSON {
    /// Reads one JSON text (RFC 8259) that fills `bytes` but for white space.
    ///
    /// Strict: no comments, no trailing commas, no byte order mark, no lone surrogates, no invalid UTF-8, no name
    /// twice in an object. Integers past 64 bits become doubles; `-0` becomes the integer 0.
    public static func parse(_ bytes: Span<UInt8>, limits: JSONLimits = .standard) throws(JSONError) -> JSON {
        var reader = JSONReader(limits: limits)
        return try reader.readDocument(bytes)
    }

    public static func parse(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> JSON {
        try parse(bytes.span, limits: limits)
    }

    public static func parse(_ bytes: ArraySlice<UInt8>, limits: JSONLimits = .standard) throws(JSONError) -> JSON {
        try parse(bytes.span, limits: limits)
    }
}

/// The place reached in a text; the text itself is passed along, since a span cannot be stored.
struct JSONReader {
    private let limits: JSONLimits
    var position = 0
    private var elements = 0

    init(limits: JSONLimits) { self.limits = limits }

    mutating func readDocument(_ bytes: Span<UInt8>) throws(JSONError) -> JSON {
        skipSpace(bytes)
        let value = try readValue(bytes, depth: 0)
        skipSpace(bytes)
        guard position == bytes.count else { throw failure(.trailingBytes) }
        return value
    }

    func failure(_ reason: JSONError.Reason) -> JSONError { JSONError(reason: reason, offset: position) }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0a, 0x0d: position &+= 1
            default: return
            }
        }
    }

    private mutating func readValue(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSON {
        guard position < bytes.count else { throw failure(.truncated) }
        guard elements < limits.maxElements else { throw failure(.tooManyElements) }
        elements &+= 1
        switch bytes[position] {
        case UInt8(ascii: "\""): return .string(try readString(bytes))
        case UInt8(ascii: "{"): return try readObject(bytes, depth: depth)
        case UInt8(ascii: "["): return try readArray(bytes, depth: depth)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber(bytes)
        case UInt8(ascii: "t"):
            try readWord("true", bytes)
            return .bool(true)
        case UInt8(ascii: "f"):
            try readWord("false", bytes)
            return .bool(false)
        case UInt8(ascii: "n"):
            try readWord("null", bytes)
            return .null
        default: throw failure(.unexpectedByte)
        }
    }

    private mutating func readWord(_ word: StaticString, _ bytes: Span<UInt8>) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position < bytes.count else { throw failure(.truncated) }
            guard bytes[position] == word.utf8Start[index] else { throw failure(.unexpectedByte) }
            position &+= 1
        }
    }

    private mutating func readArray(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSON {
        guard depth < limits.maxDepth else { throw failure(.tooDeep) }
        var values: [JSON] = []
        guard try enter(bytes, closing: UInt8(ascii: "]")) else { return .array(values) }
        repeat {
            skipSpace(bytes)
            values.append(try readValue(bytes, depth: depth &+ 1))
        } while try continues(bytes, closing: UInt8(ascii: "]"))
        return .array(values)
    }

    private mutating func readObject(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSON {
        guard depth < limits.maxDepth else { throw failure(.tooDeep) }
        var members: [JSONObject.Member] = []
        var names = JSONNames()
        guard try enter(bytes, closing: UInt8(ascii: "}")) else { return .object(JSONObject()) }
        repeat {
            skipSpace(bytes)
            guard position < bytes.count else { throw failure(.truncated) }
            guard bytes[position] == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
            let start = position
            let key = try readString(bytes)
            guard names.insert(key, among: members) else { throw JSONError(reason: .duplicateKey, offset: start) }
            skipSpace(bytes)
            guard position < bytes.count else { throw failure(.truncated) }
            guard bytes[position] == UInt8(ascii: ":") else { throw failure(.unexpectedByte) }
            position &+= 1
            skipSpace(bytes)
            members.append(JSONObject.Member(key: key, value: try readValue(bytes, depth: depth &+ 1)))
        } while try continues(bytes, closing: UInt8(ascii: "}"))
        return .object(JSONObject(distinct: members))
    }

    /// Passes the opening bracket; false when the container closes at once.
    private mutating func enter(_ bytes: Span<UInt8>, closing: UInt8) throws(JSONError) -> Bool {
        position &+= 1
        skipSpace(bytes)
        guard position < bytes.count else { throw failure(.truncated) }
        guard bytes[position] == closing else { return true }
        position &+= 1
        return false
    }

    /// Passes what follows an element: true after a comma, false after the closing bracket.
    private mutating func continues(_ bytes: Span<UInt8>, closing: UInt8) throws(JSONError) -> Bool {
        skipSpace(bytes)
        guard position < bytes.count else { throw failure(.truncated) }
        let byte = bytes[position]
        guard byte == closing || byte == UInt8(ascii: ",") else { throw failure(.unexpectedByte) }
        position &+= 1
        return byte != closing
    }
}

/// Finds a name that comes twice without quadratic work on a large object.
private struct JSONNames {
    private static let linearLimit = 16
    /// By members that have a name and null; the values mean nothing.
    private var seen: [JSONObject.Member: Int] = [:]

    /// False when `key` is one of `members`.
    mutating func insert(_ key: String, among members: [JSONObject.Member]) -> Bool {
        if members.count < Self.linearLimit {
            return !members.contains { $0.key.hasSameBytes(as: key) }
        }
        if seen.isEmpty {
            for member in members { seen[JSONObject.Member(key: member.key, value: .null)] = 0 }
        }
        return seen.updateValue(0, forKey: JSONObject.Member(key: key, value: .null)) == nil
    }
}
