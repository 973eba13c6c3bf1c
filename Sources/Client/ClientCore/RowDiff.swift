/// The changes that make one list of rows of another, in the few forms that views know: append, prepend, update,
/// remove, and reset where these do not suffice.
enum RowDiff {
    enum Change: Hashable, Sendable {
        case reset
        case append([Row])
        case prepend([Row])
        case update(RowKey, Row)
        case remove(RowKey)
    }

    /// Rows behind a change in the middle that are rather sent again than everything.
    private static let tailLimit = 64

    static func changes(from old: [Row], to new: [Row]) -> [Change] {
        var head = 0
        while head < old.count, head < new.count, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < old.count - head, tail < new.count - head,
            old[old.count - 1 - tail] == new[new.count - 1 - tail]
        {
            tail += 1
        }
        if let changes = middle(old[head..<old.count - tail], new[head..<new.count - tail], atTop: head == 0, tail) {
            return changes
        }
        // Older messages of the topmost day come between its line and its first message so far: the line moves.
        if head <= 1, old.count > tail, new.count > tail, let day = old.first, day.kind == .day,
            let changes = middle(old[1..<old.count - tail], new[0..<new.count - tail], atTop: true, tail)
        {
            return [.remove(day.key)] + changes
        }
        if tail == 0, let changes = grown(old[head...], new[head...]) { return changes }
        guard tail > 0, tail <= tailLimit else { return [.reset] }
        let (rest, wanted) = (old[head...], new[head...])
        return middle(rest, wanted, atTop: head == 0, 0) ?? grown(rest, wanted) ?? [.reset]
    }

    /// Nil when rows would have to be inserted before rows that stay.
    private static func middle(
        _ old: ArraySlice<Row>, _ new: ArraySlice<Row>, atTop: Bool, _ tail: Int
    ) -> [Change]? {
        var wanted: [RowKey: Int] = .init()
        for row in new { wanted[row.key] = 1 }
        var changes: [Change] = []
        var kept: [Row] = []
        for row in old {
            if wanted[row.key] != nil { kept.append(row) } else { changes.append(.remove(row.key)) }
        }
        if isSame(kept, new) { return changes + updates(kept, new) }
        if old.count == new.count, let changes = renames(old, new) { return changes }
        if tail == 0, isSame(kept, new.prefix(kept.count)) {
            let stay = new.prefix(kept.count)
            return changes + updates(kept, stay) + [.append(Array(new.dropFirst(kept.count)))]
        }
        if atTop, isSame(kept, new.suffix(kept.count)) {
            let stay = new.suffix(kept.count)
            return changes + updates(kept, stay) + [.prepend(Array(new.dropLast(kept.count)))]
        }
        return nil
    }

    /// Each row becomes the one in its place, and what is left over comes after them. Nil where that does not do.
    private static func grown(_ old: ArraySlice<Row>, _ new: ArraySlice<Row>) -> [Change]? {
        guard old.count < new.count, let changes = renames(old, new.prefix(old.count)) else { return nil }
        return changes + [.append(Array(new.dropFirst(old.count)))]
    }

    private static func isSame(_ rows: [Row], _ others: ArraySlice<Row>) -> Bool {
        guard rows.count == others.count else { return false }
        for (row, other) in zip(rows, others) where row.key != other.key { return false }
        return true
    }

    private static func updates(_ rows: [Row], _ others: ArraySlice<Row>) -> [Change] {
        var changes: [Change] = []
        for (row, other) in zip(rows, others) where row != other { changes.append(.update(row.key, other)) }
        return changes
    }

    /// Each row becomes the one in its place. Nil when a key would for a while be there twice.
    private static func renames(_ old: ArraySlice<Row>, _ new: ArraySlice<Row>) -> [Change]? {
        var later: [RowKey: Int] = .init()
        for (index, row) in old.enumerated() { later[row.key] = index }
        var changes: [Change] = []
        for (index, pair) in zip(old, new).enumerated() {
            if let place = later[pair.1.key], place > index { return nil }
            if pair.0 != pair.1 { changes.append(.update(pair.0.key, pair.1)) }
        }
        return changes
    }
}
