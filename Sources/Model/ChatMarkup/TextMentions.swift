package import ChatModel

/// Whom a text mentions: exactly those that its tree shows.
package struct TextMentions: Hashable, Sendable {
    /// Different people in the order in which they come first, at most `MarkupLimits.mentions`.
    package private(set) var people: [UserID] = []
    package private(set) var everyone = false

    package init() {}

    package init(in markup: Markup) { gather(markup.blocks) }

    /// Those of the text `source`; costs a look at its bytes where it has none.
    package init(in source: String) {
        let bytes = Array(source.utf8)
        self.init(in: TextMentions.mayHave(bytes) ? Markup(parsing: bytes) : Markup(blocks: []))
    }

    private static func mayHave(_ bytes: [UInt8]) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == ASCII.at, previous == ASCII.less { return true }
            previous = byte
        }
        return false
    }

    private mutating func gather(_ blocks: [MarkupBlock]) {
        for block in blocks {
            switch block {
            case .paragraph(let inlines): gather(inlines)
            case .code: break
            case .quote(let blocks): gather(blocks)
            case .list(let list): for item in list.items { gather(item) }
            }
        }
    }

    private mutating func gather(_ inlines: [MarkupInline]) {
        for inline in inlines {
            switch inline {
            case .bold(let children), .italic(let children), .strike(let children), .link(_, let children):
                gather(children)
            case .mention(.everyone): everyone = true
            case .mention(.person(let id)):
                if people.count < MarkupLimits.mentions, !people.contains(id) { people.append(id) }
            case .text, .lineBreak, .code, .emoji, .mention(.room): break
            }
        }
    }
}
