/// A `[` or `![` that no `]` was met for yet.
struct Bracket {
    let node: Int
    let isImage: Bool
    /// The last delimiter before it, -1 for none: emphasis within the link is made of those behind.
    let delimiter: Int
}

/// The open brackets, innermost last. Each operation costs the same however many there are.
struct BracketStack {
    private var brackets: [Bracket] = []
    /// Those below this place are around a link, and no link is inside a link.
    private var inactive = 0

    var isEmpty: Bool { brackets.isEmpty }

    mutating func push(_ bracket: Bracket) { brackets.append(bracket) }

    /// The innermost one, if a link may begin there.
    mutating func pop() -> Bracket? {
        guard let bracket = brackets.popLast() else { return nil }
        let isActive = brackets.count >= inactive
        inactive = min(inactive, brackets.count)
        // There are no images: what begins as one stays text.
        return isActive && !bracket.isImage ? bracket : nil
    }

    mutating func deactivate() { inactive = brackets.count }
}

/// `[text](address "title")`; the title is not kept.
extension InlineParser {
    mutating func openBracket(isImage: Bool) {
        let start = position
        position += isImage ? 2 : 1
        let node = nodes.append(.text(start..<position))
        brackets.push(Bracket(node: node, isImage: isImage, delimiter: delimiters.last))
    }

    mutating func closeBracket() {
        guard let opener = brackets.pop(), let target = target(from: position + 1) else {
            return takeText(upTo: position + 1)
        }
        resolveEmphasis(above: opener.delimiter)
        _ = nodes.wrap(between: opener.node, and: -1, .link(url: target.url))
        nodes.remove(opener.node)
        record(position..<target.end)
        position = target.end
        brackets.deactivate()
    }

    /// `(address "title")` at `start`, if the address may be a link's.
    private func target(from start: Int) -> (url: String, end: Int)? {
        guard bytes.byte(at: start) == ASCII.openParenthesis else { return nil }
        let first = spaces(from: start + 1)
        guard let (range, end) = address(from: first) else { return nil }
        var place = spaces(from: end)
        if place > end { place = spaces(from: title(from: place)) }
        guard bytes.byte(at: place) == ASCII.closeParenthesis, let url = Address.allowed(unescaped(bytes, range)) else {
            return nil
        }
        return (url, place + 1)
    }

    private func spaces(from start: Int) -> Int {
        var place = start
        while ASCII.isSpace(bytes.byte(at: place)) { place += 1 }
        return place
    }

    private func address(from start: Int) -> (range: Range<Int>, end: Int)? {
        var place = start
        if bytes.byte(at: start) == ASCII.less {
            place += 1
            while place < bytes.count, bytes[place] != ASCII.greater {
                if bytes[place] == ASCII.newline || bytes[place] == ASCII.less { return nil }
                place += bytes[place] == ASCII.backslash ? 2 : 1
            }
            return place < bytes.count ? (trimmed(start + 1..<place), place + 1) : nil
        }
        var depth = 0
        while place < bytes.count, !ASCII.isSpace(bytes[place]) {
            switch bytes[place] {
            case ASCII.backslash where ASCII.isPunctuation(bytes.byte(at: place + 1)): place += 1
            case ASCII.openParenthesis:
                depth += 1
                if depth > MarkupLimits.parentheses { return nil }
            case ASCII.closeParenthesis:
                if depth == 0 { return (start..<place, place) }
                depth -= 1
            default: break
            }
            place += 1
        }
        return place < bytes.count && place > start ? (start..<place, place) : nil
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ASCII.isSpace(bytes.byte(at: start)) { start += 1 }
        while end > start, ASCII.isSpace(bytes.byte(at: end - 1)) { end -= 1 }
        return start..<end
    }

    /// Behind the title at `start`; `start` where there is none.
    private func title(from start: Int) -> Int {
        let open = bytes.byte(at: start)
        let close: UInt8
        switch open {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): close = open
        case ASCII.openParenthesis: close = ASCII.closeParenthesis
        default: return start
        }
        var place = start + 1
        while place < bytes.count {
            if bytes[place] == close { return place + 1 }
            if bytes[place] == open { return start }
            let isEscape = bytes[place] == ASCII.backslash && ASCII.isPunctuation(bytes.byte(at: place + 1))
            place += isEscape ? 2 : 1
        }
        return start
    }
}

/// Which addresses a link may have: where a click leads to a page or a letter, and never runs anything.
enum Address {
    static func allowed(_ address: [UInt8]) -> String? {
        let isAllowed =
            (address.hasWord("http://", at: 0) && address.count > 7)
            || (address.hasWord("https://", at: 0) && address.count > 8)
            || (address.hasWord("mailto:", at: 0) && address.count > 7)
        return isAllowed ? String(decoding: address, as: UTF8.self) : nil
    }
}
