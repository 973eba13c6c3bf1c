/// Crockford's base 32 in lower case, fixed at 13 letters: 64 bits, sorted as the numbers sort.
package enum Base32 {
    private static let digits: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"

    package static func encode(_ value: UInt64) -> String {
        // 13 letters fit in the string itself, so that nothing is allocated.
        String(unsafeUninitializedCapacity: 13) { letters in
            digits.withUTF8Buffer { table in
                var shift: UInt64 = 60
                for index in 0..<13 {
                    letters[index] = table[Int((value >> shift) & 31)]
                    shift &-= 5
                }
            }
            return 13
        }
    }

    /// Nil unless `text` is 13 letters of the alphabet that fit 64 bits.
    package static func decode(_ text: String) -> UInt64? {
        var value: UInt64 = 0
        var count = 0
        for letter in text.utf8 {
            guard count < 13, let digit = digitValue(letter) else { return nil }
            // The first letter carries four bits only: a larger one would shift bits out unseen.
            if count == 0 && digit > 15 { return nil }
            value = (value << 5) | digit
            count += 1
        }
        return count == 13 ? value : nil
    }

    private static func digitValue(_ letter: UInt8) -> UInt64? {
        switch letter {
        case 0x30...0x39: return UInt64(letter - 0x30)
        // Each range starts after a letter that is left out: i, l, o, u.
        case 0x61...0x68: return UInt64(letter - 0x61 + 10)
        case 0x6a...0x6b: return UInt64(letter - 0x6a + 18)
        case 0x6d...0x6e: return UInt64(letter - 0x6d + 20)
        case 0x70...0x74: return UInt64(letter - 0x70 + 22)
        case 0x76...0x7a: return UInt64(letter - 0x76 + 27)
        default: return nil
        }
    }
}
