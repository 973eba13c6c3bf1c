internal import Synchronization

/// How many connections the listeners that share it may have open at once.
package final class AcceptLimit: Sendable {
    package let maximum: Int
    private let taken = Atomic<Int>(0)

    package init(maximum: Int) { self.maximum = maximum }

    /// Connections open now.
    package var count: Int { taken.load(ordering: .relaxed) }

    /// A place for one more connection, or nil when all are taken.
    func take() -> AcceptSlot? {
        guard taken.wrappingAdd(1, ordering: .relaxed).newValue <= maximum else {
            taken.wrappingSubtract(1, ordering: .relaxed)
            return nil
        }
        return AcceptSlot(self)
    }

    fileprivate func giveBack() { taken.wrappingSubtract(1, ordering: .relaxed) }
}

/// One connection's place under an `AcceptLimit`; free again when the object goes.
final class AcceptSlot: Sendable {
    private let limit: AcceptLimit
    fileprivate init(_ limit: AcceptLimit) { self.limit = limit }
    deinit { limit.giveBack() }
}
