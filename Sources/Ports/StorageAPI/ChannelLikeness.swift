/// What makes two channels' names one, the same in every store: people cannot tell them apart at a glance.
///
/// Case, unseen characters, wide and mathematical forms and the width of spaces make no difference, and a letter of the
/// Cyrillic or Greek alphabet counts as the Latin one that it looks like (the idea of Unicode's UTS #39, for the letters
/// that people have on their keys). Accents do make one: café and cafe are two. So do digits and letters that look alike
/// in some typefaces only, such as 1 and l.
package enum ChannelLikeness {
    /// Two names are alike where these are equal as Swift compares texts, however their accents are composed.
    package static func of(_ name: String) -> String {
        var alike = String.UnicodeScalarView()
        var isAfterSpace = false
        for scalar in name.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            let isSpace = scalar.properties.isWhitespace
            defer { isAfterSpace = isSpace }
            guard !isSpace else {
                if !isAfterSpace { alike.append(" ") }
                continue
            }
            for lower in plain(scalar).properties.lowercaseMapping.unicodeScalars {
                alike.append(latin[lower] ?? lower)
            }
        }
        return String(alike)
    }

    /// The ASCII character that `scalar` is a wide, circled, small-capital or mathematical form of; else itself.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xff01...0xff5e: Unicode.Scalar(scalar.value - 0xfee0) ?? scalar
        case 0x1d7ce...0x1d7ff: Unicode.Scalar(0x30 + (scalar.value - 0x1d7ce) % 10) ?? scalar
        // Small capitals, letterlike symbols, circled letters, mathematical ones, squared ones.
        case 0x1d00...0x1d7f, 0x2100...0x214f, 0x2460...0x24ff, 0x1d400...0x1d6a3, 0x1f110...0x1f189:
            named(scalar) ?? scalar
        default: scalar
        }
    }

    /// The letter that ends the character's name in Unicode, as in MATHEMATICAL BOLD SMALL B.
    private static func named(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard let words = scalar.properties.name?.split(separator: " "), words.count >= 2,
            ["CAPITAL", "SMALL", "LETTER"].contains(words[words.count - 2]), let letter = words.last?.unicodeScalars,
            letter.count == 1, let first = letter.first, ("A"..."Z").contains(first)
        else { return nil }
        return first
    }

    /// Small letters of which either case looks like a Latin letter.
    private static let latin: [Unicode.Scalar: Unicode.Scalar] = [
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ё": "ë", "н": "h", "һ": "h", "і": "i", "ї": "ï", "ј": "j",
        "к": "k", "ӏ": "l", "м": "m", "о": "o", "р": "p", "ԛ": "q", "ѕ": "s", "т": "t", "ѵ": "v", "ԝ": "w", "х": "x",
        "у": "y",
        "α": "a", "ά": "á", "β": "b", "ε": "e", "έ": "é", "η": "h", "ι": "i", "ί": "í", "ϊ": "ï", "κ": "k", "μ": "m",
        "ν": "n", "ο": "o", "ό": "ó", "ρ": "p", "τ": "t", "υ": "y", "ύ": "ý", "χ": "x", "ζ": "z",
    ]
}
