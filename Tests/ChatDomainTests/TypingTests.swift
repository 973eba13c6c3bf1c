import ChatModel
import ClusterAPI
import SeededRandom
import Testing

@testable import ChatDomain

@Suite("Typing")
struct TypingTests {
    private let room = RoomID(millisecond: 0, entropy: 1)
    private let other = RoomID(millisecond: 0, entropy: 2)

    private func user(_ number: UInt32) -> UserID { UserID(millisecond: 0, entropy: number) }

    private func notice(_ numbers: [UInt32], _ count: Int? = nil, in room: RoomID? = nil) -> TypingBoard.Notice {
        TypingBoard.Notice(room: room ?? self.room, users: numbers.map(user), count: count ?? numbers.count)
    }

    /// Ticks whenever something is due until `end`; answers what was said, with its time.
    private func run(_ board: inout TypingBoard, until end: Int64) -> [(Int64, TypingBoard.Notice)] {
        var said: [(Int64, TypingBoard.Notice)] = []
        while let due = board.nextDue, due <= end {
            said += board.tick(now: due).map { (due, $0) }
        }
        return said
    }

    @Test("the first to type is told at once, and nobody typing when they stop")
    func startAndStop() {
        var board = TypingBoard()
        #expect(board.set(true, user: user(1), room: room, connection: 1, now: 0) == [notice([1])])
        #expect(board.set(false, user: user(1), room: room, connection: 1, now: 600) == [notice([])])
        #expect(run(&board, until: 100_000).isEmpty)
        #expect(board.nextDue == nil)
        #expect(board.roomCount == 0)
    }

    @Test("within 500 ms of a notice nothing is said; at their end the last state is")
    func trailing() {
        var board = TypingBoard()
        _ = board.set(true, user: user(1), room: room, connection: 1, now: 0)
        #expect(board.set(true, user: user(2), room: room, connection: 2, now: 100).isEmpty)
        #expect(board.set(true, user: user(3), room: room, connection: 3, now: 200).isEmpty)
        #expect(board.set(false, user: user(2), room: room, connection: 2, now: 300).isEmpty)
        #expect(board.nextDue == 500)
        #expect(board.tick(now: 499).isEmpty)
        #expect(board.tick(now: 500) == [notice([1, 3])])
        #expect(board.set(false, user: user(1), room: room, connection: 1, now: 999).isEmpty)
        #expect(board.tick(now: 1000) == [notice([3])])
    }

    @Test("what changed and changed back is not said")
    func unchanged() {
        var board = TypingBoard()
        _ = board.set(true, user: user(1), room: room, connection: 1, now: 0)
        _ = board.set(true, user: user(2), room: room, connection: 2, now: 100)
        _ = board.set(false, user: user(2), room: room, connection: 2, now: 200)
        #expect(board.tick(now: 500).isEmpty)
        #expect(board.set(true, user: user(1), room: room, connection: 1, now: 5_000).isEmpty)
    }

    @Test("a room is never told twice within 500 ms, whatever happens, and in the end knows the truth")
    func randomRuns() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            var board = TypingBoard()
            var lastTold: [RoomID: (at: Int64, users: [UserID], count: Int)] = [:]
            var now: Int64 = 0
            func check(_ notices: [TypingBoard.Notice], at time: Int64) {
                for notice in notices {
                    if let last = lastTold[notice.room] { #expect(time - last.at >= 500) }
                    #expect(notice.users.count == min(notice.count, 4))
                    lastTold[notice.room] = (time, notice.users, notice.count)
                }
            }
            for _ in 0..<300 {
                now += Int64(generator.next() % 200)
                while let due = board.nextDue, due <= now { check(board.tick(now: due), at: due) }
                let person = UInt32(generator.next() % 6)
                let place = generator.next() % 2 == 0 ? room : other
                switch generator.next() % 6 {
                case 0: check(board.ended(user: user(person), room: place, now: now), at: now)
                case 1: check(board.disconnected(connection: UInt64(person), now: now), at: now)
                case 2:
                    check(
                        board.set(false, user: user(person), room: place, connection: UInt64(person), now: now), at: now
                    )
                default:
                    check(
                        board.set(true, user: user(person), room: place, connection: UInt64(person), now: now), at: now)
                }
            }
            while let due = board.nextDue { check(board.tick(now: due), at: due) }
            // All have fallen silent: every room that was told of somebody was told of nobody in the end.
            for last in lastTold.values { #expect(last.count == 0 && last.users.isEmpty) }
            #expect(board.roomCount == 0)
        }
    }

