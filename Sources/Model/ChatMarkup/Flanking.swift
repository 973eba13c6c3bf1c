/// Whether a run of delimiters stands at the beginning or the end of something (CommonMark 0.29 section 6.4).
struct Flanking {
    /// What stands beside a run, as far as it matters.
    enum Neighbour {
        case space
        case punctuation
        case other
    }

    let before: Neighbour
    let after: Neighbour

    var isLeft: Bool { after != .space && (after != .punctuation || before != .other) }
    var isRight: Bool { before != .space && (before != .punctuation || after != .other) }

    /// Underscores within a word are part of it.
    var ofUnderscores: (canOpen: Bool, canClose: Bool) {
        (isLeft && (!isRight || before == .punctuation), isRight && (!isLeft || after == .punctuation))
    }
}

extension Flanking.Neighbour {
    /// The kind of the character that begins at `index` in valid UTF-8; what is no character counts as a space.
    init(_ bytes: [UInt8], at index: Int) {
        let scalar = Self.scalar(bytes, at: index)
        switch scalar {
        case 0..<0x80:
            let byte = UInt8(truncatingIfNeeded: scalar)
            // U+000B is no white space to CommonMark.
            self = ASCII.isSpace(byte) && byte != 0x0B ? .space : ASCII.isPunctuation(byte) ? .punctuation : .other
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: self = .space
        default: self = Punctuation.contains(scalar) ? .punctuation : .other
        }
    }

    private static func scalar(_ bytes: [UInt8], at index: Int) -> UInt32 {
        let first = bytes.byte(at: index)
        let (length, bits): (Int, UInt8) =
            switch first {
            case 0..<0x80: (1, first)
            case 0xC0..<0xE0: (2, first & 0x1F)
            case 0xE0..<0xF0: (3, first & 0x0F)
            case 0xF0..<0xF8: (4, first & 0x07)
            default: (1, 0x20)
            }
        var value = UInt32(bits)
        for place in 1..<max(length, 1) { value = value << 6 | UInt32(bytes.byte(at: index + place) & 0x3F) }
        return value
    }
}
