package import ByteCoding
import ChatModel

/// The tree as JSON, for views that build their nodes from it and never from HTML.
///
/// A text is a string; anything else is an array with its kind first:
/// blocks `["p", inline…]`, `["pre", language, text]`, `["q", block…]`, `["ul", [block…]…]`, `["ol", start, [block…]…]`;
/// inlines `["br"]`, `["b", inline…]`, `["i", inline…]`, `["s", inline…]`, `["c", text]`, `["a", url, inline…]`,
/// `["e", shortcode]`, `["m", user id]`, `["all"]` for everyone, `["r", room id]`.
/// A tree is an array of blocks, at most 51 arrays deep.
package enum MarkupJSON {
    package static func write(_ markup: Markup, to writer: inout JSONWriter) {
        write(markup.blocks, to: &writer)
    }

    private static func write(_ blocks: [MarkupBlock], to writer: inout JSONWriter) {
        writer.beginArray()
        for block in blocks { write(block, to: &writer) }
        writer.endArray()
    }

    private static func write(_ block: MarkupBlock, to writer: inout JSONWriter) {
        writer.beginArray()
        switch block {
        case .paragraph(let inlines):
            writer.string("p")
            for inline in inlines { write(inline, to: &writer) }
        case .code(let language, let text):
            writer.string("pre")
            writer.string(language)
            writer.string(text)
        case .quote(let blocks):
            writer.string("q")
            for block in blocks { write(block, to: &writer) }
        case .list(let list):
            writer.string(list.start == nil ? "ul" : "ol")
            if let start = list.start { writer.int(start) }
            for item in list.items { write(item, to: &writer) }
        }
        writer.endArray()
    }

    private static func write(_ inline: MarkupInline, to writer: inout JSONWriter) {
        switch inline {
        case .text(let text): return writer.string(text)
        case .lineBreak: write("br", to: &writer)
        case .bold(let children): write("b", children, to: &writer)
        case .italic(let children): write("i", children, to: &writer)
        case .strike(let children): write("s", children, to: &writer)
        case .code(let text): write("c", text, to: &writer)
        case .link(let url, let children): write("a", url, children, to: &writer)
        case .emoji(let shortcode): write("e", shortcode, to: &writer)
        case .mention(.person(let id)): write("m", id.description, to: &writer)
        case .mention(.everyone): write("all", to: &writer)
        case .mention(.room(let id)): write("r", id.description, to: &writer)
        }
    }

    private static func write(
        _ kind: String, _ value: String? = nil, _ children: [MarkupInline] = [], to writer: inout JSONWriter
    ) {
        writer.beginArray()
        writer.string(kind)
        if let value { writer.string(value) }
        for child in children { write(child, to: &writer) }
        writer.endArray()
    }

    private static func write(_ kind: String, _ children: [MarkupInline], to writer: inout JSONWriter) {
        write(kind, nil, children, to: &writer)
    }
}
