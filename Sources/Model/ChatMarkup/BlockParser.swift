/// Reads a text's lines into blocks, as CommonMark 0.29 does in its appendix, without the blocks that chat has not.
///
/// A quote differs: it ends with the first line that does not begin with `>`, since in a chat that line is the answer.
struct BlockParser {
    let source: [UInt8]
    private(set) var nodes = [BlockNode(kind: .document)]
    /// The document and, in one another, the blocks that may go on; never empty.
    private var open = [0]
    /// How many of `open` the current line belongs to.
    private var matched = 1
    let recordsSpans: Bool
    /// What the composer's way back needs to know, by place in the source; only when asked for.
    var spans: [MarkupSpan] = []

    init(_ source: [UInt8], recordsSpans: Bool = false) {
        self.source = source
        self.recordsSpans = recordsSpans
    }

    mutating func parse() -> [MarkupBlock] {
        var start = 0
        while start < source.count {
            var end = start
            while end < source.count, !ASCII.isLineEnd(source[end]) { end += 1 }
            process(LineCursor(source, line: start..<end))
            let isPair = source.byte(at: end) == ASCII.carriageReturn && source.byte(at: end + 1) == ASCII.newline
            start = end + (isPair ? 2 : 1)
        }
        return blocks(in: 0)
    }

    private mutating func process(_ whole: LineCursor) {
        var line = whole
        matched = 1
        while matched < open.count {
            guard let goesOn = matches(open[matched], &line) else { return }
            guard goesOn else { break }
            matched += 1
        }
        let hasOpened = openBlocks(&line)
        if case .code = nodes[open[open.count - 1]].kind, hasOpened { return }
        addText(line, hasOpened: hasOpened)
    }

    /// Whether `line` belongs to an open block; nil when it is the fence that closes it. Passes the block's prefix.
    private mutating func matches(_ index: Int, _ line: inout LineCursor) -> Bool? {
        switch nodes[index].kind {
        case .document, .list: return true
        case .paragraph: return !line.isBlank
        case .quote:
            guard line.indent <= 3, line.first == ASCII.greater else { return false }
            line.passQuoteMark()
            return true
        case .item(let indent):
            if line.indent >= indent {
                line.advance(columns: indent)
                return true
            }
            // An item whose first line is empty has only that one empty line.
            guard line.isBlank, !nodes[index].children.isEmpty else { return false }
            line.advance(bytes: line.firstNonspace - line.offset)
            return true
        case .code(let fence):
            if fence.isClosed(by: line) {
                close(to: matched)
                return nil
            }
            var left = fence.indent
            while left > 0, ASCII.isBlank(line.byte(line.offset)) {
                line.advance(columns: 1)
                left -= 1
            }
            return true
        }
    }

    /// Opens what `line` begins, and tells whether there was anything.
    private mutating func openBlocks(_ line: inout LineCursor) -> Bool {
        var hasOpened = false
        while true {
            let container = nodes[open[hasOpened ? open.count - 1 : matched - 1]]
            if case .code = container.kind { break }
            // Four columns are indented code in Markdown; here they are text.
            guard line.indent < 4, !line.isBlank else { break }
            if let fence = CodeFence(line) {
                add(.code(fence), &hasOpened)
                if recordsSpans { spans.append(MarkupSpan(range: line.offset..<line.end)) }
                break
            }
            guard level(hasOpened ? open.count : matched) < MarkupLimits.containers else { break }
            if line.first == ASCII.greater {
                line.passQuoteMark()
                add(.quote, &hasOpened)
                continue
            }
            guard let marker = ListMarker(line, interrupting: container.isParagraph) else { break }
            let indent = line.indent + line.passMarker(marker)
            if !container.isList(continuedBy: marker) { add(.list(marker), &hasOpened) }
            add(.item(indent: indent), &hasOpened)
        }
        return hasOpened
    }

    private mutating func addText(_ line: LineCursor, hasOpened: Bool) {
        var line = line
        if !hasOpened {
            if isLazy(line) {
                nodes[open[open.count - 1]].content.append(line, from: source)
                return
            }
            close(to: matched)
        }
        let last = open[open.count - 1]
        if case .code = nodes[last].kind {
            nodes[last].content.append(line, from: source)
            return
        }
        guard !line.isBlank else { return }
        line.advance(bytes: line.firstNonspace - line.offset)
        if !nodes[last].isParagraph {
            var unused = true
            add(.paragraph, &unused)
        }
        nodes[open[open.count - 1]].content.append(line, from: source)
    }

    /// Whether a line that lacks prefixes of open list items goes on with their last paragraph nevertheless.
    private func isLazy(_ line: LineCursor) -> Bool {
        guard matched < open.count, !line.isBlank, nodes[open[open.count - 1]].isParagraph else { return false }
        return !open[matched...].contains { nodes[$0].isQuote }
    }

    /// Quotes and items among the first `count` open blocks.
    private func level(_ count: Int) -> Int {
        var level = 0
        for index in open[..<count] where nodes[index].isLevel { level += 1 }
        return level
    }

    private mutating func close(to count: Int) { open.removeLast(open.count - count) }

    /// Opens a block in the deepest one that can hold it, below what the line belongs to.
    private mutating func add(_ kind: BlockNode.Kind, _ hasOpened: inout Bool) {
        if !hasOpened { close(to: matched) }
        hasOpened = true
        while open.count > 1, !nodes[open[open.count - 1]].canHold(kind) { open.removeLast() }
        nodes[open[open.count - 1]].children.append(nodes.count)
        open.append(nodes.count)
        nodes.append(BlockNode(kind: kind))
    }
}
