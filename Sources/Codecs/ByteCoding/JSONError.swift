/// Why a text is not a JSON value that is accepted here, and where.
public struct JSONError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The text ends inside a value, or is empty.
        case truncated
        /// A byte that the grammar does not allow there.
        case unexpectedByte
        /// Something but white space follows the value.
        case trailingBytes
        case invalidNumber
        /// Larger than a double can hold, or longer than `JSONLimits.maxNumberLength`.
        case numberOutOfRange
        /// A control character below U+0020 stands in a string unescaped.
        case controlCharacter
        case invalidEscape
        /// `\uD800`...`\uDFFF` without its other half.
        case loneSurrogate
        case invalidUTF8
        /// A name comes twice in one object. RFC 8259 section 4 leaves the meaning open, so two readers of one text
        /// could understand two things; RFC 7493 section 2.3 forbids it.
        case duplicateKey
        case tooDeep
        case tooManyElements
    }

    public let reason: Reason
    /// Bytes from the start of the text.
    public let offset: Int

    public init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

/// Bounds on what a text may cost its reader; the text's own length is the caller's to bound.
public struct JSONLimits: Hashable, Sendable {
    /// Depth 64, 100,000 elements.
    public static let standard = JSONLimits()

    /// Significant digits past this change no double: the longest exact one has 767.
    public static let maxNumberLength = 1100

    /// Arrays and objects within one another: 0...128; a scalar alone has depth 0.
    public let maxDepth: Int
    /// Values in all, containers included.
    public let maxElements: Int

    public init(maxDepth: Int = 64, maxElements: Int = 100_000) {
        // Reading, comparing, writing and freeing recurse once a level, which takes up to 2 KiB of stack unoptimised,
        // on threads whose stacks may be small.
        self.maxDepth = min(max(maxDepth, 0), 128)
        self.maxElements = maxElements
    }
}
