/// Events that wait for their acknowledgements; what waits is up to the owner.
struct AckTable<Waiter> {
    private var waiting: [Int: Waiter] = [:]
    private var nextID: Int = 0

    var isEmpty: Bool { waiting.isEmpty }

    /// Ids count up from 0 and are not used again.
    mutating func add(_ waiter: (_ id: Int) -> Waiter) -> Int {
        let id = nextID
        nextID &+= 1
        waiting[id] = waiter(id)
        return id
    }

    /// The waiter of that id, once; nil for an id that was never given out or has been taken.
    mutating func take(_ id: Int) -> Waiter? { waiting.removeValue(forKey: id) }

    /// Everyone who still waits, in the order of their ids.
    mutating func takeAll() -> [Waiter] {
        defer { waiting = [:] }
        return waiting.sorted { $0.key < $1.key }.map { $0.value }
    }
}