    @Test("at most four are named, the oldest first, and all are counted")
    func names() {
        var board = TypingBoard()
        for number: UInt32 in 1...6 {
            _ = board.set(true, user: user(number), room: room, connection: UInt64(number), now: 0)
        }
        #expect(board.tick(now: 500) == [notice([1, 2, 3, 4], 6)])
        #expect(board.ended(user: user(2), room: room, now: 1000) == [notice([1, 3, 4, 5], 5)])
        #expect(board.ended(user: user(6), room: room, now: 1500) == [notice([1, 3, 4, 5], 4)])
    }

    @Test("who says nothing for 8 seconds is not typing; saying it again keeps it up and their turn")
    func expiry() {
        var board = TypingBoard()
        _ = board.set(true, user: user(1), room: room, connection: 1, now: 0)
        _ = board.set(true, user: user(2), room: room, connection: 2, now: 1_000)
        _ = board.set(true, user: user(1), room: room, connection: 1, now: 5_000)
        let said = run(&board, until: 20_000)
        #expect(said.map(\.0) == [9_000, 13_000])
        #expect(said.map(\.1) == [notice([1]), notice([])])
    }

    @Test("a message or leaving ends it on every connection of the person")
    func messageEndsIt() {
        var board = TypingBoard()
        _ = board.set(true, user: user(1), room: room, connection: 1, now: 0)
        _ = board.set(true, user: user(1), room: room, connection: 2, now: 100)
        #expect(board.ended(user: user(1), room: room, now: 600) == [notice([])])
        #expect(board.ended(user: user(1), room: other, now: 600).isEmpty)
        #expect(board.disconnected(connection: 2, now: 2_000).isEmpty)
    }

    @Test("a person who types on two devices is typing until both stop")
    func twoDevices() {
        var board = TypingBoard()
        _ = board.set(true, user: user(1), room: room, connection: 1, now: 0)
        _ = board.set(true, user: user(1), room: room, connection: 2, now: 0)
        #expect(board.set(false, user: user(1), room: room, connection: 1, now: 600).isEmpty)
        #expect(board.disconnected(connection: 2, now: 700) == [notice([])])
    }

    @Test("a connection that goes ends its typing in every room, and nobody else's")
    func disconnecting() {
        var board = TypingBoard()
        _ = board.set(true, user: user(1), room: room, connection: 1, now: 0)
        _ = board.set(true, user: user(1), room: other, connection: 1, now: 0)
        _ = board.set(true, user: user(2), room: other, connection: 2, now: 600)
        let notices = board.disconnected(connection: 1, now: 1_200)
        #expect(Set(notices) == [notice([]), notice([2], in: other)])
    }

    @Test("rooms, typists, rooms of a connection and connections of a typist are bounded")
    func bounds() {
        var rule = TypingBoard.Rule()
        rule.rooms = 2
        rule.typistsPerRoom = 2
        rule.roomsPerConnection = 1
        rule.connectionsPerTypist = 1
        var board = TypingBoard(rule: rule)
        let third = RoomID(millisecond: 0, entropy: 3)
        #expect(board.set(true, user: user(1), room: room, connection: 1, now: 0) == [notice([1])])
        // A connection's next room takes the place of its oldest.
        let moved = board.set(true, user: user(1), room: other, connection: 1, now: 600)
        #expect(Set(moved) == [notice([]), notice([1], in: other)])
        _ = board.set(true, user: user(2), room: other, connection: 2, now: 1_200)
        _ = board.set(true, user: user(3), room: other, connection: 3, now: 1_900)
        #expect(run(&board, until: 2_500).allSatisfy { $0.1.count <= 2 })
        // A person's next connection takes the place of their oldest.
        _ = board.set(true, user: user(1), room: other, connection: 9, now: 3_000)
        #expect(board.disconnected(connection: 1, now: 3_600).isEmpty)
        _ = board.set(true, user: user(4), room: room, connection: 4, now: 4_000)
        #expect(board.roomCount == 2)
        #expect(board.set(true, user: user(5), room: third, connection: 5, now: 4_600).isEmpty)
        #expect(board.roomCount == 2)
    }

    private func notice(_ numbers: [UInt32], thread: Int64) -> TypingBoard.Notice {
        TypingBoard.Notice(room: room, thread: thread, users: numbers.map(user), count: numbers.count)
    }

