/// The tree, made when a paragraph is read. Emphasis deeper than `MarkupLimits.emphases` becomes text here, so the
/// recursion is bounded.
extension InlineParser {
    func tree() -> [MarkupInline] { inlines(from: nodes.first, depth: 0, isInLink: false) }

    private func inlines(from first: Int, depth: Int, isInLink: Bool) -> [MarkupInline] {
        var gathered = InlineGatherer(isInLink: isInLink)
        // Where to go on behind an emphasis that is too deep, and what closes it.
        var waiting: [(next: Int, closing: InlineNode.Kind)] = []
        var index = first
        while true {
            guard index >= 0 else {
                guard let (next, closing) = waiting.popLast() else { break }
                gathered.appendMarks(of: closing)
                index = next
                continue
            }
            let node = nodes[index]
            index = node.next
            switch node.kind {
            case .text(let range): gathered.append(bytes[range])
            case .lineBreak: gathered.append(.lineBreak)
            case .code(let text): gathered.append(.code(text))
            case .emoji(let name):
                gathered.append(.emoji(shortcode: bytes.text(name.lowerBound + 1..<name.upperBound - 1)))
            case .mention(let mention): gathered.append(.mention(mention))
            case .link(let url):
                if isInLink {
                    // `<http://…>` within a link's text leads where that link leads.
                    for address in text(from: node.firstChild) { gathered.append(address) }
                } else {
                    gathered.append(.link(url: url, inlines(from: node.firstChild, depth: depth, isInLink: true)))
                }
            case .bold, .italic, .strike:
                guard depth < MarkupLimits.emphases else {
                    gathered.appendMarks(of: node.kind)
                    waiting.append((index, node.kind))
                    index = node.firstChild
                    continue
                }
                let children = inlines(from: node.firstChild, depth: depth + 1, isInLink: isInLink)
                switch node.kind {
                case .bold: gathered.append(.bold(children))
                case .italic: gathered.append(.italic(children))
                default: gathered.append(.strike(children))
                }
            }
        }
        return gathered.finish()
    }

    /// The texts among the parts from `first` on.
    private func text(from first: Int) -> [ArraySlice<UInt8>] {
        var texts: [ArraySlice<UInt8>] = []
        var index = first
        while index >= 0 {
            texts.append(bytes[nodes[index].textRange])
            index = nodes[index].next
        }
        return texts
    }
}

/// Joins neighbouring texts, and finds e-mail addresses in them.
private struct InlineGatherer {
    private let isInLink: Bool
    private var inlines: [MarkupInline] = []
    private var pending: [UInt8] = []

    init(isInLink: Bool) { self.isInLink = isInLink }

    mutating func append(_ text: ArraySlice<UInt8>) { pending.append(contentsOf: text) }

    mutating func append(_ inline: MarkupInline) {
        flush()
        inlines.append(inline)
    }

    /// What an emphasis is written with at each end.
    mutating func appendMarks(of kind: InlineNode.Kind) {
        switch kind {
        case .bold(let mark): pending += [mark, mark]
        case .italic(let mark): pending.append(mark)
        case .strike: pending += [ASCII.tilde, ASCII.tilde]
        default: break
        }
    }

    mutating func finish() -> [MarkupInline] {
        flush()
        return inlines
    }

    private mutating func flush() {
        guard !pending.isEmpty else { return }
        var start = 0
        if !isInLink {
            for range in MailAddressFinder.find(in: pending) {
                appendText(start..<range.lowerBound)
                let address = pending.text(range)
                let url = pending.hasExactly("mailto:", at: range.lowerBound) ? address : "mailto:" + address
                inlines.append(.link(url: url, [.text(address)]))
                start = range.upperBound
            }
        }
        appendText(start..<pending.count)
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func appendText(_ range: Range<Int>) {
        if !range.isEmpty { inlines.append(.text(pending.text(range))) }
    }
}
