/// The words by which people are found, the same in every store: without regard to case and accents.
package enum PersonWords {
    /// Words kept of one person, and looked for in one query; a name or an address has fewer.
    package static let limit = 64

    /// The words of the name, of the handle and of the address's part before the @, and the address whole.
    ///
    /// What follows the @ is no word of its own: where everybody has an address of one domain, it tells nobody apart.
    package static func of(name: String, handle: String, email: String) -> Set<String> {
        let local = email.prefix { $0 != "@" }
        var words = Set(words(in: name))
        words.formUnion(self.words(in: handle))
        words.formUnion(self.words(in: String(local)))
        if !email.isEmpty { words.insert(fold(email)) }
        return words
    }

    /// The words of what somebody looks for, folded: runs of letters and digits, or, with an @ in it, the whole as the
    /// beginning of an address. An @ that begins it belongs to a handle. At most `limit`.
    package static func of(query: String) -> [String] {
        let query = query.utf8.first == 0x40 ? String(query.dropFirst()) : query
        guard query.utf8.contains(0x40) else { return words(in: query) }
        let address = fold(query.filter { !$0.isWhitespace })
        return address.isEmpty ? [] : [address]
    }

    private static func words(in text: String) -> [String] {
        let words = fold(text).unicodeScalars.split { !isLetter($0) }.prefix(limit)
        return words.map { String(String.UnicodeScalarView($0)) }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    /// Lower case, and letters without the marks above, below and through them, composed or not.
    static func fold(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isAccent(lower) {
                folded.append(plain[lower] ?? lower)
            }
        }
        return String(folded)
    }

    /// Classes from 10 are points of Hebrew and Arabic and marks placed around a letter; the lower ones (nukta, virama,
    /// the marks of kana) change what is read.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass.rawValue >= 10
    }

    /// Small letters with a mark by the letter without it: Unicode names one "… LETTER E WITH ACUTE" and the other
    /// "… LETTER E". Four of Cyrillic's have names of their own.
    private static let plain: [Unicode.Scalar: Unicode.Scalar] = {
        var letters: [String: Unicode.Scalar] = [:]
        var marked: [(scalar: Unicode.Scalar, base: String)] = []
        for range in [0x61...0x7a, 0xe0...0x24f, 0x370...0x52f, 0x1e00...0x1fff] as [ClosedRange<UInt32>] {
            for scalar in range.lazy.compactMap(Unicode.Scalar.init) {
                guard scalar.properties.generalCategory == .lowercaseLetter, let name = scalar.properties.name else {
                    continue
                }
                let words = name.split(separator: " ")
                if let with = words.firstIndex(of: "WITH") {
                    marked.append((scalar, words[..<with].joined(separator: " ")))
                } else {
                    letters[name] = scalar
                }
            }
        }
        var plain: [Unicode.Scalar: Unicode.Scalar] = ["й": "и", "ё": "е", "ў": "у", "ї": "і"]
        for (scalar, base) in marked { plain[scalar] = letters[base] }
        return plain
    }()
}
