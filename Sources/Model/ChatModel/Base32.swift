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
    package static func decode(_ text: some StringProtocol) -> UInt64? {
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
        case 0x61...0x7a:
            return digits.withUTF8Buffer { table in
                for index in 10..<32 where table[index] == letter { return UInt64(index) }
                return nil
            }
        default: return nil
        }
    }
}
