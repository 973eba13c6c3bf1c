internal import Synchronization

/// How many sessions all loops hold together.
final class SessionCount: Sendable {
    private let limit: Int
    private let held = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// Takes a place; false when there is none.
    func take() -> Bool {
        if held.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
        giveBack()
        return false
    }

    func giveBack() { held.wrappingSubtract(1, ordering: .relaxed) }
}
