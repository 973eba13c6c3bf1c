/// Bounds on one query or form; past one it is refused whole.
package struct FormLimits: Sendable {
    /// Bytes before decoding.
    package var length: Int
    package var pairs: Int

    package init(length: Int = 1_000_000, pairs: Int = 1000) {
        self.length = length
        self.pairs = pairs
    }
}

package enum FormError: Error, Hashable, Sendable {
    case tooLong
    case tooManyPairs
}

/// `application/x-www-form-urlencoded` (URL Standard section 5.1), which queries use too.
package enum FormURLEncoded {
    /// Names and values in order, decoded: `+` is a space, an escape that is none stands for itself, and bytes that
    /// are not UTF-8 read as U+FFFD, as in the standard.
    package static func parse(
        _ text: String, limits: FormLimits = FormLimits()
    ) throws(FormError) -> [(String, String)] {
        let bytes = Array(text.utf8)
        return try parse(bytes.span, limits: limits)
    }

    package static func parse(
        _ bytes: Span<UInt8>, limits: FormLimits = FormLimits()
    ) throws(FormError) -> [(String, String)] {
        guard bytes.count <= limits.length else { throw .tooLong }
        var pairs: [(String, String)] = []
        var scratch: [UInt8] = []
        var start = 0
        while start < bytes.count {
            var end = start
            var equals: Int?
            while end < bytes.count, bytes[end] != 0x26 {
                if equals == nil, bytes[end] == 0x3D { equals = end }
                end += 1
            }
            if end > start {
                guard pairs.count < limits.pairs else { throw .tooManyPairs }
                let name = decode(bytes.extracting(start..<(equals ?? end)), &scratch)
                let value = equals.map { decode(bytes.extracting(($0 + 1)..<end), &scratch) } ?? ""
                pairs.append((name, value))
            }
            start = end + 1
        }
        return pairs
    }

    private static func decode(_ bytes: Span<UInt8>, _ scratch: inout [UInt8]) -> String {
        scratch.removeAll(keepingCapacity: true)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x25, index + 2 < bytes.count, let high = HTTPByte.hexValue(bytes[index + 1]),
                let low = HTTPByte.hexValue(bytes[index + 2])
            {
                scratch.append(high << 4 | low)
                index += 3
            } else {
                scratch.append(byte == 0x2B ? HTTPByte.space : byte)
                index += 1
            }
        }
        return String(decoding: scratch, as: UTF8.self)
    }
}
