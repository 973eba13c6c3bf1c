/// What something was at each moment; moments are counted by what was committed.
struct Timeline<Value> {
    private var changes: [(moment: Int, value: Value)]

    init(_ first: Value) { changes = [(0, first)] }

    var now: Value { changes[changes.count - 1].value }

    mutating func set(_ value: Value, at moment: Int) { changes.append((moment, value)) }

    func value(at moment: Int) -> Value { changes[changes.lastIndex { $0.moment <= moment } ?? 0].value }

    /// Every value that held at `moment` or later.
    func values(since moment: Int) -> [Value] {
        let last = changes.lastIndex { $0.moment <= moment } ?? 0
        return changes[last...].map { $0.value }
    }
}
