/// What counts as one address when attempts are counted.
enum AddressKey {
    /// IPv4 addresses are themselves; of IPv6 the first 64 bits count, since a household is given at least that
    /// many (RFC 6177); anything else is taken as it is, up to 64 bytes.
    static func of(_ address: String) -> String {
        let plain = address.prefix { $0 != "%" }
        guard plain.utf8.contains(0x3a) else { return String(plain.prefix(64)) }
        if plain.contains("."), let mapped = plain.split(separator: ":").last { return String(mapped.prefix(64)) }
        guard let groups = groups(of: plain) else { return String(plain.prefix(64)) }
        return groups.prefix(4).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }

    /// The eight groups of an IPv6 address (RFC 4291, section 2.2); nil if it is none.
    private static func groups(of text: Substring) -> [UInt16]? {
        let letters = Array(text.utf8)
        var gap: Int?
        for index in letters.indices.dropLast() where letters[index] == 0x3a && letters[index + 1] == 0x3a {
            guard gap == nil else { return nil }
            gap = index
        }
        guard let gap else {
            guard let groups = hextets(letters[...]), groups.count == 8 else { return nil }
            return groups
        }
        guard let head = hextets(letters[..<gap]), let tail = hextets(letters[(gap + 2)...]),
            head.count + tail.count < 8
        else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func hextets(_ letters: ArraySlice<UInt8>) -> [UInt16]? {
        if letters.isEmpty { return [] }
        var groups: [UInt16] = []
        for part in letters.split(separator: 0x3a, omittingEmptySubsequences: false) {
            guard (1...4).contains(part.count),
                let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
            else { return nil }
            groups.append(group)
        }
        return groups
    }
}
