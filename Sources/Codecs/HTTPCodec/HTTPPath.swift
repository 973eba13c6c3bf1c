/// The path of a request target.
package enum HTTPPath {
    /// `raw` with its percent escapes decoded, once.
    ///
    /// Nil, because two readers could take it for different things, when it does not begin with `/`, an escape is
    /// not two hexadecimal digits, an escape hides a `/`, the result is not UTF-8 or holds a control character, or a
    /// segment is `.` or `..` (clients resolve those before they send: RFC 3986 section 5.2.4).
    package static func decode(_ raw: String) -> String? {
        let bytes = Array(raw.utf8)
        return decode(bytes.span)
    }

    static func decode(_ raw: Span<UInt8>) -> String? {
        guard !raw.isEmpty, raw[0] == 0x2F else { return nil }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            var byte = raw[index]
            if byte == 0x25 {
                guard index + 2 < raw.count, let high = HTTPByte.hexValue(raw[index + 1]),
                    let low = HTTPByte.hexValue(raw[index + 2])
                else { return nil }
                byte = high << 4 | low
                guard byte != 0x2F else { return nil }
                index += 2
            }
            guard byte >= 0x20, byte != 0x7F else { return nil }
            decoded.append(byte)
            index += 1
        }
        return hasDotSegment(decoded) ? nil : String(validating: decoded, as: UTF8.self)
    }

    private static func hasDotSegment(_ path: [UInt8]) -> Bool {
        var dots = 0
        var length = 0
        for byte in path {
            if byte == 0x2F {
                if length == dots, dots == 1 || dots == 2 { return true }
                dots = 0
                length = 0
            } else {
                length += 1
                if byte == 0x2E { dots += 1 }
            }
        }
        return length == dots && (dots == 1 || dots == 2)
    }
}
