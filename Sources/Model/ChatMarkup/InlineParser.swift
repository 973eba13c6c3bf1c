/// Reads a paragraph's text into its parts: CommonMark 0.29 and the extensions strikethrough and autolink, without what
/// chat has not, with mentions and shortcodes.
struct InlineParser {
    let bytes: [UInt8]
    var position = 0
    var nodes = InlineNodes()
    var delimiters = DelimiterList()
    var brackets = BracketStack()
    let recordsSpans: Bool
    /// By place in `bytes`; only when asked for.
    var spans: [MarkupSpan] = []
    private var codeSpans: CodeSpanFinder?
    var domains = DomainFinder()

    init(_ content: [UInt8], recordsSpans: Bool = false) {
        var end = content.count
        while end > 0, ASCII.isSpace(content[end - 1]) { end -= 1 }
        bytes = Array(content[..<end])
        self.recordsSpans = recordsSpans
    }

    mutating func parse() -> [MarkupInline] {
        while position < bytes.count { parseNext() }
        resolveEmphasis(above: -1)
        return tree()
    }

    private mutating func parseNext() {
        switch bytes[position] {
        case ASCII.newline: breakLine()
        case ASCII.backtick: parseCode()
        case ASCII.backslash: parseEscape()
        case ASCII.less: parsePointed()
        case ASCII.star, ASCII.underscore: parseDelimiters()
        case ASCII.tilde: parseTildes()
        case ASCII.openBracket: openBracket(isImage: false)
        case ASCII.exclamation where bytes.byte(at: position + 1) == ASCII.openBracket: openBracket(isImage: true)
        case ASCII.closeBracket: closeBracket()
        case ASCII.colon where parseAddress() || parseShortcode(): break
        case UInt8(ascii: "w") where parseWWW(): break
        default: takeText(upTo: nextSpecial(from: position + 1))
        }
    }

    /// Whether parts begin or end with `byte`.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.newline, ASCII.backtick, ASCII.backslash, ASCII.less, ASCII.star, ASCII.underscore, ASCII.tilde,
            ASCII.openBracket, ASCII.closeBracket, ASCII.exclamation, ASCII.colon, UInt8(ascii: "w"):
            true
        default: false
        }
    }

    private func nextSpecial(from start: Int) -> Int {
        var place = start
        while place < bytes.count, !Self.isSpecial(bytes[place]) { place += 1 }
        return place
    }

    mutating func takeText(upTo end: Int) {
        nodes.append(.text(position..<end))
        position = end
    }

    mutating func record(_ range: Range<Int>, mention: Mention? = nil) {
        if recordsSpans { spans.append(MarkupSpan(range: range, mention: mention)) }
    }

    private mutating func breakLine() {
        if nodes.last >= 0 {
            let text = nodes[nodes.last].textRange
            if !text.isEmpty, text.upperBound == position {
                var end = text.upperBound
                while end > text.lowerBound, ASCII.isSpace(bytes[end - 1]) { end -= 1 }
                nodes[nodes.last].kind = .text(text.lowerBound..<end)
            }
        }
        nodes.append(.lineBreak)
        position += 1
        while ASCII.isBlank(bytes.byte(at: position)) { position += 1 }
    }

    private mutating func parseEscape() {
        let next = bytes.byte(at: position + 1)
        if next == ASCII.newline {
            nodes.append(.lineBreak)
            position += 2
        } else if ASCII.isPunctuation(next) {
            record(position..<position + 2)
            position += 1
            takeText(upTo: position + 1)
        } else {
            takeText(upTo: position + 1)
        }
    }

    private mutating func parseCode() {
        let start = position
        while bytes.byte(at: position) == ASCII.backtick { position += 1 }
        let length = position - start
        if codeSpans == nil { codeSpans = CodeSpanFinder(bytes) }
        guard let end = codeSpans?.end(of: length, from: position) else {
            nodes.append(.text(start..<position))
            return
        }
        nodes.append(.code(Self.code(bytes[position..<end])))
        position = end + length
        record(start..<position)
    }

    /// A code span's text: newlines are spaces, and one space within each end is for the writer.
    private static func code(_ content: ArraySlice<UInt8>) -> String {
        var text = content.map { $0 == ASCII.newline ? ASCII.space : $0 }
        if text.first == ASCII.space, text.last == ASCII.space, text.contains(where: { $0 != ASCII.space }) {
            text.removeLast()
            text.removeFirst()
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Finds the backticks that close a code span, in one pass over the text however many open one.
struct CodeSpanFinder {
    /// By length, where each run of that many backticks begins.
    private var runs: [[Int]] = Array(repeating: [], count: MarkupLimits.backticks + 1)
    private var passed: [Int] = Array(repeating: 0, count: MarkupLimits.backticks + 1)

    init(_ bytes: [UInt8]) {
        var place = 0
        while place < bytes.count {
            guard bytes[place] == ASCII.backtick else {
                place += 1
                continue
            }
            let start = place
            while bytes.byte(at: place) == ASCII.backtick { place += 1 }
            if place - start <= MarkupLimits.backticks { runs[place - start].append(start) }
        }
    }

    /// The first run of exactly `length` at or behind `place`, which may not go back from one call to the next.
    mutating func end(of length: Int, from place: Int) -> Int? {
        guard length <= MarkupLimits.backticks else { return nil }
        while passed[length] < runs[length].count, runs[length][passed[length]] < place { passed[length] += 1 }
        return passed[length] < runs[length].count ? runs[length][passed[length]] : nil
    }
}
