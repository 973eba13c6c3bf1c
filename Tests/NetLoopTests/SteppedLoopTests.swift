import TestSockets
import TestThreads
import Testing

@testable import NetLoop

@Suite("Stepped event loop", .ownThread)
struct SteppedLoopTests {
    private let loop = EventLoop.stepped(index: 3)
    private let events = TestEvents<String>()

    @Test("nothing runs before its turn; a turn runs what waits, what that makes, and the work for its end")
    func turns() {
        loop.execute { [loop, events] in
            events.report("\(loop.index) \(loop.isCurrent)")
            loop.atEndOfTurn {
                events.report("end")
                loop.execute { events.report("made at the end") }
            }
            loop.execute { events.report("made") }
        }
        #expect(loop.hasWork && events.untaken.isEmpty && !loop.isCurrent)
        loop.step()
        #expect(events.untaken == ["3 true", "made", "end", "made at the end"])
        #expect(!loop.hasWork && !loop.isCurrent)
        loop.step()
        #expect(events.untaken.count == 4)
        loop.closeStepped()
    }

    @Test("what one loop hands another waits for the other's turn, so that the order is the caller's to choose")
    func order() {
        let other = EventLoop.stepped(index: 4)
        for order in [[loop, other], [other, loop]] {
            let seen = TestEvents<Int>()
            for loop in [loop, other] {
                let next = loop === other ? self.loop : other
                loop.execute {
                    seen.report(loop.index)
                    next.execute { seen.report(-loop.index) }
                }
            }
            for loop in order { loop.step() }
            #expect(seen.untaken == [order[0].index, order[1].index, -order[0].index])
            #expect(order[0].hasWork && !order[1].hasWork)
            order[0].step()
            #expect(seen.untaken.last == -order[1].index)
        }
        loop.closeStepped()
        other.closeStepped()
    }

    @Test("its clock stands still but for advance, which fires what is due, earliest first")
    func clock() {
        loop.execute { [loop, events] in
            loop.schedule(after: 20) { events.report("20 at \(loop.now)") }
            loop.schedule(after: 10) { events.report("10 at \(loop.now)") }
            loop.schedule(after: 0) { events.report("0 at \(loop.now)") }
            let cancelled = loop.schedule(after: 5) { events.report("cancelled") }
            cancelled.cancel()
        }
        for _ in 0..<3 { loop.step() }
        #expect(events.untaken.isEmpty && !loop.hasWork)
        func advance(_ milliseconds: Int64) {
            loop.execute { [loop] in loop.advance(by: milliseconds) }
            loop.step()
        }
        advance(0)
        #expect(events.untaken == ["0 at 0"])
        advance(9)
        advance(-100)
        #expect(events.untaken.count == 1)
        advance(11)
        #expect(events.untaken == ["0 at 0", "10 at 20", "20 at 20"])
        loop.closeStepped()
    }

    @Test("work that makes work without end does not keep a turn from ending")
    func endlessWork() {
        let loop = loop
        let (count, end) = (TestEvents<Void>(), TestEvents<Void>())
        @Sendable func again() {
            count.report(())
            if end.untaken.isEmpty { loop.execute(again) }
        }
        loop.execute(again)
        loop.step()
        let first = count.untaken.count
        #expect(first > 0 && loop.hasWork)
        loop.step()
        #expect(count.untaken.count == 2 * first)
        end.report(())
        loop.step()
        #expect(!loop.hasWork)
        loop.closeStepped()
    }

    @Test("tasks and actors that prefer it run in its turns only")
    func tasks() async throws {
        let done = TestEvents<Bool>()
        let loop = loop
        let task = Task(executorPreference: loop) { done.report(await isOn(loop)) }
        // Enqueued by the runtime before `Task` returns; further jobs by the turns themselves.
        while done.untaken.isEmpty {
            try #require(loop.hasWork)
            loop.step()
        }
        #expect(done.untaken == [true])
        await task.value
        loop.closeStepped()
    }

    @Test("closing runs what still waits and the work for the end, lets go of timers, and drops what comes later")
    func closing() {
        loop.execute { [loop, events] in
            let departing = Departing { events.report("timer gone") }
            loop.schedule(after: 0) { withExtendedLifetime(departing) {} }
            loop.atEnd { events.report("at the end") }
            loop.execute { events.report("waiting") }
        }
        loop.closeStepped()
        #expect(events.untaken == ["waiting", "at the end", "timer gone"])
        let isTaken = loop.executeIfRunning { [events] in events.report("late") }
        #expect(!isTaken)
        loop.execute { [events] in events.report("late") }
        #expect(!loop.hasWork && events.untaken.count == 3)
    }

    @Test("work that waits when a turn begins may be handed over by another thread")
    func otherThread() async throws {
        let loop = loop
        let value = Task.detached { await loop.perform { loop.isCurrent } }
        while !loop.hasWork { await Task.yield() }
        loop.step()
        #expect(await value.value)
        loop.closeStepped()
    }
}

@concurrent private func isOn(_ loop: EventLoop) async -> Bool { loop.isCurrent }

private final class Departing {
    private let onDeparture: @Sendable () -> Void
    init(_ onDeparture: @escaping @Sendable () -> Void) { self.onDeparture = onDeparture }
    deinit { onDeparture() }
}
