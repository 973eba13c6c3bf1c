/// The letters that markup is made of, and the classes that CommonMark 0.29 sorts characters into.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let backslash = UInt8(ascii: "\\")
    static let backtick = UInt8(ascii: "`")
    static let star = UInt8(ascii: "*")
    static let underscore = UInt8(ascii: "_")
    static let tilde = UInt8(ascii: "~")
    static let less = UInt8(ascii: "<")
    static let greater = UInt8(ascii: ">")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")
    static let hyphen = UInt8(ascii: "-")
    static let plus = UInt8(ascii: "+")
    static let at = UInt8(ascii: "@")
    static let hash = UInt8(ascii: "#")
    static let ampersand = UInt8(ascii: "&")
    static let exclamation = UInt8(ascii: "!")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let openParenthesis = UInt8(ascii: "(")
    static let closeParenthesis = UInt8(ascii: ")")

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    static func isLetter(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= 0x61 && lower <= 0x7A
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    static func isLineEnd(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }

    /// C's `isspace`.
    static func isSpace(_ byte: UInt8) -> Bool { byte == space || (byte >= 0x09 && byte <= 0x0D) }

    /// C's `ispunct`: what a backslash escapes.
    static func isPunctuation(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !isAlphanumeric(byte)
    }
}

extension [UInt8] {
    /// The byte at `index`, or 0 outside the array.
    func byte(at index: Int) -> UInt8 { index >= 0 && index < count ? self[index] : 0 }

    func text(_ range: Range<Int>) -> String {
        String(decoding: self[range.clamped(to: 0..<count)], as: UTF8.self)
    }

    /// Whether the bytes from `index` on begin with `word`, compared without case; `word` is in lower case.
    func hasWord(_ word: StaticString, at index: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard index >= 0, length <= count, index <= count - length else { return false }
        return word.withUTF8Buffer { letters in
            for place in 0..<length where ASCII.lowercased(self[index + place]) != letters[place] { return false }
            return true
        }
    }

    /// The same with the case of letters.
    func hasExactly(_ word: StaticString, at index: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard index >= 0, length <= count, index <= count - length else { return false }
        return word.withUTF8Buffer { letters in
            for place in 0..<length where self[index + place] != letters[place] { return false }
            return true
        }
    }
}
