extension JSONReader {
    /// Reads a string (RFC 8259 section 7) whose opening quote is at `position`.
    mutating func readString(_ bytes: Span<UInt8>) throws(JSONError) -> String {
        let quote = position
        position &+= 1
        let start = position
        try skipPlain(bytes)
        if bytes[position] == UInt8(ascii: "\"") {
            let text = String(validating: bytes.extracting(start..<position))
            position &+= 1
            guard let text else { throw JSONError(reason: .invalidUTF8, offset: quote) }
            return text
        }
        return try readEscapedString(bytes, from: start, quote: quote)
    }

    /// Stops at the next quote or backslash, which is there on return.
    private mutating func skipPlain(_ bytes: Span<UInt8>) throws(JSONError) {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            if byte < 0x20 { throw failure(.controlCharacter) }
            position &+= 1
        }
        throw failure(.truncated)
    }

    private mutating func readEscapedString(
        _ bytes: Span<UInt8>, from start: Int, quote: Int
    ) throws(JSONError) -> String {
        var plain: [UInt8] = []
        var start = start
        while true {
            for index in start..<position { plain.append(bytes[index]) }
            let stop = bytes[position]
            position &+= 1
            if stop == UInt8(ascii: "\"") { break }
            try readEscape(bytes, into: &plain)
            start = position
            try skipPlain(bytes)
        }
        // An escape adds whole characters only, so a broken sequence beside it stays broken and is found here.
        guard let text = String(validating: plain.span) else { throw JSONError(reason: .invalidUTF8, offset: quote) }
        return text
    }

    private mutating func readEscape(_ bytes: Span<UInt8>, into plain: inout [UInt8]) throws(JSONError) {
        guard position < bytes.count else { throw failure(.truncated) }
        let letter = bytes[position]
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain.append(letter)
        case UInt8(ascii: "b"): plain.append(0x08)
        case UInt8(ascii: "f"): plain.append(0x0c)
        case UInt8(ascii: "n"): plain.append(0x0a)
        case UInt8(ascii: "r"): plain.append(0x0d)
        case UInt8(ascii: "t"): plain.append(0x09)
        case UInt8(ascii: "u"):
            position &+= 1
            append(try readScalar(bytes), to: &plain)
            return
        default: throw failure(.invalidEscape)
        }
        position &+= 1
    }

    /// Reads the digits after `\u`, and a second escape when the first is half of a surrogate pair.
    private mutating func readScalar(_ bytes: Span<UInt8>) throws(JSONError) -> UInt32 {
        let start = position
        let first = try readFourHexDigits(bytes)
        switch first {
        case 0xd800...0xdbff:
            for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
                guard position < bytes.count else { throw failure(.truncated) }
                guard bytes[position] == expected else { throw JSONError(reason: .loneSurrogate, offset: start) }
                position &+= 1
            }
            let second = try readFourHexDigits(bytes)
            guard (0xdc00...0xdfff).contains(second) else { throw JSONError(reason: .loneSurrogate, offset: start) }
            return 0x10000 + (first - 0xd800) << 10 + (second - 0xdc00)
        case 0xdc00...0xdfff: throw JSONError(reason: .loneSurrogate, offset: start)
        default: return first
        }
    }

    private mutating func readFourHexDigits(_ bytes: Span<UInt8>) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw failure(.truncated) }
            let byte = bytes[position]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
            default: throw failure(.invalidEscape)
            }
            value = value << 4 | UInt32(digit)
            position &+= 1
        }
        return value
    }

    /// Appends a scalar value below U+110000 that is no surrogate, as UTF-8.
    private func append(_ scalar: UInt32, to plain: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3f) }
        switch scalar {
        case 0..<0x80: plain.append(UInt8(truncatingIfNeeded: scalar))
        case 0x80..<0x800:
            plain.append(0xc0 | UInt8(truncatingIfNeeded: scalar >> 6))
            plain.append(tail(0))
        case 0x800..<0x10000:
            plain.append(0xe0 | UInt8(truncatingIfNeeded: scalar >> 12))
            plain.append(tail(6))
            plain.append(tail(0))
        default:
            plain.append(0xf0 | UInt8(truncatingIfNeeded: scalar >> 18))
            plain.append(tail(12))
            plain.append(tail(6))
            plain.append(tail(0))
        }
    }
}
