/// Runs of `*`, `_` or `~~` that may begin or end emphasis, by place in `DelimiterList`.
struct Delimiter {
    let mark: UInt8
    let canOpen: Bool
    let canClose: Bool
    /// How long the run was; what is left of it is its node's text.
    let length: Int
    let node: Int
    var previous: Int
    var next = -1
}

/// The runs that nothing was made of yet, in the text's order. Places grow with the order and are never used again.
struct DelimiterList {
    private(set) var all: [Delimiter] = []
    private(set) var last = -1

    subscript(index: Int) -> Delimiter { all[index] }

    mutating func append(_ mark: UInt8, _ flanking: (canOpen: Bool, canClose: Bool), length: Int, node: Int) {
        let index = all.count
        all.append(
            Delimiter(
                mark: mark, canOpen: flanking.canOpen, canClose: flanking.canClose, length: length, node: node,
                previous: last))
        if last >= 0 { all[last].next = index }
        last = index
    }

    mutating func remove(_ index: Int) {
        let delimiter = all[index]
        if delimiter.previous >= 0 { all[delimiter.previous].next = delimiter.next }
        if delimiter.next >= 0 { all[delimiter.next].previous = delimiter.previous } else { last = delimiter.previous }
    }

    /// Takes out what stands between the two.
    mutating func removeAll(between opener: Int, and closer: Int) {
        all[opener].next = closer
        all[closer].previous = opener
    }

    /// Takes out what stands behind `index`, all for -1.
    mutating func removeAll(above index: Int) {
        last = index
        if index >= 0 { all[index].next = -1 }
    }
}

extension InlineParser {
    mutating func parseDelimiters() {
        let mark = bytes[position]
        let start = position
        while bytes.byte(at: position) == mark { position += 1 }
        let flanking = Flanking(before: before(start, skipping: true), after: after(position, skipping: true))
        let node = nodes.append(.text(start..<position))
        let sides = mark == ASCII.underscore ? flanking.ofUnderscores : (flanking.isLeft, flanking.isRight)
        if sides.0 || sides.1 { delimiters.append(mark, sides, length: position - start, node: node) }
    }

    /// Two tildes strike; any other number is text.
    mutating func parseTildes() {
        let start = position
        while bytes.byte(at: position) == ASCII.tilde { position += 1 }
        let node = nodes.append(.text(start..<position))
        guard position - start == 2 else { return }
        let flanking = Flanking(before: before(start, skipping: false), after: after(position, skipping: false))
        if flanking.isLeft || flanking.isRight {
            delimiters.append(ASCII.tilde, (flanking.isLeft, flanking.isRight), length: 2, node: node)
        }
    }

    /// The character that ends before `index`; `skipping` looks past tildes, as the reference implementation does for
    /// the other marks.
    private func before(_ index: Int, skipping: Bool) -> Flanking.Neighbour {
        var end = index
        while skipping, end > 0, bytes[end - 1] == ASCII.tilde { end -= 1 }
        guard end > 0 else { return .space }
        var start = end - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return Flanking.Neighbour(bytes, at: start)
    }

    private func after(_ index: Int, skipping: Bool) -> Flanking.Neighbour {
        var start = index
        while skipping, bytes.byte(at: start) == ASCII.tilde { start += 1 }
        return start < bytes.count ? Flanking.Neighbour(bytes, at: start) : .space
    }

    /// Makes emphasis of the runs behind the place `bottom` (-1 for all of them), and forgets them.
    mutating func resolveEmphasis(above bottom: Int) {
        var lowest = SearchedOpeners(bottom)
        var closer = delimiters.last
        while closer >= 0, delimiters[closer].previous > bottom { closer = delimiters[closer].previous }
        while closer > bottom, closer >= 0 {
            guard delimiters[closer].canClose else {
                closer = delimiters[closer].next
                continue
            }
            if let opener = opener(for: closer, above: lowest[delimiters[closer]]) {
                closer = emphasize(from: opener, to: closer)
                continue
            }
            let next = delimiters[closer].next
            lowest[delimiters[closer]] = delimiters[closer].previous
            if !delimiters[closer].canOpen { delimiters.remove(closer) }
            closer = next
        }
        delimiters.removeAll(above: bottom)
    }

    private func opener(for closer: Int, above lowest: Int) -> Int? {
        let end = delimiters[closer]
        var opener = end.previous
        while opener > lowest {
            let start = delimiters[opener]
            if start.canOpen, start.mark == end.mark {
                // CommonMark's rules 9 and 10: "the sum of the lengths must not be a multiple of 3".
                let isOdd =
                    (end.canOpen || start.canClose) && end.length % 3 != 0 && (start.length + end.length) % 3 == 0
                if !isOdd { return opener }
            }
            opener = start.previous
        }
        return nil
    }

    /// Wraps what is between the two; the delimiter to look at next, -1 for none.
    private mutating func emphasize(from opener: Int, to closer: Int) -> Int {
        let (start, end) = (delimiters[opener], delimiters[closer])
        delimiters.removeAll(between: opener, and: closer)
        let (left, right) = (nodes[start.node].textRange, nodes[end.node].textRange)
        let count = left.count >= 2 && right.count >= 2 ? 2 : 1
        let kind: InlineNode.Kind =
            start.mark == ASCII.tilde
            ? .strike : count == 2 ? .bold(delimiter: start.mark) : .italic(delimiter: start.mark)
        _ = nodes.wrap(between: start.node, and: end.node, kind)
        nodes[start.node].kind = .text(left.lowerBound..<left.upperBound - count)
        nodes[end.node].kind = .text(right.lowerBound + count..<right.upperBound)
        if left.count == count {
            nodes.remove(start.node)
            delimiters.remove(opener)
        }
        guard right.count == count else { return closer }
        nodes.remove(end.node)
        delimiters.remove(closer)
        return end.next
    }
}

/// For each kind of closer, up to where no opener is left: what makes the search linear.
private struct SearchedOpeners {
    private var places: [Int]

    init(_ bottom: Int) { places = Array(repeating: bottom, count: 10) }

    subscript(closer: Delimiter) -> Int {
        get { places[Self.place(closer)] }
        set { places[Self.place(closer)] = newValue }
    }

    /// The kinds are those of the reference implementation, which tells stars that can open as well from those that cannot.
    private static func place(_ closer: Delimiter) -> Int {
        switch closer.mark {
        case ASCII.star: closer.length % 3 + (closer.canOpen ? 3 : 0)
        case ASCII.underscore: closer.length % 3 + 6
        default: 9
        }
    }
}
