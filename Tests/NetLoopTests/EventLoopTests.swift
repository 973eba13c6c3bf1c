import TestSockets
import TestThreads
import Testing

@testable import NetLoop

@Suite("Event loop", .ownThread)
struct EventLoopTests {
    @Test("work runs on the loop, in the order in which it was handed over")
    func order() async throws {
        let loop = EventLoop()
        let events = TestEvents<Int>()
        for number in 0..<1000 { loop.execute { events.report(loop.isCurrent ? number : -1) } }
        for number in 0..<1000 { #expect(try await events.next() == number) }
        #expect(!loop.isCurrent)
        await loop.shutdown()
    }

    @Test("end-of-turn work runs after the queued work of the turn, once, also when it adds more")
    func endOfTurn() async throws {
        let loop = EventLoop()
        let events = TestEvents<String>()
        loop.execute {
            loop.atEndOfTurn {
                events.report("end")
                loop.atEndOfTurn { events.report("added") }
            }
            loop.execute { events.report("queued") }
            events.report("first")
        }
        var seen: [String] = []
        for _ in 0..<4 { seen.append(try await events.next()) }
        #expect(seen == ["first", "queued", "end", "added"])
        await loop.shutdown()
        #expect(events.untaken.isEmpty)
    }

    @Test("timers fire in the order of their deadlines, never early, and not when cancelled")
    func timers() async throws {
        let loop = EventLoop()
        let events = TestEvents<(String, Int64)>()
        let start = loop.now
        loop.execute {
            loop.schedule(after: 30) { events.report(("late", loop.now)) }
            let cancelled = loop.schedule(after: 5) { events.report(("cancelled", loop.now)) }
            loop.schedule(after: 10) { events.report(("soon", loop.now)) }
            let moved = loop.schedule(after: 1) { events.report(("moved", loop.now)) }
            loop.schedule(after: -4) { events.report(("now", loop.now)) }
            cancelled.cancel()
            cancelled.reschedule(after: 1)
            moved.reschedule(after: 20)
        }
        var seen: [(String, Int64)] = []
        for _ in 0..<4 { seen.append(try await events.next()) }
        #expect(seen.map(\.0) == ["now", "soon", "moved", "late"])
        for ((_, time), delay) in zip(seen, [0, 10, 20, 30] as [Int64]) { #expect(time - start >= delay) }
        await loop.shutdown()
        #expect(events.untaken.isEmpty)
    }

    @Test("a frozen clock goes on by hand only, and each timer fires when its time has come")
    func frozen() async {
        let loop = EventLoop(frozenAt: 1000)
        let events = TestEvents<String>()
        await loop.perform {
            loop.schedule(after: 50) { events.report("late \(loop.now)") }
            let moved = loop.schedule(after: 10) { events.report("moved \(loop.now)") }
            loop.schedule(after: 0) { events.report("due \(loop.now)") }
            moved.reschedule(after: 20)
        }
        #expect(events.untaken == [])
        await loop.perform { loop.advance(by: 0) }
        #expect(events.untaken == ["due 1000"])
        await loop.perform { loop.advance(by: 19) }
        #expect(events.untaken == ["due 1000"])
        await loop.perform { loop.advance(by: 1) }
        await loop.perform { loop.advance(by: 1000) }
        #expect(events.untaken == ["due 1000", "moved 1020", "late 2020"])
        await loop.shutdown()
    }

    @Test("what is to run at a loop's end runs once, after its connections were closed, and may hand over more")
    func endWork() async {
        let loop = EventLoop()
        let events = TestEvents<String>()
        await loop.perform {
            loop.atEnd {
                events.report("end")
                loop.execute { events.report("handed over") }
                loop.atEnd { events.report("added") }
            }
        }
        #expect(events.untaken == [])
        await loop.shutdown()
        #expect(events.untaken == ["end", "handed over", "added"])
    }

    @Test("an actor with the loop as its executor runs on the loop")
    func actorExecutor() async {
        let loop = EventLoop()
        let resident = Resident(loop)
        #expect(await resident.isAtHome())
        let isOnLoop = await Task(executorPreference: loop) { await prefersLoop(loop) }.value
        #expect(isOnLoop)
        await loop.shutdown()
    }

    @Test("the loop's end lets go of what timers would have done")
    func timersAtTheEnd() async throws {
        let loop = EventLoop()
        let events = TestEvents<String>()
        let timers = TestEvents<LoopBound<LoopTimer>>()
        loop.execute {
            let departing = Departing { events.report("gone") }
            let timer = loop.schedule(after: 3_600_000) { withExtendedLifetime(departing) {} }
            timers.report(LoopBound(timer, on: loop))
        }
        let timer = try await timers.next()
        #expect(events.untaken.isEmpty)
        await loop.shutdown()
        #expect(events.untaken == ["gone"])
        withExtendedLifetime(timer) {}
    }

    @Test("a value bound to a loop is let go of on the loop")
    func loopBound() async throws {
        let loop = EventLoop()
        let events = TestEvents<Bool>()
        do { _ = LoopBound(Departing { events.report(loop.isCurrent) }, on: loop) }
        #expect(try await events.next())
        await loop.shutdown()
    }

    @Test("a loop-local value is one for each loop")
    func loopLocal() async {
        let local = LoopLocal { Departing {} }
        let group = EventLoopGroup(count: 2)
        var seen: [ObjectIdentifier] = []
        for loop in group.loops + group.loops {
            seen.append(await loop.perform { ObjectIdentifier(local.value(on: loop)) })
        }
        #expect(seen[0] == seen[2] && seen[1] == seen[3] && seen[0] != seen[1])
        await group.shutdown()
    }

    @Test("a group counts through its loops")
    func group() async {
        let group = EventLoopGroup(count: 3)
        #expect((0..<6).map { _ in group.next().index } == [0, 1, 2, 0, 1, 2])
        await group.shutdown()
    }

    @Test("shutdown runs what was queued before it, and work handed over later is dropped")
    func shutdown() async {
        let loop = EventLoop()
        let events = TestEvents<Int>()
        for number in 0..<100 { loop.execute { events.report(number) } }
        await loop.shutdown()
        #expect(events.untaken == Array(0..<100))
        loop.execute { events.report(-1) }
        await loop.shutdown()
        #expect(events.untaken.count == 100)
    }
}

@concurrent private func prefersLoop(_ loop: EventLoop) async -> Bool { loop.isCurrent }

private actor Resident {
    private let loop: EventLoop
    init(_ loop: EventLoop) { self.loop = loop }
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    func isAtHome() -> Bool { loop.isCurrent }
}

private final class Departing {
    private let onDeparture: @Sendable () -> Void
    init(_ onDeparture: @escaping @Sendable () -> Void) { self.onDeparture = onDeparture }
    deinit { onDeparture() }
}
