import ChatModel

/// What stands between `<` and `>`: a mention, or an address.
extension InlineParser {
    mutating func parsePointed() {
        if let mention = mention(from: position) {
            let end = position + mention.source.utf8.count
            record(position..<end, mention: mention)
            nodes.append(.mention(mention))
            position = end
            return
        }
        let start = position + 1
        guard let end = pointedAddress(from: start) ?? pointedMail(from: start) else {
            return takeText(upTo: start)
        }
        let text = Array(bytes[start..<end])
        let url: String
        if let address = Address.allowed(text) {
            url = address
        } else if let address = Address.allowed(Array("mailto:".utf8) + text), pointedAddress(from: start) == nil {
            url = address
        } else {
            return takeText(upTo: start)
        }
        appendLink(to: url, text: start..<end)
        record(position..<end + 1)
        position = end + 1
    }

    mutating func appendLink(to url: String, text: Range<Int>) {
        let before = nodes.append(.text(text.lowerBound..<text.lowerBound))
        nodes.append(.text(text))
        _ = nodes.wrap(between: before, and: -1, .link(url: url))
    }

    private func mention(from start: Int) -> Mention? {
        let mark = bytes.byte(at: start + 1)
        if mark == ASCII.at, bytes.hasExactly("room>", at: start + 2) { return .everyone }
        let end = start + 2 + Self.identifierLength
        guard mark == ASCII.at || mark == ASCII.hash, bytes.byte(at: end) == ASCII.greater else { return nil }
        let text = bytes.text(start + 2..<end)
        if mark == ASCII.at { return UserID(text).map { .person($0) } }
        return RoomID(text).map { .room($0) }
    }

    private static var identifierLength: Int { 13 }

    /// Where the address that begins at `start` ends: a scheme, a colon, and no white space up to `>`.
    private func pointedAddress(from start: Int) -> Int? {
        guard ASCII.isLetter(bytes.byte(at: start)) else { return nil }
        var place = start + 1
        while place - start < 32, isSchemeByte(bytes.byte(at: place)) { place += 1 }
        guard place - start >= 2, bytes.byte(at: place) == ASCII.colon else { return nil }
        while bytes.byte(at: place) > ASCII.space, bytes[place] != ASCII.less, bytes[place] != ASCII.greater {
            place += 1
        }
        return bytes.byte(at: place) == ASCII.greater ? place : nil
    }

    private func isSchemeByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == ASCII.plus || byte == ASCII.dot || byte == ASCII.hyphen
    }

    /// Where the e-mail address that begins at `start` ends before `>`.
    private func pointedMail(from start: Int) -> Int? {
        var place = start
        while isMailboxByte(bytes.byte(at: place)) { place += 1 }
        guard place > start, bytes.byte(at: place) == ASCII.at else { return nil }
        repeat {
            let label = place + 1
            place = label
            while ASCII.isAlphanumeric(bytes.byte(at: place)) || bytes.byte(at: place) == ASCII.hyphen { place += 1 }
            guard place > label, place - label <= 63, bytes.byte(at: label) != ASCII.hyphen,
                bytes.byte(at: place - 1) != ASCII.hyphen
            else { return nil }
        } while bytes.byte(at: place) == ASCII.dot
        return bytes.byte(at: place) == ASCII.greater ? place : nil
    }

    private func isMailboxByte(_ byte: UInt8) -> Bool {
        if ASCII.isAlphanumeric(byte) { return true }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), ASCII.colon, ASCII.semicolon,
            ASCII.less, ASCII.greater, ASCII.at, ASCII.openBracket, ASCII.closeBracket, ASCII.backslash:
            return false
        default: return ASCII.isPunctuation(byte)
        }
    }
}
