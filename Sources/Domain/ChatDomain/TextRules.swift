import ChatModel

/// What text may be shown beside other people's: the rules that names, descriptions and messages share.
enum TextRules {
    /// `text` without white space at either end, if it is a line of `characters` code points that shows something.
    ///
    /// Throws `too_long` or `invalid_argument`, naming `field`.
    static func line(
        _ text: String, _ characters: ClosedRange<Int>, field: String
    ) throws(ChatError) -> String {
        // A bound on bytes first: trimming and counting a megabyte of spaces would cost what no name is worth.
        guard text.utf8.count <= characters.upperBound * 8 else { throw tooLong(characters.upperBound, field) }
        let line = trimmed(text)
        guard line.unicodeScalars.count <= characters.upperBound else { throw tooLong(characters.upperBound, field) }
        for scalar in line.unicodeScalars where !mayBeInLine(scalar) {
            throw ChatError(.invalidArgument, "Control characters are not allowed here.", field: field)
        }
        guard line.unicodeScalars.count >= characters.lowerBound, characters.lowerBound == 0 || showsSomething(line)
        else {
            throw ChatError(.invalidArgument, "This must not be empty.", field: field)
        }
        return line
    }

    /// As `line`, but line breaks and tabs are allowed within.
    static func paragraph(_ text: String, atMost characters: Int, field: String) throws(ChatError) -> String {
        guard text.utf8.count <= characters * 8 else { throw tooLong(characters, field) }
        let paragraph = trimmed(text)
        guard paragraph.unicodeScalars.count <= characters else { throw tooLong(characters, field) }
        for scalar in paragraph.unicodeScalars where !mayBeInLine(scalar) && scalar != "\n" && scalar != "\t" {
            throw ChatError(.invalidArgument, "Control characters are not allowed here.", field: field)
        }
        return paragraph
    }

    /// Refuses a message's text that is empty, only white space, too long or holds U+0000, which not every store
    /// keeps. The text itself is kept as it was sent.
    static func checkMessage(_ text: String) throws(ChatError) {
        let most = Limits.messageCharacters.upperBound
        // Code points are never more than bytes, so most texts need no count.
        if text.utf8.count > most {
            guard text.utf8.count <= most * 4, text.unicodeScalars.count <= most else { throw tooLong(most, "text") }
        }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw ChatError(.invalidArgument, "A message must not be empty.", field: "text")
        }
        guard !text.utf8.contains(0) else {
            throw ChatError(.invalidArgument, "A message must not hold U+0000.", field: "text")
        }
    }

    /// Refuses what is shown as a reaction and is none: more than `Limits.emojiBytes`, white space, controls, letters of
    /// ASCII, and marks that turn the direction of what follows. Which emoji there are changes every year, and the text
    /// is not compared with a list.
    static func checkEmoji(_ text: String) throws(ChatError) {
        guard Limits.emojiBytes.contains(text.utf8.count) else {
            throw ChatError(
                text.isEmpty ? .invalidArgument : .tooLong, "An emoji is 1 to 64 bytes.", field: "emoji")
        }
        for scalar in text.unicodeScalars {
            let isLetter = (0x41...0x5a).contains(scalar.value & ~0x20) && scalar.value < 0x80
            guard !isLetter, !scalar.properties.isWhitespace, mayBeInLine(scalar) else {
                throw ChatError(.invalidArgument, "This is no emoji.", field: "emoji")
            }
        }
        guard showsSomething(text) else {
            throw ChatError(.invalidArgument, "This is no emoji.", field: "emoji")
        }
    }

    /// Refuses what a message could never be: a draft may be empty.
    static func checkDraft(_ text: String) throws(ChatError) {
        let most = Limits.messageCharacters.upperBound
        if text.utf8.count > most {
            guard text.utf8.count <= most * 4, text.unicodeScalars.count <= most else { throw tooLong(most, "text") }
        }
        guard !text.utf8.contains(0) else {
            throw ChatError(.invalidArgument, "A draft must not hold U+0000.", field: "text")
        }
    }

    private static func tooLong(_ most: Int, _ field: String) -> ChatError {
        ChatError(.tooLong, "At most \(most) characters are allowed here.", field: field)
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Neither controls, nor line and paragraph separators, nor the marks that turn the direction of what follows:
    /// with them a name could rewrite the line it is shown in.
    private static func mayBeInLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1f, 0x7f...0x9f, 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069, 0xfff9...0xfffb: false
        default: true
        }
    }

    private static func showsSomething(_ line: String) -> Bool {
        line.unicodeScalars.contains { scalar in
            !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
                && scalar.properties.generalCategory != .format && scalar != "\u{2800}"
        }
    }
}
