import ChatModel

/// One name behind `@` or `#`.
enum TypedName {
    /// UTF-8 bytes that a name and its mark may have: 80 characters for a channel.
    static let longest = 4 * 80 + 3

    static func text(for mention: Mention, _ directory: some MentionDirectory) -> String? {
        switch mention {
        case .everyone: return "@room"
        case .person(let id): return directory.handle(of: id).map { "@" + $0 }
        case .room(let id):
            guard let name = directory.name(of: id) else { return nil }
            return name.utf8.allSatisfy(isNameByte) ? "#" + name : "#[" + name + "]"
        }
    }

    /// The name at `start`, if `before` may stand before one and `directory` knows it.
    static func read(
        _ bytes: [UInt8], at start: Int, behind before: UInt8, _ directory: some MentionDirectory
    ) -> (mention: Mention, end: Int)? {
        let mark = bytes.byte(at: start)
        guard mark == ASCII.at || mark == ASCII.hash, mayPrecede(before) else { return nil }
        if mark == ASCII.at { return person(bytes, from: start + 1, directory) }
        if bytes.byte(at: start + 1) == ASCII.openBracket { return bracketed(bytes, from: start + 2, directory) }
        return channel(bytes, from: start + 1, directory)
    }

    private static func mayPrecede(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.dot, ASCII.plus, ASCII.hyphen, ASCII.slash, ASCII.at, ASCII.hash, ASCII.less, ASCII.ampersand: false
        default: !ASCII.isAlphanumeric(byte)
        }
    }

    private static func person(
        _ bytes: [UInt8], from start: Int, _ directory: some MentionDirectory
    ) -> (mention: Mention, end: Int)? {
        var end = start
        while isHandleByte(bytes.byte(at: end)), end - start < longest { end += 1 }
        while end > start {
            // Everyone, whatever somebody's handle is.
            if end - start == 4, bytes.hasWord("room", at: start) { return (.everyone, end) }
            if Limits.handleCharacters.contains(end - start) {
                let handle = String(decoding: bytes[start..<end].map(ASCII.lowercased), as: UTF8.self)
                if let id = directory.person(handle: handle) { return (.person(id), end) }
            }
            guard ASCII.isPunctuation(bytes[end - 1]) else { return nil }
            end -= 1
        }
        return nil
    }

    private static func channel(
        _ bytes: [UInt8], from start: Int, _ directory: some MentionDirectory
    ) -> (mention: Mention, end: Int)? {
        var end = start
        while end < bytes.count, bytes[end] > ASCII.space, end - start < longest { end += 1 }
        if let found = channel(bytes, start..<end, directory) { return found }
        end = start
        while end < bytes.count, isNameByte(bytes[end]), end - start < longest { end += 1 }
        return channel(bytes, start..<end, directory)
    }

    /// The channel whose name fills `range`, but for punctuation at its end.
    private static func channel(
        _ bytes: [UInt8], _ range: Range<Int>, _ directory: some MentionDirectory
    ) -> (mention: Mention, end: Int)? {
        var end = range.upperBound
        while end > range.lowerBound {
            if let id = directory.channel(name: bytes.text(range.lowerBound..<end)) { return (.room(id), end) }
            guard ASCII.isPunctuation(bytes[end - 1]) else { return nil }
            end -= 1
        }
        return nil
    }

    private static func bracketed(
        _ bytes: [UInt8], from start: Int, _ directory: some MentionDirectory
    ) -> (mention: Mention, end: Int)? {
        var end = start
        while end < bytes.count, end - start < longest, bytes[end] >= ASCII.space, bytes[end] != ASCII.closeBracket {
            // What could begin or end code, an address or an escape may not be in it.
            if bytes[end] == ASCII.backtick || bytes[end] == ASCII.less || bytes[end] == ASCII.backslash { return nil }
            end += 1
        }
        // `[text](address)` is a link.
        guard bytes.byte(at: end) == ASCII.closeBracket, bytes.byte(at: end + 1) != ASCII.openParenthesis,
            let id = directory.channel(name: bytes.text(start..<end))
        else { return nil }
        return (.room(id), end + 1)
    }

    private static func isHandleByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == ASCII.dot || byte == ASCII.underscore || byte == ASCII.hyphen
    }

    /// What a channel's name has without brackets: no white space, and of ASCII only letters, digits, `.`, `_` and `-`.
    private static func isNameByte(_ byte: UInt8) -> Bool { byte >= 0x80 || isHandleByte(byte) }
}
