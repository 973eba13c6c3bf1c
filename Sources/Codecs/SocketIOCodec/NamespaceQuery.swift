import ByteCoding

/// What follows a namespace's `?` in a CONNECT of revision 4: names and values, spelled as in a URL's query
/// (`application/x-www-form-urlencoded`, URL Standard section 5.1).
enum NamespaceQuery {
    /// The values by name, as strings; of a name that comes several times, an array of them.
    ///
    /// `+` is a space, and an escape that is none stands for itself. Nil when what is decoded is not UTF-8.
    static func parse(_ query: Span<UInt8>) -> JSONObject? {
        var object = JSONObject()
        var start = 0
        while start < query.count {
            var end = start
            var equals: Int?
            while end < query.count, query[end] != UInt8(ascii: "&") {
                if equals == nil, query[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if end > start {
                guard let name = decode(query.extracting(start..<(equals ?? end))),
                    let value = decode(query.extracting((equals.map { $0 + 1 } ?? end)..<end))
                else { return nil }
                add(.string(value), to: name, in: &object)
            }
            start = end + 1
        }
        return object
    }

    private static func add(_ value: JSON, to name: String, in object: inout JSONObject) {
        switch object[name] {
        case nil: object[name] = value
        case .array(let values)?: object[name] = .array(values + [value])
        case let first?: object[name] = [first, value]
        }
    }

    private static func decode(_ bytes: Span<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), bytes.count - index > 2, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(validating: decoded.span)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
