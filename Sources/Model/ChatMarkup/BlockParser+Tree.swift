/// The tree, made when all lines are read. As deep as the open blocks were, so the recursion is bounded.
extension BlockParser {
    mutating func blocks(in parent: Int) -> [MarkupBlock] {
        var blocks: [MarkupBlock] = []
        for child in nodes[parent].children {
            switch nodes[child].kind {
            case .document, .item: continue
            case .quote: blocks.append(.quote(self.blocks(in: child)))
            case .list(let marker):
                var items: [[MarkupBlock]] = []
                for item in nodes[child].children { items.append(self.blocks(in: item)) }
                blocks.append(.list(MarkupList(start: marker.number, items: items)))
            case .paragraph:
                let inlines = inlines(of: nodes[child].content)
                if !inlines.isEmpty { blocks.append(.paragraph(inlines)) }
            case .code(let fence):
                let content = nodes[child].content
                record([MarkupSpan(range: 0..<content.bytes.count)], in: content)
                blocks.append(
                    .code(language: fence.language, text: String(decoding: content.bytes.dropLast(), as: UTF8.self)))
            }
        }
        return blocks
    }

    private mutating func inlines(of content: LineContent) -> [MarkupInline] {
        var parser = InlineParser(content.bytes, recordsSpans: recordsSpans)
        let inlines = parser.parse()
        record(parser.spans, in: content)
        return inlines
    }

    private mutating func record(_ found: [MarkupSpan], in content: LineContent) {
        guard recordsSpans else { return }
        for span in found {
            spans.append(MarkupSpan(range: content.source(of: span.range), mention: span.mention))
        }
    }
}

/// A part of the source in which nothing that a person types is read as a mention.
struct MarkupSpan {
    /// Bytes of the source.
    var range: Range<Int>
    /// Set where the part spells a mention; nil for code, addresses and what a backslash escapes.
    var mention: Mention?
}
