/// A block while its text is being read. Blocks refer to one another by their place in the parser's array.
struct BlockNode {
    enum Kind {
        case document
        case quote
        case list(ListMarker)
        /// Lines that belong to the item have `indent` columns before them.
        case item(indent: Int)
        case paragraph
        case code(CodeFence)
    }

    let kind: Kind
    var children: [Int] = []
    /// The lines of a paragraph or code block, with a newline behind each.
    var content = LineContent()

    /// Whether it counts for `MarkupLimits.containers`.
    var isLevel: Bool {
        switch kind {
        case .quote, .item: true
        default: false
        }
    }

    var isQuote: Bool { if case .quote = kind { true } else { false } }
    var isParagraph: Bool { if case .paragraph = kind { true } else { false } }

    /// Whether an item with `marker` is the next one of this list.
    func isList(continuedBy marker: ListMarker) -> Bool {
        if case .list(let list) = kind { marker.continues(list) } else { false }
    }

    /// Whether a block of `kind` may stand in it.
    func canHold(_ kind: Kind) -> Bool {
        switch (self.kind, kind) {
        case (.list, .item): true
        case (.document, .item), (.quote, .item), (.item, .item): false
        case (.document, _), (.quote, _), (.item, _): true
        default: false
        }
    }
}

/// Lines joined to one text, which knows where in the source each byte was.
struct LineContent {
    private(set) var bytes: [UInt8] = []
    /// Sorted by both: from `content` on, up to the next, bytes stood in the source from `source` on.
    private var starts: [(content: Int, source: Int)] = []

    /// Adds what is left of `line` and a newline.
    mutating func append(_ line: LineCursor, from source: [UInt8]) {
        var offset = line.offset
        if line.isInsideTab {
            // The rest of a tab that a container's prefix took in part.
            for _ in 0..<line.columnsToTab { bytes.append(ASCII.space) }
            offset += 1
        }
        starts.append((bytes.count, offset))
        if offset < line.end { bytes.append(contentsOf: source[offset..<line.end]) }
        bytes.append(ASCII.newline)
    }

    /// Where in the source the byte at `index` stood.
    func source(of index: Int) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle].content <= index { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return starts.first?.source ?? 0 }
        let start = starts[low - 1]
        return start.source + (index - start.content)
    }

    /// Where in the source what stands in `range` began and ended; the prefixes of quotes and lists between its lines
    /// are part of it.
    func source(of range: Range<Int>) -> Range<Int> {
        guard let last = range.last else {
            let place = source(of: range.lowerBound)
            return place..<place
        }
        let start = source(of: range.lowerBound)
        return start..<max(start, source(of: last) + 1)
    }
}
