extension JSONReader {
    /// Reads a number (RFC 8259 section 6) that starts at `position`.
    mutating func readNumber(_ bytes: Span<UInt8>) throws(JSONError) -> JSON {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position &+= 1 }

        let firstDigit = position
        // Counted downward, where the range is one larger than upward.
        var value: Int64 = 0
        var overflowed = false
        while position < bytes.count, let digit = digit(bytes[position]) {
            let (product, first) = value.multipliedReportingOverflow(by: 10)
            let (difference, second) = product.subtractingReportingOverflow(Int64(digit))
            value = difference
            overflowed = overflowed || first || second
            position &+= 1
        }
        try requireDigits(since: firstDigit, bytes)
        if position &- firstDigit > 1, bytes[firstDigit] == UInt8(ascii: "0") { throw failure(.invalidNumber) }

        var isInteger = true
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isInteger = false
            position &+= 1
            try readDigits(bytes)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position &+= 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position &+= 1
            }
            try readDigits(bytes)
        }

        if isInteger, !overflowed {
            if isNegative { return .int(value) }
            let (positive, tooLarge) = (0 as Int64).subtractingReportingOverflow(value)
            if !tooLarge { return .int(positive) }
        }
        return .double(try readDouble(bytes, from: start))
    }

    private func digit(_ byte: UInt8) -> UInt8? {
        let digit = byte &- UInt8(ascii: "0")
        return digit <= 9 ? digit : nil
    }

    private mutating func readDigits(_ bytes: Span<UInt8>) throws(JSONError) {
        let start = position
        while position < bytes.count, digit(bytes[position]) != nil { position &+= 1 }
        try requireDigits(since: start, bytes)
    }

    private func requireDigits(since start: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        guard position == start else { return }
        throw failure(position < bytes.count ? .invalidNumber : .truncated)
    }

    private func readDouble(_ bytes: Span<UInt8>, from start: Int) throws(JSONError) -> Double {
        guard position &- start <= JSONLimits.maxNumberLength,
            let text = String(validating: bytes.extracting(start..<position)),
            let value = Double(text), value.isFinite
        else { throw JSONError(reason: .numberOutOfRange, offset: start) }
        return value
    }
}
