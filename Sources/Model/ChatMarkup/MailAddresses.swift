/// E-mail addresses in a text that are links without anything around them.
struct MailAddressFinder {
    /// Each as where it begins, with `mailto:` where that was written, and where it ends.
    static func find(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var begin = 0
        var place = 0
        while place < bytes.count {
            guard bytes[place] == ASCII.at else {
                place += 1
                continue
            }
            if let range = address(in: bytes, around: place, after: begin) {
                found.append(range)
                place = range.upperBound
            } else {
                place += 1
            }
            begin = place
        }
        return found
    }

    private static func address(in bytes: [UInt8], around at: Int, after begin: Int) -> Range<Int>? {
        var start = at
        while start > begin {
            let byte = bytes[start - 1]
            if byte == ASCII.colon, hasScheme(bytes, before: start, after: begin) {
                start -= 7
                break
            }
            guard isMailboxByte(byte) else { break }
            start -= 1
        }
        guard start < at else { return nil }
        var end = at + 1
        var dots = 0
        while end < bytes.count {
            let byte = bytes[end]
            if byte == ASCII.at { return nil }
            if byte == ASCII.dot, ASCII.isAlphanumeric(bytes.byte(at: end + 1)) {
                dots += 1
            } else if !ASCII.isAlphanumeric(byte), byte != ASCII.hyphen, byte != ASCII.underscore {
                break
            }
            end += 1
        }
        guard end - at >= 2, dots > 0, ASCII.isLetter(bytes[end - 1]) else { return nil }
        return start..<end
    }

    private static func isMailboxByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == ASCII.dot || byte == ASCII.plus || byte == ASCII.hyphen
            || byte == ASCII.underscore
    }

    /// Whether `mailto:` ends before `start` and no word goes into it.
    private static func hasScheme(_ bytes: [UInt8], before start: Int, after begin: Int) -> Bool {
        let scheme = start - 7
        guard scheme >= begin, bytes.hasExactly("mailto:", at: scheme) else { return false }
        return scheme == 0 || !ASCII.isAlphanumeric(bytes[scheme - 1])
    }
}
