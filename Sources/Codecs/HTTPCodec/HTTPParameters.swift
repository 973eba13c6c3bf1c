/// A field value with parameters, `form-data; name="a b"; x=y` (RFC 9110 section 5.6.6).
package struct HTTPParameters: Hashable, Sendable {
    /// What stands before the first semicolon, in lower case.
    package let value: String
    /// Names in lower case, values without their quotes.
    private let parameters: [Parameter]

    private struct Parameter: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// Nil when the grammar is broken, a name comes twice, a value is not UTF-8, or there are more than `limit`.
    ///
    /// In a quoted value a backslash takes back the meaning of a quote or of another backslash and is itself
    /// elsewhere, since old browsers put Windows paths there.
    package init?(_ text: String, limit: Int = 16) {
        let bytes = Array(text.utf8)
        self.init(bytes.span, limit: limit)
    }

    package init?(_ bytes: Span<UInt8>, limit: Int = 16) {
        var reader = ParameterReader(index: 0)
        let start = HTTPByte.trimmed(bytes).lowerBound
        reader.index = start
        reader.skip(bytes) { $0 != 0x3B && !HTTPByte.isBlank($0) }
        guard reader.index > start, let value = Self.lowercased(bytes.extracting(start..<reader.index)) else {
            return nil
        }
        var parameters: [Parameter] = []
        while true {
            reader.skip(bytes, while: HTTPByte.isBlank)
            guard reader.index < bytes.count else { break }
            guard bytes[reader.index] == 0x3B else { return nil }
            reader.index += 1
            reader.skip(bytes, while: HTTPByte.isBlank)
            // An empty parameter, and so a semicolon at the end, is forgiven.
            if reader.index == bytes.count || bytes[reader.index] == 0x3B { continue }
            guard parameters.count < limit, let (name, value) = reader.parameter(bytes),
                !parameters.contains(where: { $0.name == name })
            else { return nil }
            parameters.append(Parameter(name: name, value: value))
        }
        self.value = value
        self.parameters = parameters
    }

    /// The value of the parameter `name`, which is in lower case.
    package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    fileprivate static func lowercased(_ bytes: Span<UInt8>) -> String? {
        var text: [UInt8] = []
        for index in 0..<bytes.count { text.append(HTTPByte.lowercased(bytes[index])) }
        return String(validating: text, as: UTF8.self)
    }
}

private struct ParameterReader {
    var index: Int

    mutating func skip(_ bytes: Span<UInt8>, while isSkipped: (UInt8) -> Bool) {
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    }

    /// `token "=" ( token / quoted-string )`, without blanks around the sign.
    mutating func parameter(_ bytes: Span<UInt8>) -> (String, String)? {
        let start = index
        skip(bytes, while: HTTPByte.isToken)
        guard index > start, index < bytes.count, bytes[index] == 0x3D,
            let name = HTTPParameters.lowercased(bytes.extracting(start..<index))
        else { return nil }
        index += 1
        guard index < bytes.count, let value = bytes[index] == 0x22 ? quoted(bytes) : token(bytes),
            let text = String(validating: value, as: UTF8.self)
        else { return nil }
        return (name, text)
    }

    private mutating func token(_ bytes: Span<UInt8>) -> [UInt8]? {
        var value: [UInt8] = []
        while index < bytes.count, HTTPByte.isToken(bytes[index]) {
            value.append(bytes[index])
            index += 1
        }
        return value.isEmpty ? nil : value
    }

    private mutating func quoted(_ bytes: Span<UInt8>) -> [UInt8]? {
        var value: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != 0x22 {
            if bytes[index] == 0x5C, index + 1 < bytes.count, bytes[index + 1] == 0x22 || bytes[index + 1] == 0x5C {
                index += 1
            }
            guard HTTPByte.isFieldValue(bytes[index]) else { return nil }
            value.append(bytes[index])
            index += 1
        }
        guard index < bytes.count else { return nil }
        index += 1
        return value
    }
}
