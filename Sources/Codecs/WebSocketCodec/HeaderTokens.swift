/// Reads the token lists of handshake fields (RFC 9110 section 5.6, RFC 6455 section 9.1), strictly.
struct HeaderTokens {
    private let text: [UInt8]
    private var place = 0

    init(_ value: String) { text = Array(value.utf8) }

    /// The members of `values`, fields of one name, as plain tokens; nil when one is none.
    static func list(_ values: [String]) -> [String]? {
        var tokens: [String] = []
        for value in values {
            var reader = HeaderTokens(value)
            while reader.skipsToMember() {
                guard let token = reader.token(), reader.endsMember() else { return nil }
                tokens.append(token)
            }
        }
        return tokens
    }

    /// Goes past blanks and empty members, which a list may have; false at the end.
    mutating func skipsToMember() -> Bool {
        while place < text.count, Self.isBlank(text[place]) || text[place] == 0x2C { place += 1 }
        return place < text.count
    }

    /// Whether the member ends here: at a comma or at the end.
    mutating func endsMember() -> Bool {
        skipBlanks()
        return place == text.count || text[place] == 0x2C
    }

    /// Takes `byte` and the blanks around it if it is next.
    mutating func takes(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard place < text.count, text[place] == byte else { return false }
        place += 1
        skipBlanks()
        return true
    }

    mutating func token() -> String? {
        let start = place
        while place < text.count, Self.isToken(text[place]) { place += 1 }
        return place > start ? String(decoding: text[start..<place], as: UTF8.self) : nil
    }

    /// A token, bare or quoted: what the quotes hold must be a token once its escapes are taken off.
    mutating func tokenOrQuoted() -> String? {
        guard place < text.count, text[place] == 0x22 else { return token() }
        place += 1
        var content: [UInt8] = []
        while place < text.count, text[place] != 0x22 {
            if text[place] == 0x5C { place += 1 }
            guard place < text.count, Self.isToken(text[place]) else { return nil }
            content.append(text[place])
            place += 1
        }
        guard place < text.count, !content.isEmpty else { return nil }
        place += 1
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while place < text.count, Self.isBlank(text[place]) { place += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether two names are one, without regard to ASCII case.
    static func equal(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && one.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
