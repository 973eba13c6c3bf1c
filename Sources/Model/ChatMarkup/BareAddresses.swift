/// Addresses that are links without anything around them, as GitHub's Markdown has them: not behind an open `[`.
extension InlineParser {
    /// `http://…` or `https://…` whose colon is at `position`; true when there was one.
    mutating func parseAddress() -> Bool {
        guard brackets.isEmpty, bytes.byte(at: position + 1) == ASCII.slash,
            bytes.byte(at: position + 2) == ASCII.slash
        else { return false }
        var start = position
        while position - start < 6, ASCII.isLetter(bytes.byte(at: start - 1)) { start -= 1 }
        guard bytes.hasWord("http://", at: start) || bytes.hasWord("https://", at: start) else { return false }
        let host = position + 3
        guard Host.canBegin(bytes, at: host), domains.isGood(bytes, from: host) else { return false }
        // The scheme's letters were taken for text.
        guard nodes.last >= 0 else { return false }
        let before = nodes[nodes.last].textRange
        guard before.upperBound == position, before.lowerBound <= start else { return false }
        nodes[nodes.last].kind = .text(before.lowerBound..<start)
        finishAddress(from: start, scheme: "")
        return true
    }

    /// `www.…` at `position`, behind a space or an opening mark; true when there was one.
    mutating func parseWWW() -> Bool {
        guard brackets.isEmpty, bytes.hasExactly("www.", at: position), position + 4 < bytes.count else { return false }
        if position > 0 {
            switch bytes[position - 1] {
            case ASCII.star, ASCII.underscore, ASCII.tilde, ASCII.openParenthesis: break
            default: guard ASCII.isSpace(bytes[position - 1]) else { return false }
            }
        }
        guard domains.isGood(bytes, from: position) else { return false }
        finishAddress(from: position, scheme: "http://")
        return true
    }

    private mutating func finishAddress(from start: Int, scheme: StaticString) {
        var end = position
        while end < bytes.count, !ASCII.isSpace(bytes[end]), bytes[end] != ASCII.less { end += 1 }
        end = AddressTail.end(of: bytes, position..<end)
        let url = scheme.withUTF8Buffer { Array($0) } + bytes[start..<end]
        appendLink(to: String(decoding: url, as: UTF8.self), text: start..<end)
        record(start..<end)
        position = end
    }
}

/// What stands at an address's end and belongs to the sentence around it.
enum AddressTail {
    /// Where the address in `range` ends: without punctuation behind it, and without `)` that it does not open.
    static func end(of bytes: [UInt8], _ range: Range<Int>) -> Int {
        var end = range.upperBound
        var surplus = 0
        for place in range {
            if bytes[place] == ASCII.closeParenthesis { surplus += 1 }
            if bytes[place] == ASCII.openParenthesis { surplus -= 1 }
        }
        while end > range.lowerBound {
            switch bytes[end - 1] {
            case UInt8(ascii: "?"), ASCII.exclamation, ASCII.dot, UInt8(ascii: ","), ASCII.colon, ASCII.star,
                ASCII.underscore, ASCII.tilde, UInt8(ascii: "'"), UInt8(ascii: "\""):
                end -= 1
            case ASCII.semicolon:
                // `&name;` would be a character in HTML.
                var name = end - 2
                while name > range.lowerBound, ASCII.isLetter(bytes[name]) { name -= 1 }
                end = name < end - 2 && bytes[name] == ASCII.ampersand ? name : end - 1
            case ASCII.closeParenthesis where surplus > 0:
                surplus -= 1
                end -= 1
            default: return end
            }
        }
        return end
    }
}

enum Host {
    /// Whether the character at `index` may begin a host's name.
    static func canBegin(_ bytes: [UInt8], at index: Int) -> Bool {
        index < bytes.count && bytes[index] & 0xC0 != 0x80 && Flanking.Neighbour(bytes, at: index) == .other
    }
}

/// Judges hosts' names, and remembers: names that begin within one that was judged have the same end.
struct DomainFinder {
    /// What was read: from where to where, and where its last two labels begin.
    private var known = 0..<0
    private var tail = 0
    private var isGood = true

    /// Whether no underscore is in the last two labels of the name at `start`.
    mutating func isGood(_ bytes: [UInt8], from start: Int) -> Bool {
        if known.contains(start), start < tail { return isGood }
        var underscores = (before: false, last: false)
        var labels = (before: start, last: start)
        var place = start + 1
        while place < bytes.count - 1 {
            if bytes[place] == ASCII.underscore {
                underscores.last = true
            } else if bytes[place] == ASCII.dot {
                underscores = (underscores.last, false)
                labels = (labels.last, place + 1)
            } else if bytes[place] != ASCII.hyphen, !Host.canBegin(bytes, at: place) {
                break
            }
            place += 1
        }
        known = start..<max(start, place)
        tail = labels.before
        isGood = !underscores.before && !underscores.last
        return isGood
    }
}
