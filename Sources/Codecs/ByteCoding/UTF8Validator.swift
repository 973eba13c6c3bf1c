package typealias Bytes = [UInt8]

/// Checks UTF-8 (RFC 3629) as it arrives, in any pieces, and fails at the first byte that cannot belong to it.
package struct UTF8Validator: Sendable {
    /// Continuation bytes that the character under way still lacks: 0...3.
    private var missing = 0
    /// What the next continuation byte may be: narrower than 80...BF after a lead byte that could start an overlong
    /// form, a surrogate or a value past U+10FFFF.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xbf
    private var failed = false

    package init() {}

    /// True when everything consumed so far is whole characters.
    package var isComplete: Bool { missing == 0 && !failed }

    /// False as soon as an illegal byte has been seen, and for ever after.
    package mutating func consume(_ bytes: Span<UInt8>) -> Bool {
        guard !failed else { return false }
        let raw = bytes.bytes
        var index = 0
        let count = bytes.count
        while index < count {
            if missing == 0 {
                while count &- index >= 8,
                    raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    index &+= 8
                }
                guard index < count else { return true }
            }
            guard step(bytes[index]) else {
                failed = true
                return false
            }
            index &+= 1
        }
        return true
    }

    private mutating func step(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard byte >= lowest, byte <= highest else { return false }
            missing &-= 1
            (lowest, highest) = (0x80, 0xbf)
            return true
        }
        switch byte {
        case 0x00...0x7f: break
        case 0xc2...0xdf: missing = 1
        case 0xe0: (missing, lowest) = (2, 0xa0)
        case 0xed: (missing, highest) = (2, 0x9f)
        case 0xe1...0xef: missing = 2
        case 0xf0: (missing, lowest) = (3, 0x90)
        case 0xf4: (missing, highest) = (3, 0x8f)
        case 0xf1...0xf3: missing = 3
        default: return false
        }
        return true
    }
}

/// True when `bytes` are whole characters of UTF-8.
package func isValidUTF8(_ bytes: Span<UInt8>) -> Bool {
    var validator = UTF8Validator()
    return validator.consume(bytes) && validator.isComplete
}

extension String {
    /// Nil unless `bytes` are valid UTF-8; nothing is ever replaced by U+FFFD.
    package init?(validating bytes: Span<UInt8>) {
        guard let text = bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) else { return nil }
        self = text
    }
}
