/// What begins a list item: a bullet, or a number with a full stop or parenthesis.
struct ListMarker: Hashable {
    /// `-`, `+`, `*`, or what follows the number: items of one list have the same.
    var mark: UInt8
    /// Nil for bullets.
    var number: Int?
    /// Bytes of the marker itself.
    var length: Int

    func continues(_ list: ListMarker) -> Bool {
        mark == list.mark && (number == nil) == (list.number == nil)
    }

    /// The marker at the line's first byte that is no blank.
    ///
    /// - Parameter interrupting: whether a paragraph is open there, which only an item with content ends, and of the
    ///   numbered ones only one with number 1.
    init?(_ line: LineCursor, interrupting: Bool) {
        var place = line.firstNonspace
        switch line.first {
        case ASCII.hyphen, ASCII.plus, ASCII.star:
            mark = line.first
            number = nil
            place += 1
        case let digit where ASCII.isDigit(digit):
            var value = 0
            var digits = 0
            // Nine digits are CommonMark's bound; they cannot overflow.
            while digits < 9, ASCII.isDigit(line.byte(place)) {
                value = value &* 10 &+ Int(line.byte(place) &- 0x30)
                digits += 1
                place += 1
            }
            mark = line.byte(place)
            guard mark == ASCII.dot || mark == ASCII.closeParenthesis else { return nil }
            guard !interrupting || value == 1 else { return nil }
            number = value
            place += 1
        default: return nil
        }
        length = place - line.firstNonspace
        guard place >= line.end || ASCII.isSpace(line.byte(place)) else { return nil }
        guard interrupting else { return }
        while ASCII.isBlank(line.byte(place)) { place += 1 }
        if place >= line.end { return nil }
    }
}
