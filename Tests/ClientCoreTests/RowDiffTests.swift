import TestThreads
import Testing

@testable import ClientCore

@Suite("The changes from one timeline to another", .ownThread)
struct RowDiffTests {
    private func row(_ key: RowKey, _ text: String = "", at: Int64 = 0) -> Row {
        var kind = Row.Kind.message
        if case .day = key { kind = .day }
        return Row(key: key, kind: kind, text: text, at: at)
    }

    private func applied(_ changes: [RowDiff.Change], to old: [Row], _ new: [Row]) -> [Row] {
        var views = ViewState()
        views.rows = old
        for change in changes {
            switch change {
            case .reset: views.apply(.timelineReset(new, atStart: false, firstUnread: nil))
            case .append(let rows): views.apply(.timelineAppend(rows))
            case .prepend(let rows): views.apply(.timelinePrepend(rows, atStart: false, firstUnread: nil))
            case .update(let key, let row): views.apply(.timelineUpdate(key, row))
            case .remove(let key): views.apply(.timelineRemove(key))
            }
        }
        return views.rows
    }

    @Test("nothing for equal lists")
    func equal() {
        #expect(RowDiff.changes(from: [row(.event(1))], to: [row(.event(1))]).isEmpty)
    }

    @Test("older messages under the topmost day's line are put there without a reset")
    func olderOfTheDay() {
        let old = [row(.day(1)), row(.event(5), "first"), row(.event(6))]
        let new = [row(.day(1)), row(.event(3)), row(.event(4)), row(.event(5), "follows"), row(.event(6))]
        let changes = RowDiff.changes(from: old, to: new)
        #expect(!changes.contains(.reset))
        #expect(applied(changes, to: old, new) == new)
    }

    @Test("older messages of the day come as one addition, however few were there and whatever changes of the first")
    func olderThanFew() {
        for held in 1...4 as ClosedRange<Int64> {
            for older in 1...6 as ClosedRange<Int64> {
                for follows in [false, true] {
                    var old = [row(.day(1), at: 10)]
                    var new = [row(.day(1), at: 10 - older)]
                    for seq in 0..<older { new.append(row(.event(10 - older + seq))) }
                    for seq in 0..<held { old.append(row(.event(10 + seq))) }
                    for seq in 0..<held { new.append(row(.event(10 + seq), seq == 0 && follows ? "follows" : "")) }
                    let changes = RowDiff.changes(from: old, to: new)
                    #expect(applied(changes, to: old, new) == new)
                    var expected = [RowDiff.Change.remove(.day(1))]
                    if follows { expected.append(.update(.event(10), new[Int(older) + 1])) }
                    #expect(changes == expected + [.prepend(Array(new.prefix(Int(older) + 1)))])
                }
            }
        }
    }

    @Test("a confirmed message takes the place of its pending row")
    func confirmed() {
        let old = [row(.event(1)), row(.pending("a")), row(.pending("b"))]
        let new = [row(.event(1)), row(.event(2)), row(.pending("b"))]
        #expect(RowDiff.changes(from: old, to: new) == [.update(.pending("a"), row(.event(2)))])
    }

    @Test("any list becomes any other, and no key is ever there twice")
    func anyLists() {
        var entropy = Entropy(high: 1, low: 2)
        for _ in 0..<5000 {
            func list() -> [Row] {
                var rows: [Row] = []
                for number in 0..<entropy.next(through: 12) where entropy.next(through: 2) > 0 {
                    let text = entropy.next(through: 4) == 0 ? "changed" : ""
                    switch entropy.next(through: 5) {
                    case 0: rows.append(row(.pending("\(number)"), text))
                    case 1: rows.append(row(.day(number), text))
                    default: rows.append(row(.event(number), text))
                    }
                }
                // Now and then in another order.
                if entropy.next(through: 9) == 0 { rows.reverse() }
                return rows
            }
            let old = list()
            let new = list()
            #expect(applied(RowDiff.changes(from: old, to: new), to: old, new) == new)
        }
    }
}
