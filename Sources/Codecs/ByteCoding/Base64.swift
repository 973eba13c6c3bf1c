/// Base64 with the standard alphabet and padding (RFC 4648 section 4).
package enum Base64 {
    package static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        encode(bytes, into: &text)
        return text
    }

    package static func encode(_ bytes: [UInt8]) -> [UInt8] { encode(bytes.span) }

    package static func encode(_ bytes: Span<UInt8>, into text: inout [UInt8]) {
        Base64Alphabet.standard.encode(bytes, padded: true, into: &text)
    }

    /// Nil for anything but what `encode` writes: foreign letters, line breaks, missing or misplaced padding, and
    /// bits set past the last byte are refused, so that each value has exactly one spelling.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var end = text.count
        if end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
        if end > 0, end < text.count, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
        return Base64Alphabet.standard.decode(text, count: end)
    }

    package static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text.span) }
}

/// Base64 with the alphabet that is safe in URLs and file names, without padding (RFC 4648 section 5).
package enum Base64URL {
    package static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        Base64Alphabet.url.encode(bytes, padded: false, into: &text)
        return text
    }

    package static func encode(_ bytes: [UInt8]) -> [UInt8] { encode(bytes.span) }

    /// Nil for anything but what `encode` writes; padding is refused too.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? { Base64Alphabet.url.decode(text, count: text.count) }

    package static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text.span) }
}

/// The letters of one Base64 variant, with their inverse.
private struct Base64Alphabet: Sendable {
    static let standard = Base64Alphabet(last: (UInt8(ascii: "+"), UInt8(ascii: "/")))
    static let url = Base64Alphabet(last: (UInt8(ascii: "-"), UInt8(ascii: "_")))

    private static let foreign: UInt8 = 0xff

    /// 64 letters.
    private let letters: [UInt8]
    /// 256 entries: the letter's value, or `foreign`.
    private let values: [UInt8]

    private init(last: (UInt8, UInt8)) {
        var letters = [UInt8](UInt8(ascii: "A")...UInt8(ascii: "Z"))
        letters += UInt8(ascii: "a")...UInt8(ascii: "z")
        letters += UInt8(ascii: "0")...UInt8(ascii: "9")
        letters += [last.0, last.1]
        var values = [UInt8](repeating: Self.foreign, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        self.letters = letters
        self.values = values
    }

    func encode(_ bytes: Span<UInt8>, padded: Bool, into text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count / 3 + 1) * 4)
        let letters = self.letters
        var index = 0
        while bytes.count - index >= 3 {
            let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
            text.append(letters[Int(group >> 18)])
            text.append(letters[Int(group >> 12 & 63)])
            text.append(letters[Int(group >> 6 & 63)])
            text.append(letters[Int(group & 63)])
            index += 3
        }
        let left = bytes.count - index
        guard left > 0 else { return }
        let group = UInt32(bytes[index]) << 16 | (left == 2 ? UInt32(bytes[index + 1]) << 8 : 0)
        text.append(letters[Int(group >> 18)])
        text.append(letters[Int(group >> 12 & 63)])
        if left == 2 { text.append(letters[Int(group >> 6 & 63)]) }
        if padded { for _ in left..<3 { text.append(UInt8(ascii: "=")) } }
    }

    /// Decodes the first `count` letters of `text`, which hold no padding.
    func decode(_ text: Span<UInt8>, count: Int) -> [UInt8]? {
        guard count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count / 4 * 3 + 2)
        let values = self.values
        var group: UInt32 = 0
        var bits = 0
        for index in 0..<count {
            let value = values[Int(text[index])]
            guard value != Self.foreign else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
                group &= (1 << UInt32(bits)) - 1
            }
        }
        return group == 0 ? bytes : nil
    }
}
