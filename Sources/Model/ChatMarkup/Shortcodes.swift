/// Emoji by name: `:tada:`.
extension InlineParser {
    /// The shortcode whose first colon is at `position`; true when there was one.
    mutating func parseShortcode() -> Bool {
        let before = bytes.byte(at: position - 1)
        // 12:30:45 and std::map::at have none; but one may stand right behind another.
        if ASCII.isAlphanumeric(before) { return false }
        if before == ASCII.colon, !followsShortcode { return false }
        guard let end = Shortcode.end(in: bytes, from: position + 1), bytes.byte(at: end) == ASCII.colon else {
            return false
        }
        // :http://… is an address behind a colon.
        let after = bytes.byte(at: end + 1)
        if ASCII.isAlphanumeric(after) || after == ASCII.slash { return false }
        nodes.append(.emoji(position..<end + 1))
        position = end + 1
        return true
    }

    private var followsShortcode: Bool {
        guard nodes.last >= 0, case .emoji = nodes[nodes.last].kind else { return false }
        return true
    }
}

/// A name between colons: `+1`, `-1`, or words of `a–z 0–9` with one `_` or `-` between them.
package enum Shortcode {
    /// Whether `name` is spelled as shortcodes are; not whether there is such an emoji.
    package static func isWellFormed(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        return end(in: bytes, from: 0) == bytes.count
    }

    /// Behind the longest name that begins at `start`.
    static func end(in bytes: [UInt8], from start: Int) -> Int? {
        if bytes.hasExactly("+1", at: start) || bytes.hasExactly("-1", at: start) { return start + 2 }
        var place = start
        while place < bytes.count, place - start <= MarkupLimits.shortcodeBytes {
            let byte = bytes[place]
            let isJoint = byte == ASCII.underscore || byte == ASCII.hyphen
            if isJoint ? place == start || !isWord(bytes[place - 1]) : !isWord(byte) { break }
            place += 1
        }
        guard place > start, place - start <= MarkupLimits.shortcodeBytes, isWord(bytes[place - 1]) else { return nil }
        return place
    }

    private static func isWord(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || (byte >= 0x61 && byte <= 0x7A) }
}
