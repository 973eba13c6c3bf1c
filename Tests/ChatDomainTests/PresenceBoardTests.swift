import ChatModel
import SeededRandom
import Testing

@testable import ChatDomain

@Suite("Who is there")
struct PresenceBoardTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func user(_ number: Int) -> UserID { UserID(millisecond: 0, entropy: UInt32(number)) }
    private func time(_ now: Int64) -> Timestamp { Timestamp(milliseconds: start.milliseconds + now) }

    /// Ticks whenever something is due until `end`; answers what was said, with its time.
    private func run(
        _ board: inout PresenceBoard, until end: Int64
    ) -> (told: [(at: Int64, notice: PresenceBoard.Notice)], gone: [SeenPerson]) {
        var told: [(Int64, PresenceBoard.Notice)] = []
        var gone: [SeenPerson] = []
        while let due = board.nextDue, due <= end {
            let turn = board.tick(now: due, time: time(due))
            told += turn.notices.map { (due, $0) }
            gone += turn.gone
        }
        return (told, gone)
    }

    private func states(_ told: [(at: Int64, notice: PresenceBoard.Notice)], _ connection: UInt64) -> [[PresenceState]]
    {
        told.filter { $0.notice.connection == connection }.map { $0.notice.people.map(\.state) }
    }

    @Test("who watches is answered what is so now, and hears within a second what is another then")
    func watching() {
        var board = PresenceBoard()
        board.connected(user(1), 1, dndEnd: nil, now: 0)
        #expect(
            board.watch([user(2), user(1), user(2)], 9, now: 0) == [
                Presence(user: user(1), state: .online), Presence(user: user(2), state: .offline),
            ])
        board.connected(user(2), 2, dndEnd: nil, now: 10)
        let (told, _) = run(&board, until: 5_000)
        #expect(told.count == 1)
        #expect(told[0].notice == .init(connection: 9, people: [Presence(user: user(2), state: .online)]))
        #expect((10...1_010).contains(told[0].at))
        #expect(board.nextDue == nil)
    }

    @Test("one is online on any device, away where nobody is at one, and not to be disturbed before either")
    func states() {
        var board = PresenceBoard()
        _ = board.watch([user(1)], 9, now: 0)
        var expected: [[PresenceState]] = []
        var now: Int64 = 0
        func step(_ state: PresenceState?, _ change: (inout PresenceBoard, Int64) -> Void) {
            change(&board, now)
            if let state { expected.append([state]) }
            now += 2_000
            #expect(states(run(&board, until: now).told, 9) == (state.map { [[$0]] } ?? []))
        }
        step(.online) { $0.connected(user(1), 1, dndEnd: nil, now: $1) }
        step(.away) { $0.setIdle(true, user(1), 1, now: $1) }
        step(.online) { $0.connected(user(1), 2, dndEnd: nil, now: $1) }
        step(nil) { $0.setIdle(false, user(1), 1, now: $1) }
        step(nil) { $0.setIdle(true, user(1), 1, now: $1) }
        step(.dnd) { $0.setDnd(user(1), end: $1 + 3_000, now: $1) }
        step(.online) { _, _ in }
        step(.away) { $0.disconnected(user(1), 2, now: $1, time: time($1)) }
        step(.dnd) { $0.setDnd(user(1), end: $1 + 60_000, now: $1) }
        step(.away) { $0.setDnd(user(1), end: nil, now: $1) }
        step(nil) { $0.setDnd(user(1), end: $1, now: $1) }
        // What is said of a connection that there is not changes nothing.
        step(nil) { $0.setIdle(false, user(1), 7, now: $1) }
        step(nil) { $0.disconnected(user(1), 7, now: $1, time: time($1)) }
        step(nil) { $0.setDnd(user(2), end: $1 + 60_000, now: $1) }
        step(.dnd) { $0.connected(user(1), 3, dndEnd: $1 + 60_000, now: $1) }
    }

    @Test("who comes back within five seconds was never gone; who does not is offline since they went, to the minute")
    func grace() {
        var board = PresenceBoard()
        board.connected(user(1), 1, dndEnd: nil, now: 0)
        _ = board.watch([user(1)], 9, now: 0)
        board.disconnected(user(1), 1, now: 70_000, time: time(70_000))
        #expect(run(&board, until: 74_900).told.isEmpty)
        board.connected(user(1), 2, dndEnd: nil, now: 74_900)
        let back = run(&board, until: 90_000)
        #expect(back.told.isEmpty && back.gone.isEmpty)
        board.disconnected(user(1), 2, now: 100_000, time: time(100_000))
        let (told, gone) = run(&board, until: 120_000)
        let seen = time(60_000)
        #expect(gone == [SeenPerson(user: user(1), lastSeen: seen)])
        #expect(told.map(\.notice.people) == [[Presence(user: user(1), state: .offline, lastSeen: seen)]])
        #expect((105_000...106_600).contains(told[0].at))
        #expect(board.watch([user(1)], 9, now: 120_000) == [Presence(user: user(1), state: .offline)])
        #expect(board.counts == (0, 0, 1))
    }

    @Test("who comes back as they were not is told as they are")
    func another() {
        var board = PresenceBoard()
        board.connected(user(1), 1, dndEnd: nil, now: 0)
        board.setIdle(true, user(1), 1, now: 0)
        _ = board.watch([user(1)], 9, now: 0)
        board.disconnected(user(1), 1, now: 1_000, time: time(1_000))
        board.connected(user(1), 2, dndEnd: nil, now: 2_000)
        #expect(states(run(&board, until: 9_000).told, 9) == [[.online]])
    }

    @Test("a new set takes the place of the old, an empty one and the end of the connection of all")
    func sets() {
        var board = PresenceBoard()
        _ = board.watch([user(1), user(2)], 9, now: 0)
        _ = board.watch([user(2)], 9, now: 0)
        board.connected(user(1), 1, dndEnd: nil, now: 0)
        board.connected(user(2), 2, dndEnd: nil, now: 0)
        #expect(run(&board, until: 2_000).told.map(\.notice.people) == [[Presence(user: user(2), state: .online)]])
        board.setIdle(true, user(2), 2, now: 2_000)
        #expect(board.watch([], 9, now: 2_000) == [])
        #expect(run(&board, until: 9_000).told.isEmpty)
        _ = board.watch([user(1)], 2, now: 9_000)
        board.disconnected(user(2), 2, now: 9_000, time: time(9_000))
        board.setIdle(true, user(1), 1, now: 9_000)
        #expect(run(&board, until: 20_000).told.isEmpty)
        #expect(board.counts == (1, 0, 0))
    }

    @Test("who could not take a notice is told all that they watch, once they can")
    func missed() {
        var board = PresenceBoard()
        board.connected(user(1), 1, dndEnd: nil, now: 0)
        _ = board.watch([user(1), user(2)], 9, now: 0)
        board.missed(9, now: 0)
        board.missed(8, now: 0)
        let told = run(&board, until: 3_000).told
        #expect(
            told.map(\.notice) == [
                .init(
                    connection: 9,
                    people: [Presence(user: user(1), state: .online), Presence(user: user(2), state: .offline)])
            ])
    }

    @Test("when the server ends, all who are there and who have just gone were last there then")
    func end() {
        var board = PresenceBoard()
        board.connected(user(1), 1, dndEnd: nil, now: 0)
        board.connected(user(2), 2, dndEnd: nil, now: 0)
        board.connected(user(3), 3, dndEnd: nil, now: 0)
        board.disconnected(user(2), 2, now: 100, time: time(-60_000))
        #expect(
            board.endAll(time: time(100)) == [
                SeenPerson(user: user(1), lastSeen: time(0)), SeenPerson(user: user(2), lastSeen: time(-60_000)),
                SeenPerson(user: user(3), lastSeen: time(0)),
            ])
        #expect(board.counts == (0, 0, 0))
        #expect(board.nextDue == nil)
    }

    @Test("a room of 10,000 who come and go costs its watchers a frame a second each, and what is watched only")
    func crowd() {
        var generator = SeededGenerator(seed: 11)
        var board = PresenceBoard()
        let (members, watchers) = (10_000, 300)
        var connected: [UInt64?] = Array(repeating: nil, count: members)
        var next: UInt64 = 1_000_000
        // Each sees another part of the members' list, 40 people of it.
        for watcher in 0..<watchers {
            _ = board.watch((0..<40).map { user((watcher * 7 + $0) % members) }, UInt64(watcher), now: 0)
        }
        let watched = Set((0..<watchers).flatMap { watcher in (0..<40).map { (watcher * 7 + $0) % members } })
        var frames: [UInt64: [Int64]] = [:]
        var last: [UInt64: [UserID: PresenceState]] = [:]
        var entries = 0
        func tick(until end: Int64) {
            let (told, _) = run(&board, until: end)
            for (at, notice) in told {
                if let before = frames[notice.connection]?.last { #expect(at - before >= 1_000) }
                frames[notice.connection, default: []].append(at)
                #expect(notice.people.count <= 40)
                entries += notice.people.count
                for person in notice.people { last[notice.connection, default: [:]][person.user] = person.state }
            }
        }
        let seconds: Int64 = 20
        for now in stride(from: Int64(0), to: seconds * 1_000, by: 10) {
            tick(until: now)
            // 5,000 comings and goings a second.
            for _ in 0..<50 {
                let member = Int(generator.next() % UInt64(members))
                if let connection = connected[member] {
                    board.disconnected(user(member), connection, now: now, time: time(now))
                    connected[member] = nil
                } else {
                    next += 1
                    connected[member] = next
                    board.connected(user(member), next, dndEnd: nil, now: now)
                }
            }
            let counts = board.counts
            #expect(counts.present + counts.leaving <= members)
            #expect(counts.watched == watched.count)
        }
        tick(until: .max)
        #expect(frames.values.allSatisfy { $0.count <= Int(seconds) + 7 })
        #expect(entries <= watchers * 40 * Int(seconds + 7))
        // In the end each knows the truth of whom they watch.
        for watcher in 0..<watchers {
            for member in (0..<40).map({ (watcher * 7 + $0) % members }) {
                let told = last[UInt64(watcher)]?[user(member)] ?? .offline
                #expect(told == (connected[member] == nil ? .offline : .online))
            }
        }
        #expect(board.counts.leaving == 0)
        #expect(board.nextDue == nil)
    }
}
