import ChatModel
import StorageAPI
import StorageSQLite
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Prints what operations cost. Off unless ROOST_BENCH is set; build with `-c release -Xswiftc -enable-testing`.
/// ROOST_BENCH names the folder to work in: one in memory shows the costs without the disk's syncs.
@Suite("costs of a store", .enabled(if: getenv("ROOST_BENCH") != nil), .serialized)
struct BenchmarkTests {
    private static let users = 1000
    private static let rooms = 200

    @Test("sends in batches of 100, a lone send, a sync and a rooms list")
    func costs() async throws {
        let base = getenv("ROOST_BENCH").map { String(cString: $0) } ?? "/tmp"
        var configuration = SQLiteConfiguration()
        configuration.batchLimit = 100
        configuration.waitingWrites = 100_000
        let folder = try TemporaryFolder(in: base)
        let store = try SQLiteStore.open(folder: folder.path + "/data", configuration: configuration)
        try await fill(store)

        let sends: Int64 = 100_000
        for round in 0..<3 {
            let start = Moment()
            for number in 0..<sends { send(Int64(round) * sends + number, store) }
            try await store.write { _ throws(ChatError) in }
            report("send, 100 a batch", start, sends)
        }
        let lone: Int64 = 500
        var start = Moment()
        for number in 0..<lone {
            await withCheckedContinuation { continuation in
                send(3 * sends + number, store) { continuation.resume() }
            }
        }
        report("send, alone", start, lone)

        let user = UserID(millisecond: 0, entropy: 1)
        let (now, later) = try await store.read { store throws(ChatError) in
            (store.place, Place(rawValue: store.place.rawValue - 2000))
        }
        for (name, since) in [("sync, nothing new", now), ("sync, 2000 places behind", later)] {
            start = Moment()
            for _ in 0..<50 {
                _ = try await store.read { store throws(ChatError) in
                    try store.changes(for: user, since: since, limit: 500, directory: true)
                }
            }
            report("\(name), \(BenchmarkTests.rooms) rooms", start, 50)
        }
        start = Moment()
        for _ in 0..<10 { _ = try await store.read { store throws(ChatError) in try store.rooms(of: user) } }
        report("rooms list, \(BenchmarkTests.rooms) rooms of 999+ unread", start, 10)
        await store.close()
    }

    private func fill(_ store: SQLiteStore) async throws {
        let (users, rooms) = (BenchmarkTests.users, BenchmarkTests.rooms)
        try await store.write { store throws(ChatError) in
            for number in 0..<users {
                let id = UserID(millisecond: 0, entropy: UInt32(number))
                try store.insert(
                    User(
                        id: id, email: "\(number)@example.org", handle: "", name: "",
                        avatar: Avatar(picture: "", color: ""),
                        role: .member, createdAt: Timestamp(milliseconds: 0)), passwordHash: "")
            }
            for number in 0..<rooms {
                let room = RoomID(millisecond: 0, entropy: UInt32(number))
                try store.insert(
                    Room(
                        id: room, kind: .group, name: "", description: "",
                        createdBy: UserID(millisecond: 0, entropy: 0), createdAt: Timestamp(milliseconds: 0)))
                for user in 0..<users {
                    let id = UserID(millisecond: 0, entropy: UInt32(user))
                    try store.insert(
                        Membership(room: room, user: id, cursor: 0, joinedAt: Timestamp(milliseconds: 0)))
                }
            }
        }
    }

    /// As the chat does it: membership, nonce, event.
    private func send(_ number: Int64, _ store: SQLiteStore, done: @escaping @Sendable () -> Void = {}) {
        let user = UserID(millisecond: 0, entropy: UInt32(number % Int64(BenchmarkTests.users)))
        let room = RoomID(millisecond: 0, entropy: UInt32(number % Int64(BenchmarkTests.rooms)))
        store.write { store throws(ChatError) in
            let nonce = Nonce.counted(instance: "0123456789abcdef", counter: number)
            guard try store.isMember(user, of: room) else { throw ChatError(.notMember) }
            if let earlier = try store.sent(nonce, by: user) { return earlier.event }
            return try store.append(
                .message(
                    Message(
                        id: MessageID(millisecond: number, entropy: 0),
                        text:
                            "A message of about a hundred letters, as people write them when they have something to say."
                    )),
                to: room, by: user, at: Timestamp(milliseconds: number), nonce: nonce, fingerprint: UInt64(number))
        } completion: { result in
            if case .failure(let error) = result { Issue.record(error) }
            done()
        }
    }

    /// Prints the time by the clock and, because machines have other work too, the processor's.
    private func report(_ name: String, _ start: Moment, _ count: Int64) {
        let end = Moment()
        print(
            "\(name): \((end.wall - start.wall) / count) µs, of it \((end.processor - start.processor) / count) µs of work"
        )
    }
}

/// Microseconds by two clocks.
private struct Moment {
    let wall = Moment.read(CLOCK_MONOTONIC)
    let processor = Moment.read(CLOCK_PROCESS_CPUTIME_ID)

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
