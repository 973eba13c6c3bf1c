/// A part of a paragraph while it is being read. Parts refer to one another by their place in the parser's array; -1 is none.
struct InlineNode {
    enum Kind {
        /// Bytes of the paragraph as they stand there.
        case text(Range<Int>)
        case lineBreak
        case bold(delimiter: UInt8)
        case italic(delimiter: UInt8)
        case strike
        case link(url: String)
        case code(String)
        /// With its colons.
        case emoji(Range<Int>)
        case mention(Mention)
    }

    var kind: Kind
    var previous = -1
    var next = -1
    var firstChild = -1
    var lastChild = -1

    /// The bytes of a text; empty for what is none.
    var textRange: Range<Int> {
        if case .text(let range) = kind { range } else { 0..<0 }
    }
}

/// Parts in sequence and within one another. Joining and wrapping cost the same however much there is.
struct InlineNodes {
    private(set) var nodes: [InlineNode] = []
    private(set) var first = -1
    private(set) var last = -1

    subscript(index: Int) -> InlineNode {
        get { nodes[index] }
        set { nodes[index] = newValue }
    }

    /// Adds a part behind the last one at the top.
    @discardableResult
    mutating func append(_ kind: InlineNode.Kind) -> Int {
        let index = nodes.count
        nodes.append(InlineNode(kind: kind, previous: last))
        if last >= 0 { nodes[last].next = index } else { first = index }
        last = index
        return index
    }

    /// Puts what stands between `opener` and `closer`, -1 for the end, into a new part of `kind` in its place.
    mutating func wrap(between opener: Int, and closer: Int, _ kind: InlineNode.Kind) -> Int {
        let index = nodes.count
        nodes.append(InlineNode(kind: kind, previous: opener, next: closer))
        let child = nodes[opener].next
        if child != closer, child >= 0 {
            let end = closer >= 0 ? nodes[closer].previous : last
            nodes[index].firstChild = child
            nodes[index].lastChild = end
            nodes[child].previous = -1
            nodes[end].next = -1
        }
        nodes[opener].next = index
        if closer >= 0 { nodes[closer].previous = index } else { last = index }
        return index
    }

    /// Takes a part at the top out.
    mutating func remove(_ index: Int) {
        let node = nodes[index]
        if node.previous >= 0 { nodes[node.previous].next = node.next } else { first = node.next }
        if node.next >= 0 { nodes[node.next].previous = node.previous } else { last = node.previous }
    }
}
