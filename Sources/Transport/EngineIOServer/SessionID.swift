internal import ByteCoding

/// Gives 128 bits that nobody can guess, from any thread.
package typealias IDSource = @Sendable () -> (UInt64, UInt64)

/// A session's id: which loop it lives on, and 120 random bits. Whoever knows it may act for the session.
package struct SessionID: Hashable, Sendable {
    /// The loop's index, 0...4095.
    package let loop: Int
    private let high: UInt64
    private let low: UInt64

    /// Uses all of `low` and the lower 56 bits of `high`.
    package init(loop: Int, high: UInt64, low: UInt64) {
        self.loop = loop & 0xFFF
        self.high = high & 0x00FF_FFFF_FFFF_FFFF
        self.low = low
    }

    /// Reads what `description` wrote; nil for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        var digits: [UInt64] = []
        digits.reserveCapacity(Self.length)
        for byte in text.utf8 {
            guard let digit = Self.value(byte) else { return nil }
            digits.append(digit)
        }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for digit in digits.dropFirst(2) {
            high = high << 6 | low >> 58
            low = low << 6 | digit
        }
        self.init(loop: Int(digits[0] << 6 | digits[1]), high: high, low: low)
    }

    /// 22 characters of base64url: two for the loop, twenty for the random bits.
    package static let length = 22

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

extension SessionID: CustomStringConvertible {
    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(Self.length)
        text.append(Self.alphabet[loop >> 6 & 63])
        text.append(Self.alphabet[loop & 63])
        var (high, low) = (high, low)
        // The random bits stand at the top of 128, so that each digit is taken from the top six.
        high = high << 8 | low >> 56
        low <<= 8
        for _ in 0..<20 {
            text.append(Self.alphabet[Int(high >> 58)])
            high = high << 6 | low >> 58
            low <<= 6
        }
        return String(decoding: text, as: UTF8.self)
    }
}
