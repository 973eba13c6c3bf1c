import ByteCoding
import ChatMarkup
import ChatModel

/// What messages say, as views show it: made once a text, and again when somebody whom it names is called otherwise.
struct RenderedTexts: Sendable {
    enum Key: Hashable, Sendable {
        /// A message as it was edited last, or sent.
        case message(MessageID, editedAt: Int64)
        case pending(nonce: String)
    }

    struct Text: Sendable {
        /// JSON: the tree with names.
        var markup: String
        var editable: String
        /// Of the names in it; nil where there is none.
        fileprivate var names: Int?
    }

    /// More than any window holds.
    private static let limit = 8000

    private var known: [Key: Text] = .init()
    private var previews: [Key: (text: String, names: Int)] = .init()
    /// Of the rooms' names.
    private var rooms = 1

    /// A room is called otherwise now, or became known.
    mutating func roomsChanged() { rooms &+= 1 }

    /// `source` as `names` knows those whom it names.
    mutating func text(_ key: Key, _ source: String, _ names: inout MentionNames) -> Text {
        let version = names.people.version &+ rooms
        if let text = known[key], text.names == nil || text.names == version { return text }
        let markup = Markup(source)
        var writer = JSONWriter()
        var hasNames = false
        MarkupJSON.write(markup, to: &writer) { mention, writer in
            hasNames = true
            names.write(mention, to: &writer)
        }
        let text = Text(
            markup: String(decoding: writer.bytes, as: UTF8.self),
            editable: hasNames ? TypedText.editable(source, names) : source, names: hasNames ? version : nil)
        if known.count >= RenderedTexts.limit { known = .init() }
        known[key] = text
        return text
    }

    /// The beginning of `source` on one line and without marks.
    mutating func preview(_ key: Key, _ source: String, _ names: inout MentionNames) -> String {
        let version = names.people.version &+ rooms
        if let preview = previews[key], preview.names == version { return preview.text }
        var text = ""
        var count = 0
        let plain = Markup(source).plainText { names.text($0) }
        for scalar in plain.unicodeScalars {
            guard count < QuoteShown.length else {
                text += "…"
                break
            }
            text.unicodeScalars.append(scalar == "\n" ? " " : scalar)
            count += 1
        }
        if previews.count >= RenderedTexts.limit { previews = .init() }
        previews[key] = (text, version)
        return text
    }
}
