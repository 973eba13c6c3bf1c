/// A place in one line, in bytes and in columns: a tab reaches to the next multiple of four.
struct LineCursor {
    private let bytes: [UInt8]
    /// Behind the line's last byte; its line ending is not part of it.
    let end: Int
    private(set) var offset: Int
    private(set) var column = 0
    /// Columns of a tab at `offset` that were taken already are not part of what is left.
    private(set) var isInsideTab = false
    /// Where what is left begins without its blanks.
    private(set) var firstNonspace: Int
    private var firstNonspaceColumn = 0

    init(_ bytes: [UInt8], line: Range<Int>) {
        self.bytes = bytes
        offset = line.lowerBound
        end = line.upperBound
        firstNonspace = line.lowerBound
        findNonspace()
    }

    /// Columns of blanks before `firstNonspace`.
    var indent: Int { firstNonspaceColumn - column }
    var isBlank: Bool { firstNonspace >= end }
    /// The byte at `firstNonspace`, or 0.
    var first: UInt8 { byte(firstNonspace) }
    /// Columns that are left of the tab at `offset`.
    var columnsToTab: Int { 4 - column % 4 }

    /// The byte at `index`, or 0 outside the line.
    func byte(_ index: Int) -> UInt8 { index < end ? bytes.byte(at: index) : 0 }

    /// Passes `count` bytes.
    mutating func advance(bytes count: Int) {
        for _ in 0..<count where offset < end {
            column += byte(offset) == ASCII.tab ? columnsToTab : 1
            offset += 1
            isInsideTab = false
        }
        findNonspace()
    }

    /// Passes `count` columns; a tab may be passed in part.
    mutating func advance(columns count: Int) {
        var left = count
        while left > 0, offset < end {
            if byte(offset) == ASCII.tab {
                let width = columnsToTab
                isInsideTab = width > left
                let taken = min(width, left)
                column += taken
                left -= taken
                if !isInsideTab { offset += 1 }
            } else {
                isInsideTab = false
                offset += 1
                column += 1
                left -= 1
            }
        }
        findNonspace()
    }

    /// Passes blanks, `>` and one column of blanks behind it.
    mutating func passQuoteMark() {
        advance(bytes: firstNonspace - offset + 1)
        if ASCII.isBlank(byte(offset)) { advance(columns: 1) }
    }

    /// Passes blanks, the marker and up to four columns of blanks behind it; with more, or with nothing behind them, only
    /// one. The columns from the marker on that the item's further lines have before them.
    mutating func passMarker(_ marker: ListMarker) -> Int {
        advance(bytes: firstNonspace - offset + marker.length)
        let width = indent
        let isNear = width >= 1 && width < 5 && !isBlank
        advance(columns: isNear ? width : min(width, 1))
        return marker.length + (isNear ? width : 1)
    }

    private mutating func findNonspace() {
        firstNonspace = offset
        firstNonspaceColumn = column
        while firstNonspace < end {
            switch bytes[firstNonspace] {
            case ASCII.space: firstNonspaceColumn += 1
            case ASCII.tab: firstNonspaceColumn += 4 - firstNonspaceColumn % 4
            default: return
            }
            firstNonspace += 1
        }
    }
}
