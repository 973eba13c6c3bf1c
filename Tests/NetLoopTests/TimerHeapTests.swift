import Testing

@testable import NetLoop

@Suite("Timer heap")
struct TimerHeapTests {
    @Test("timers come out by deadline and then by the order in which they were set, whatever was removed or moved")
    func random() {
        var random = SystemRandomNumberGenerator()
        var heap = TimerHeap()
        var timers: [LoopTimer] = []
        for _ in 0..<500 {
            let timer = LoopTimer(core: nil) {}
            heap.set(timer, deadline: Int64.random(in: 0..<100, using: &random))
            timers.append(timer)
        }
        for timer in timers.shuffled(using: &random).prefix(200) { heap.remove(timer) }
        for timer in timers.shuffled(using: &random).prefix(200) {
            heap.set(timer, deadline: Int64.random(in: 0..<100, using: &random))
        }
        let expected = timers.filter(\.isScheduled).sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        #expect(heap.count == expected.count)
        var taken: [LoopTimer] = []
        while let timer = heap.popDue(at: 100, setUpTo: heap.newestOrder) { taken.append(timer) }
        #expect(taken.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
        #expect(heap.count == 0 && heap.firstDeadline == nil)
    }

    @Test("what is not due, or was set after the mark, stays")
    func due() {
        var heap = TimerHeap()
        let (early, late, new) = (LoopTimer(core: nil) {}, LoopTimer(core: nil) {}, LoopTimer(core: nil) {})
        heap.set(early, deadline: 5)
        heap.set(late, deadline: 9)
        let mark = heap.newestOrder
        heap.set(new, deadline: 6)
        #expect(heap.popDue(at: 4, setUpTo: mark) == nil)
        #expect(heap.popDue(at: 8, setUpTo: mark) === early)
        #expect(heap.popDue(at: 8, setUpTo: mark) == nil)
        #expect(heap.popDue(at: 8, setUpTo: heap.newestOrder) === new)
        #expect(heap.popDue(at: 8, setUpTo: heap.newestOrder) == nil)
        #expect(!early.isScheduled && late.isScheduled)
    }
}
