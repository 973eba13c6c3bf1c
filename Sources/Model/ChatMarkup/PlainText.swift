extension Markup {
    /// The text without its marks, for notifications and previews: blocks and lines on lines of their own, items with
    /// `•` or their number before them.
    ///
    /// - Parameter name: what to write for a mention, with `@` or `#` where it should have one.
    package func plainText(of name: (Mention) -> String) -> String {
        var writer = PlainTextWriter()
        writer.write(blocks, name)
        return writer.text
    }
}

private struct PlainTextWriter {
    private(set) var text = ""
    private var isAtStart = true

    mutating func write(_ blocks: [MarkupBlock], _ name: (Mention) -> String) {
        for block in blocks {
            switch block {
            case .paragraph(let inlines):
                beginLine()
                for inline in inlines { write(inline, name) }
            case .code(_, let code):
                beginLine()
                text += code
            case .quote(let blocks): write(blocks, name)
            case .list(let list):
                var number = list.start
                for item in list.items {
                    beginLine()
                    if let value = number {
                        text += "\(value). "
                        number = value &+ 1
                    } else {
                        text += "• "
                    }
                    isAtStart = true
                    write(item, name)
                    isAtStart = false
                }
            }
        }
    }

    private mutating func write(_ inline: MarkupInline, _ name: (Mention) -> String) {
        switch inline {
        case .text(let part), .code(let part): text += part
        case .lineBreak: text += "\n"
        case .bold(let children), .italic(let children), .strike(let children), .link(_, let children):
            for child in children { write(child, name) }
        case .emoji(let shortcode): text += ":\(shortcode):"
        case .mention(let mention): text += name(mention)
        }
    }

    /// A newline, unless the line has nothing yet.
    private mutating func beginLine() {
        if !isAtStart { text += "\n" }
        isAtStart = false
    }
}
