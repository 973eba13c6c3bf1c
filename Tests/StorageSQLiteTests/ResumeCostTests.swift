import CSQLite
import ChatModel
import StorageAPI
import Testing

@testable import StorageSQLite

/// What `changes` reads, in pages of the database that SQLite looks at, cached or not: no clock, so exact on any machine.
@Suite("what a resume reads")
struct ResumeCostTests {
    private static let person = UserID(millisecond: 0, entropy: 1)
    private static let other = UserID(millisecond: 0, entropy: 2)
    private static let messages = 5

    /// The pages that one `changes` looks at for a person in `rooms` rooms of which three get messages, after `older`
    /// messages in all of them and beside `elsewhere` in a room of others.
    private func pages(rooms: Int, older: Int, elsewhere: Int) async throws -> Int {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore.open(folder: folder.path + "/data")
        let (person, other) = (ResumeCostTests.person, ResumeCostTests.other)
        let all = (0...rooms).map { RoomID(millisecond: 0, entropy: UInt32($0)) }
        let since = try await store.write { store throws(ChatError) in
            for user in [person, other] { try insert(user, store) }
            for room in all {
                try store.insert(
                    Room(
                        id: room, kind: .group, name: "", description: "", createdBy: other,
                        createdAt: Timestamp(milliseconds: 0)))
                for user in room == all[0] ? [other] : [person, other] {
                    try store.insert(
                        Membership(room: room, user: user, cursor: 0, joinedAt: Timestamp(milliseconds: 0)))
                }
            }
            // A membership made beside no event is as of the next one's place.
            try send(1, to: all[0], store)
            for room in all.dropFirst() { try send(older / rooms, to: room, store) }
            return store.place
        }
        try await store.write { store throws(ChatError) in
            try send(elsewhere, to: all[0], store)
            for room in all.dropFirst().prefix(3) { try send(ResumeCostTests.messages, to: room, store) }
        }
        await store.close()

        let connection = try Connection(
            path: DataFolder.database(in: folder.path + "/data"), flags: SQLITE_OPEN_READONLY,
            configuration: SQLiteConfiguration())
        let now = try connection.first(.lastPlace) { $0.place(0) } ?? .start
        let query = ChangesQuery(connection: connection, user: person, since: since, now: now)
        // The first run also reads the schema.
        _ = try query.page(limit: 500, directory: true)
        let before = looks(connection)
        let page = try query.page(limit: 500, directory: true)
        #expect(page.events.count == 3 * ResumeCostTests.messages && !page.more && page.joined.isEmpty)
        return looks(connection) - before
    }

    private func insert(_ user: UserID, _ store: any WriteTransaction) throws(ChatError) {
        try store.insert(
            User(
                id: user, email: "\(user)", handle: "", name: "", avatar: Avatar(picture: "", color: ""), role: .member,
                createdAt: Timestamp(milliseconds: 0)), passwordHash: "")
    }

    private func send(_ count: Int, to room: RoomID, _ store: any WriteTransaction) throws(ChatError) {
        for _ in 0..<count {
            try store.append(
                .message(Message(id: MessageID(millisecond: 0, entropy: 0), text: "text")), to: room,
                by: ResumeCostTests.other,
                at: Timestamp(milliseconds: 0), nonce: nil, fingerprint: 0)
        }
    }

    /// Pages that the connection has asked for so far.
    private func looks(_ connection: Connection) -> Int {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, counter in
            var (current, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(connection.handle, counter, &current, &highest, 0)
            return sum + Int(current)
        }
    }

    @Test("three changed rooms among a thousand cost no more than three alone, but for the list of the thousand")
    func quietRooms() async throws {
        let alone = try await pages(rooms: 3, older: 0, elsewhere: 0)
        let half = try await pages(rooms: 500, older: 0, elsewhere: 0)
        let most = try await pages(rooms: 1_000, older: 0, elsewhere: 0)
        print("pages looked at: \(alone) in 3 rooms, \(half) in 500, \(most) in 1,000")
        // The memberships are read in one sweep: some 200 on a page.
        #expect(half < alone + 60)
        #expect(most < alone + 60)
    }

    @Test("each quiet room costs a look at its end at most, however much is in it and whatever others write")
    func muchElsewhere() async throws {
        let alone = try await pages(rooms: 3, older: 0, elsewhere: 0)
        let few = try await pages(rooms: 1_000, older: 1_000, elsewhere: 10_000)
        let much = try await pages(rooms: 1_000, older: 20_000, elsewhere: 20_000)
        print("pages looked at: \(alone) alone, \(few) beside 10,000 messages, \(much) beside 20,000 after 20,000")
        // A look goes down the levels of one index.
        #expect(few < alone + 4 * 1_000 && much < alone + 4 * 1_000)
    }
}