    @Test("typing in a thread is told apart from the room's and from other threads', and ends by itself")
    func threads() {
        var board = TypingBoard()
        #expect(board.set(true, user: user(1), room: room, connection: 1, now: 0) == [notice([1])])
        #expect(
            board.set(true, user: user(2), room: room, thread: 7, connection: 2, now: 0) == [notice([2], thread: 7)])
        #expect(board.set(true, user: user(3), room: room, thread: 9, connection: 3, now: 100).isEmpty)
        #expect(run(&board, until: 7_000).map(\.1) == [notice([3], thread: 9)])
        // Sending in the room ends nothing in the thread.
        #expect(board.ended(user: user(2), room: room, now: 7_100).isEmpty)
        #expect(board.ended(user: user(2), room: room, thread: 7, now: 7_200) == [notice([], thread: 7)])
        let said = run(&board, until: 100_000).map(\.1)
        #expect(Set(said) == [notice([]), notice([], thread: 9)])
        #expect(board.roomCount == 0)
        #expect(board.nextDue == nil)
    }

    @Test("who leaves the room, or is gone, types in none of its threads")
    func leavingThreads() {
        var board = TypingBoard()
        for thread in Int64(1)...3 {
            _ = board.set(true, user: user(1), room: room, thread: thread, connection: 1, now: thread * 600)
        }
        _ = board.set(true, user: user(1), room: other, thread: 1, connection: 1, now: 2_000)
        let left = board.left(user: user(1), room: room, now: 3_000)
        #expect(Set(left) == [notice([], thread: 1), notice([], thread: 2), notice([], thread: 3)])
        #expect(board.disconnected(connection: 1, now: 4_000).map(\.room) == [other])
        #expect(run(&board, until: 5_000).isEmpty)
        #expect(board.roomCount == 0)
    }

    @Test("however many threads of a room are typed in, it hears of them at most once in 500 ms, of eight at a time")
    func manyThreads() {
        var board = TypingBoard()
        var told: [(at: Int64, count: Int)] = []
        func hear(_ notices: [TypingBoard.Notice], _ now: Int64) {
            guard !notices.isEmpty else { return }
            told.append((now, notices.count))
        }
        for number in UInt32(0)..<10_000 {
            let now = Int64(number / 10)
            hear(
                board.set(
                    true, user: user(number), room: room, thread: Int64(number) + 1, connection: UInt64(number),
                    now: now),
                now)
            if let due = board.nextDue, due <= now { hear(board.tick(now: now), now) }
        }
        #expect(board.roomCount <= TypingBoard.Rule().threadsPerRoom + 1)
        while let due = board.nextDue, due <= 60_000 { hear(board.tick(now: due), due) }
        #expect(told.allSatisfy { $0.count <= TypingBoard.Rule().threadsAtOnce })
        for (earlier, later) in zip(told, told.dropFirst()) { #expect(later.at - earlier.at >= 500) }
        #expect(told.reduce(0) { $0 + $1.count } == 2 * TypingBoard.Rule().threadsPerRoom, "each begins and ends once")
        #expect(board.roomCount == 0)
    }

    @Test("the threads of a room of which something changed are told together")
    func threadsTogether() {
        let cluster = RecordingCluster()
        let clock = ManualClock()
        let typing = Typing(cluster: cluster, clock: clock)
        for number in UInt32(1)...3 {
            typing.set(true, user: user(number), room: room, thread: Int64(number), connection: UInt64(number))
        }
        clock.advance(milliseconds: 500)
        typing.tick()
        #expect(cluster.signals.count == 2)
        guard case .threadTyping(room, let threads) = cluster.signals.last else {
            Issue.record("\(cluster.signals)")
            return
        }
        #expect(
            Set(threads) == [
                ThreadTyping(thread: 2, users: [user(2)], count: 1),
                ThreadTyping(thread: 3, users: [user(3)], count: 1),
            ])
    }

    @Test("the board's notices go through the cluster, and it says when to tick")
    func shell() {
        let cluster = RecordingCluster()
        let clock = ManualClock()
        let typing = Typing(cluster: cluster, clock: clock)
        #expect(typing.nextDue == nil)
        typing.set(true, user: user(1), room: room, connection: 1)
        typing.set(true, user: user(2), room: room, connection: 2)
        #expect(typing.nextDue == clock.monotonic() + 500)
        clock.advance(milliseconds: 500)
        typing.tick()
        clock.advance(milliseconds: 500)
        typing.sent(user: user(1), room: room)
        clock.advance(milliseconds: 500)
        typing.left(user: user(2), room: room)
        typing.disconnected(connection: 2)
        #expect(
            cluster.signals == [
                .typing(room: room, users: [user(1)], count: 1),
                .typing(room: room, users: [user(1), user(2)], count: 2),
                .typing(room: room, users: [user(2)], count: 1), .typing(room: room, users: [], count: 0),
            ])
    }
}
