import ByteCoding
import ChatMarkup
import ChatModel

/// What messages say, as views show it: made once a text, and again when somebody whom it names is called otherwise.
struct RenderedTexts: Sendable {
    /// A message as it was edited last, or sent.
    struct Key: Hashable, Sendable {
        let message: MessageID
        let editedAt: Int64

        init(_ message: Message) {
            self.message = message.id
            editedAt = message.editedAt?.milliseconds ?? 0
        }
    }

    struct Text: Sendable {
        /// JSON: the tree with names.
        var markup: String
        var editable: String
        /// Of the names in it; nil where there is none.
        fileprivate var names: Int?
    }

    private struct Preview: Sendable {
        var text: String
        var names: Int
    }

    private struct Entry: Sendable {
        /// What the rest was made of: two edits may have one time.
        var source = ""
        var text: Text?
        var preview: Preview?
    }

    /// How many may be kept besides twice what is shown.
    private static let spare = 400

    /// What was asked for since there was too much, and before that: what is not asked for again goes the next time.
    private var recent: [Key: Entry] = .init()
    private var older: [Key: Entry] = .init()
    /// Of the rooms' names.
    private var rooms = 1

    /// A room is called otherwise now, or became known.
    mutating func roomsChanged() { rooms &+= 1 }

    /// `source` as `names` knows those whom it names; a text without a key is made anew each time.
    mutating func text(_ key: Key?, _ source: String, _ names: inout MentionNames) -> Text {
        let version = names.people.version &+ rooms
        var entry = Entry(source: source)
        if let key, let found = known(key, source) { entry = found }
        if let text = entry.text, text.names == nil || text.names == version { return text }
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
        entry.text = text
        if let key { keep(entry, key) }
        return text
    }

    /// So many messages were shown just now. Of those that are shown no more the texts are let go: else a room that is
    /// open for long would keep the text of all that was ever said in it.
    mutating func drew(_ messages: Int) {
        guard recent.count > 2 * messages + RenderedTexts.spare else { return }
        (older, recent) = (recent, .init())
    }

    private mutating func known(_ key: Key, _ source: String) -> Entry? {
        if let entry = recent[key] { return entry.source.utf8.elementsEqual(source.utf8) ? entry : nil }
        guard let entry = older.removeValue(forKey: key), entry.source.utf8.elementsEqual(source.utf8) else {
            return nil
        }
        recent[key] = entry
        return entry
    }

    private mutating func keep(_ entry: Entry, _ key: Key) { recent[key] = entry }

    /// The beginning of `source` on one line and without marks.
    mutating func preview(_ key: Key, _ source: String, _ names: inout MentionNames) -> String {
        let version = names.people.version &+ rooms
        var entry = known(key, source) ?? Entry(source: source)
        if let preview = entry.preview, preview.names == version { return preview.text }
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
        entry.preview = Preview(text: text, names: version)
        keep(entry, key)
        return text
    }
}
