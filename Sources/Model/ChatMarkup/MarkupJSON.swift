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
        write(markup, to: &writer) { mention, writer in writeID(of: mention, to: &writer) }
    }

    /// The same with `mention` to write each mention, as one JSON value.
    package static func write(
        _ markup: Markup, to writer: inout JSONWriter, mention: (Mention, inout JSONWriter) -> Void
    ) {
        write(markup.blocks, to: &writer, mention)
    }

    private static func writeID(of mention: Mention, to writer: inout JSONWriter) {
        writer.beginArray()
        switch mention {
        case .person(let id):
            writer.string("m")
            writer.string(id.description)
        case .everyone: writer.string("all")
        case .room(let id):
            writer.string("r")
            writer.string(id.description)
        }
        writer.endArray()
    }

    private static func write(
        _ blocks: [MarkupBlock], to writer: inout JSONWriter, _ mention: (Mention, inout JSONWriter) -> Void
    ) {
        writer.beginArray()
        for block in blocks { write(block, to: &writer, mention) }
        writer.endArray()
    }

    private static func write(
        _ block: MarkupBlock, to writer: inout JSONWriter, _ mention: (Mention, inout JSONWriter) -> Void
    ) {
        writer.beginArray()
        switch block {
        case .paragraph(let inlines):
            writer.string("p")
            for inline in inlines { write(inline, to: &writer, mention) }
        case .code(let language, let text):
            writer.string("pre")
            writer.string(language)
            writer.string(text)
        case .quote(let blocks):
            writer.string("q")
            for block in blocks { write(block, to: &writer, mention) }
        case .list(let list):
            writer.string(list.start == nil ? "ul" : "ol")
            if let start = list.start { writer.int(start) }
            for item in list.items { write(item, to: &writer, mention) }
        }
        writer.endArray()
    }

    private static func write(
        _ inline: MarkupInline, to writer: inout JSONWriter, _ mention: (Mention, inout JSONWriter) -> Void
    ) {
        switch inline {
        case .text(let text): return writer.string(text)
        case .lineBreak: write("br", to: &writer, mention)
        case .bold(let children): write("b", nil, children, to: &writer, mention)
        case .italic(let children): write("i", nil, children, to: &writer, mention)
        case .strike(let children): write("s", nil, children, to: &writer, mention)
        case .code(let text): write("c", text, to: &writer, mention)
        case .link(let url, let children): write("a", url, children, to: &writer, mention)
        case .emoji(let shortcode): write("e", shortcode, to: &writer, mention)
        case .mention(let found): mention(found, &writer)
        }
    }

    private static func write(
        _ kind: String, _ value: String? = nil, _ children: [MarkupInline] = [], to writer: inout JSONWriter,
        _ mention: (Mention, inout JSONWriter) -> Void
    ) {
        writer.beginArray()
        writer.string(kind)
        if let value { writer.string(value) }
        for child in children { write(child, to: &writer, mention) }
        writer.endArray()
    }
}
