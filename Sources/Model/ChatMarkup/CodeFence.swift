/// The line that opens a code block: three or more backticks or tildes, then perhaps a language.
struct CodeFence: Hashable {
    let mark: UInt8
    let length: Int
    /// Columns before the fence, taken from each line of the code as far as it has them.
    let indent: Int
    let language: String

    init?(_ line: LineCursor) {
        mark = line.first
        guard mark == ASCII.backtick || mark == ASCII.tilde else { return nil }
        length = CodeFence.run(of: mark, line)
        guard length >= 3 else { return nil }
        var rest = line
        rest.advance(bytes: rest.firstNonspace - rest.offset + length)
        let info = (rest.offset..<rest.end).map { rest.byte($0) }
        // A code span may begin a line.
        if mark == ASCII.backtick, info.contains(ASCII.backtick) { return nil }
        indent = line.indent
        language = CodeFence.word(in: info)
    }

    /// Whether `line` closes the block.
    func isClosed(by line: LineCursor) -> Bool {
        guard line.indent <= 3, line.first == mark else { return false }
        let count = CodeFence.run(of: mark, line)
        guard count >= length else { return false }
        var place = line.firstNonspace + count
        while ASCII.isBlank(line.byte(place)) { place += 1 }
        return place >= line.end
    }

    private static func run(of mark: UInt8, _ line: LineCursor) -> Int {
        var place = line.firstNonspace
        while place < line.end, line.byte(place) == mark { place += 1 }
        return place - line.firstNonspace
    }

    private static func word(in info: [UInt8]) -> String {
        let start = info.firstIndex { !ASCII.isSpace($0) } ?? info.count
        let end = info[start...].firstIndex { ASCII.isSpace($0) } ?? info.count
        let word = unescaped(info, start..<end)
        return word.count <= MarkupLimits.languageBytes ? String(decoding: word, as: UTF8.self) : ""
    }
}

/// `bytes` without the backslashes that escape something.
func unescaped(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
        if bytes.byte(at: place) == ASCII.backslash, place + 1 < range.upperBound,
            ASCII.isPunctuation(bytes.byte(at: place + 1))
        {
            place += 1
        }
        result.append(bytes.byte(at: place))
        place += 1
    }
    return result
}
