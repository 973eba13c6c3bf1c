/// A validator of one version of a resource: `"abc"`, or `W/"abc"` where equal tags promise equal meaning only and not
/// equal bytes (RFC 9110 section 8.8.3).
package struct HTTPEntityTag: Hashable, Sendable {
    package let isWeak: Bool
    /// What stands between the quotes.
    package let opaque: String

    /// Nil when `opaque` holds a byte that a tag cannot: a quote, a blank, a control byte.
    package init?(_ opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(Self.isOpaque) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Parses exactly one tag as it stands in a field.
    package init?(parsing text: String) {
        let bytes = Array(text.utf8)
        var index = 0
        guard let tag = Self.take(bytes, &index), index == bytes.count else { return nil }
        self = tag
    }

    /// As a field carries it.
    package var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Both strong and the same: what ranges and If-Match need.
    package func stronglyMatches(_ other: HTTPEntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// The same, weak or not: what If-None-Match needs.
    package func weaklyMatches(_ other: HTTPEntityTag) -> Bool { opaque == other.opaque }

    /// Takes the tag that begins at `index`, which then stands behind it; nil where none does.
    fileprivate static func take(_ bytes: [UInt8], _ index: inout Int) -> HTTPEntityTag? {
        var place = index
        var isWeak = false
        if place + 1 < bytes.count, bytes[place] == 0x57, bytes[place + 1] == 0x2F {
            isWeak = true
            place += 2
        }
        guard place < bytes.count, bytes[place] == 0x22 else { return nil }
        let start = place + 1
        place = start
        while place < bytes.count, isOpaque(bytes[place]) { place += 1 }
        guard place < bytes.count, bytes[place] == 0x22 else { return nil }
        index = place + 1
        return HTTPEntityTag(String(decoding: bytes[start..<place], as: UTF8.self), isWeak: isWeak)
    }

    /// `etagc`: visible bytes but the quote, and bytes past ASCII.
    private static func isOpaque(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x22 && byte != 0x7F }
}

/// What If-Match and If-None-Match list (RFC 9110 sections 13.1.1 and 13.1.2).
package enum HTTPEntityTags: Hashable, Sendable {
    /// `*`: whatever version there is.
    case any
    case tags([HTTPEntityTag])

    /// Takes every field of that name, nil when there is none. From the first byte that breaks the grammar on nothing
    /// is taken, so that a broken list matches less and never more.
    package init?(_ headers: HTTPHeaders, _ name: String) {
        let lines = headers.all(name)
        guard !lines.isEmpty else { return nil }
        guard lines != ["*"] else {
            self = .any
            return
        }
        var tags: [HTTPEntityTag] = []
        for line in lines { Self.take(Array(line.utf8), into: &tags) }
        self = .tags(tags)
    }

    private static func take(_ bytes: [UInt8], into tags: inout [HTTPEntityTag]) {
        var index = 0
        while index < bytes.count {
            // Empty members are forgiven (RFC 9110 section 5.6.1.2).
            if HTTPByte.isBlank(bytes[index]) || bytes[index] == 0x2C {
                index += 1
                continue
            }
            guard let tag = HTTPEntityTag.take(bytes, &index) else { return }
            while index < bytes.count, HTTPByte.isBlank(bytes[index]) { index += 1 }
            guard index == bytes.count || bytes[index] == 0x2C else { return }
            tags.append(tag)
        }
    }
}
