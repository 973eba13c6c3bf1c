import ChatModel

/// What a person types, with names, and what is stored, with ids.
///
/// Names are read outside code, addresses and what a backslash escapes, and not directly behind a letter, a digit or one
/// of `. + - / @ # < &`. The longest name that is known counts, where only punctuation may be left out at its end.
package enum TypedText {
    /// The stored form of `typed`: `@handle`, `@room`, `#channel` and `#[a channel]` that `directory` knows become ids.
    package static func source(from typed: String, _ directory: some MentionDirectory) -> String {
        let bytes = Array(typed.utf8)
        guard bytes.contains(where: { $0 == ASCII.at || $0 == ASCII.hash }) else { return typed }
        var result: [UInt8] = []
        var place = 0
        for span in MarkupSpan.all(in: bytes) where span.range.lowerBound >= place {
            append(bytes, place..<span.range.lowerBound, to: &result, directory)
            result += bytes[span.range]
            place = span.range.upperBound
        }
        append(bytes, place..<bytes.count, to: &result, directory)
        return String(decoding: result, as: UTF8.self)
    }

    /// `source` with names for ids, for editing. An id stays where there is no name for it, or where its name would be
    /// read as something else.
    package static func editable(_ source: String, _ directory: some MentionDirectory) -> String {
        let bytes = Array(source.utf8)
        var result: [UInt8] = []
        var place = 0
        // An address reaches to the next white space, or to the `<` of an id: it would swallow a name.
        var isBehindAddress = false
        for span in MarkupSpan.all(in: bytes) where span.range.lowerBound >= place {
            guard let mention = span.mention else { continue }
            for byte in bytes[place..<span.range.lowerBound] {
                result.append(byte)
                isBehindAddress = ASCII.isSpace(byte) ? false : isBehindAddress || endsInAddressStart(result)
            }
            place = span.range.upperBound
            let rest = bytes[place..<min(bytes.count, place + TypedName.longest)]
            let name = Array((TypedName.text(for: mention, directory) ?? "").utf8)
            let last = result.last ?? ASCII.space
            let read = TypedName.read(name + rest, at: 0, behind: last, directory)
            let isRead = !name.isEmpty && !isBehindAddress && read?.mention == mention && read?.end == name.count
            result += isRead ? name : Array(mention.source.utf8)
        }
        result += bytes[place...]
        return String(decoding: result, as: UTF8.self)
    }

    private static func endsInAddressStart(_ text: [UInt8]) -> Bool {
        text.hasExactly("://", at: text.count - 3) || text.hasExactly("www.", at: text.count - 4)
    }

    private static func append(
        _ bytes: [UInt8], _ range: Range<Int>, to result: inout [UInt8], _ directory: some MentionDirectory
    ) {
        var place = range.lowerBound
        while place < range.upperBound {
            let before = place > 0 ? bytes[place - 1] : ASCII.space
            // A name that reaches into code or an address is none.
            if let found = TypedName.read(bytes, at: place, behind: before, directory), found.end <= range.upperBound {
                result += Array(found.mention.source.utf8)
                place = found.end
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
    }
}

extension MarkupSpan {
    /// Those of a text, sorted.
    static func all(in source: [UInt8]) -> [MarkupSpan] {
        var parser = BlockParser(source, recordsSpans: true)
        _ = parser.parse()
        // A last line without a newline counts as having one.
        let spans = parser.spans.map { MarkupSpan(range: $0.range.clamped(to: 0..<source.count), mention: $0.mention) }
        return spans.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
