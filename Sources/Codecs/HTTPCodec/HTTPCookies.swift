/// The cookies of a request (RFC 6265 section 4.2).
package struct HTTPCookies: Sendable {
    /// In order, repeats included; values as they were sent, quotes and escapes untouched.
    package private(set) var pairs: [(name: String, value: String)] = []

    /// Takes every Cookie field; at most `limit` cookies, and the rest is left out.
    package init(_ headers: HTTPHeaders, limit: Int = 100) {
        for line in headers.all("cookie") { take(line, limit: limit) }
    }

    /// Takes one Cookie field's value.
    package init(_ value: String, limit: Int = 100) {
        take(value, limit: limit)
    }

    /// The value of the first cookie of that name: browsers send the one of the longest path first.
    package subscript(name: String) -> String? {
        for pair in pairs where pair.name == name { return pair.value }
        return nil
    }

    private mutating func take(_ line: String, limit: Int) {
        for member in line.utf8.split(separator: 0x3B) {
            guard pairs.count < limit else { return }
            // What has no name cannot be asked for.
            guard let equals = member.firstIndex(of: 0x3D) else { continue }
            let name = Self.trimmed(member[..<equals])
            guard !name.isEmpty else { continue }
            pairs.append((Self.text(name), Self.text(Self.trimmed(member[member.index(after: equals)...]))))
        }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var text = text
        while let first = text.first, HTTPByte.isBlank(first) { text.removeFirst() }
        while let last = text.last, HTTPByte.isBlank(last) { text.removeLast() }
        return text
    }

    private static func text(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }
}
