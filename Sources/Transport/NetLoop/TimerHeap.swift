/// A binary min-heap of timers that know their places, so that setting and cancelling cost O(log n).
struct TimerHeap {
    private var items: [LoopTimer] = []
    private var lastOrder: UInt64 = 0

    var count: Int { items.count }
    var firstDeadline: Int64? { items.first?.deadline }

    /// Puts `timer` in, or moves it to its new deadline (milliseconds).
    mutating func set(_ timer: LoopTimer, deadline: Int64) {
        remove(timer)
        lastOrder &+= 1
        timer.order = lastOrder
        timer.deadline = deadline
        timer.place = items.count
        items.append(timer)
        siftUp(timer.place)
    }

    /// Takes `timer` out; no effect when it is not in.
    mutating func remove(_ timer: LoopTimer) {
        let place = timer.place
        guard place >= 0 else { return }
        let last = items.removeLast()
        timer.place = -1
        guard last !== timer else { return }
        items[place] = last
        last.place = place
        siftDown(place)
        siftUp(last.place)
    }

    /// Takes out all timers, in no order.
    mutating func takeAll() -> [LoopTimer] {
        defer { items = [] }
        return items
    }

    /// The order given to the timer that was set last.
    var newestOrder: UInt64 { lastOrder }

    /// Takes out the first timer whose deadline is not after `time`, if it was set no later than `order`.
    mutating func popDue(at time: Int64, setUpTo order: UInt64) -> LoopTimer? {
        guard let first = items.first, first.deadline <= time, first.order <= order else { return nil }
        remove(first)
        return first
    }

    private func precedes(_ a: LoopTimer, _ b: LoopTimer) -> Bool {
        a.deadline != b.deadline ? a.deadline < b.deadline : a.order < b.order
    }

    private mutating func siftUp(_ start: Int) {
        var place = start
        let item = items[place]
        while place > 0 {
            let parent = (place - 1) / 2
            guard precedes(item, items[parent]) else { break }
            put(items[parent], at: place)
            place = parent
        }
        put(item, at: place)
    }

    private mutating func siftDown(_ start: Int) {
        var place = start
        let item = items[place]
        while true {
            var child = 2 * place + 1
            guard child < items.count else { break }
            if child + 1 < items.count, precedes(items[child + 1], items[child]) { child += 1 }
            guard precedes(items[child], item) else { break }
            put(items[child], at: place)
            place = child
        }
        put(item, at: place)
    }

    private mutating func put(_ timer: LoopTimer, at place: Int) {
        items[place] = timer
        timer.place = place
    }
}
