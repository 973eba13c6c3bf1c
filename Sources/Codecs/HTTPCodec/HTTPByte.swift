/// Classes of bytes that HTTP's grammar speaks of (RFC 9110 section 5.6).
///
/// Each class over ASCII is a 128-bit set in two words, so that a test is a shift and not a walk through ranges.
enum HTTPByte {
    static let tab: UInt8 = 0x09
    static let lf: UInt8 = 0x0A
    static let cr: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    /// `tchar`: what methods and field names are made of.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
    }

    /// What a host and its port may hold; the comma of `sub-delims` is left out, as two joined Host fields would show it.
    @inline(__always)
    static func isHost(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x2FFF_6FF2_0000_0000, high: 0x47FF_FFFE_AFFF_FFFE)
    }

    /// `field-vchar`, space and tab: everything but control bytes.
    @inline(__always)
    static func isFieldValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 ? byte != 0x7F : byte == tab
    }

    /// `VCHAR`: visible ASCII, which is all that a request target may hold on the wire.
    @inline(__always)
    static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// ASCII capitals in lower case; other bytes as they are.
    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// 0...15, or nil when `byte` is no hexadecimal digit.
    @inline(__always)
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte &- 0x30
        case 0x41...0x46: byte &- 0x37
        case 0x61...0x66: byte &- 0x57
        default: nil
        }
    }

    @inline(__always)
    private static func contains(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
        guard byte < 128 else { return false }
        let word = byte < 64 ? low : high
        return (word &>> UInt64(byte & 63)) & 1 == 1
    }
}

extension HTTPByte {
    /// Whether `bytes` is `text` in any ASCII case; `text` is in lower case.
    static func equals(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
        bytes.count == text.utf8CodeUnitCount && hasPrefix(bytes, text)
    }

    /// Whether `bytes` begins with `text` in any ASCII case; `text` is in lower case.
    static func hasPrefix(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { wanted in
            for index in 0..<wanted.count where lowercased(bytes[index]) != wanted[index] { return false }
            return true
        }
    }

    /// Whether `bytes` begins with `text`, case and all.
    static func hasExactPrefix(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { wanted in
            for index in 0..<wanted.count where bytes[index] != wanted[index] { return false }
            return true
        }
    }

    /// `bytes` without blanks at its ends.
    static func trimmed(_ bytes: Span<UInt8>) -> Range<Int> {
        var lower = 0
        var upper = bytes.count
        while lower < upper, isBlank(bytes[lower]) { lower += 1 }
        while upper > lower, isBlank(bytes[upper - 1]) { upper -= 1 }
        return lower..<upper
    }
}
