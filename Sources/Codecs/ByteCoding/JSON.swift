/// A JSON value (RFC 8259).
///
/// Strings are compared by their bytes: two spellings of one accented letter are two strings, as for every other JSON
/// implementation. `.int(1)` and `.double(1)` are different values; `intValue` and `doubleValue` read either.
///
/// What is done with a value, freeing it included, recurses once a level. No reader makes one deeper than 128 levels
/// (`JSONLimits`); who builds one by hand keeps it about as flat.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case int(Int64)
    /// Any other number. Never infinite or NaN when it was parsed.
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }

    public var boolValue: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    /// The number, when it is whole and fits 64 bits, however it was written.
    public var intValue: Int64? {
        switch self {
        case .int(let value): return value
        case .double(let value):
            // `Int64(exactly:)` would need the C library's rounding functions, which nothing here links.
            guard value >= -0x1p63, value < 0x1p63 else { return nil }
            let whole = Int64(value)
            return Double(whole) == value ? whole : nil
        default: return nil
        }
    }

    /// The number, rounded to the nearest double when it is a large integer.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): return Double(value)
        case .double(let value): return value
        default: return nil
        }
    }

    public var stringValue: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    public var arrayValue: [JSON]? {
        if case .array(let value) = self { return value }
        return nil
    }

    public var objectValue: JSONObject? {
        if case .object(let value) = self { return value }
        return nil
    }

    /// The member `key`; nil when this is no object or has no such member.
    public subscript(_ key: String) -> JSON? {
        if case .object(let object) = self { return object[key] }
        return nil
    }
}

extension JSON: Hashable {
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.int(let a), .int(let b)): return a == b
        case (.double(let a), .double(let b)): return a == b
        case (.string(let a), .string(let b)): return a.hasSameBytes(as: b)
        case (.array(let a), .array(let b)): return a == b
        case (.object(let a), .object(let b)): return a == b
        default: return false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .int(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .string(let value): value.hashBytes(into: &hasher)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .int(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(members: elements)) }
}
