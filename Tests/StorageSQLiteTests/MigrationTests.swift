import CSQLite
import ChatModel
import StorageAPI
import Testing

@testable import StorageSQLite

@Suite("bringing older databases up")
struct MigrationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("accounts from before there were handles get theirs from their names, addresses and numbers")
    func handles() async throws {
        try await makeOld(steps: 3)
        let people = [
            ("José Ångström", "jose@example.org", "joseangstrom"),
            ("Jose Angstrom", "other@example.org", "joseangstrom2"),
            ("李", "li.wei@example.org", "liwei"), ("!", "?@example.org", "user"), ("Ж", "Ж@example.org", "user2"),
            ("A person with a name that goes on and on", "long@example.org", "apersonwithanamethatgoes"),
            ("JOSE-ANGSTROM", "third@example.org", "joseangstrom3"),
        ]
        for (index, person) in people.enumerated() {
            #expect(
                sql(
                    """
                    INSERT INTO user(id, email, name, picture, color, role, created_at, password_hash)
                    VALUES (\(index + 1), '\(person.1)', '\(person.0)', 'fox', '#c0ffee', 'member', 1, 'hash')
                    """) == SQLITE_OK)
        }
        let store = try SQLiteStore.open(folder: folder.path)
        for (index, person) in people.enumerated() {
            let user = try await store.read { store throws(ChatError) in
                try store.user(UserID(millisecond: 0, entropy: UInt32(index + 1)))
            }
            #expect(user?.handle == person.2)
            #expect(user?.state == .active)
            #expect(try await store.read { store throws(ChatError) in try store.user(handle: person.2) } == user)
        }
        await store.close()
    }

    @Test("a database from before messages were scheduled keeps what it has, and takes them")
    func scheduled() async throws {
        try await makeOld(steps: 11)
        #expect(
            sql(
                """
                INSERT INTO user(id, email, handle, name, picture, color, role, created_at, password_hash)
                VALUES (1, 'ann@example.org', 'ann', 'Ann', 'fox', '#c0ffee', 'member', 1, 'hash');
                INSERT INTO draft(user, room, thread, text, at, bytes) VALUES (1, 2, 0, 'kept', 3, 4);
                """) == SQLITE_OK)
        let store = try SQLiteStore.open(folder: folder.path)
        let user = UserID(millisecond: 0, entropy: 1)
        let made = Scheduled(
            message: ScheduledMessage(
                id: ScheduledID(millisecond: 0, entropy: 1), room: RoomID(millisecond: 0, entropy: 2), text: "later",
                at: Timestamp(milliseconds: 5)),
            user: user, nonce: .text("n"), fingerprint: .max, due: Timestamp(milliseconds: 5))
        #expect(
            try await store.read { store throws(ChatError) in
                (try store.drafts(of: user).map(\.text), try store.scheduled(of: user))
            } == (["kept"], []))
        try await store.write { store throws(ChatError) in try store.insert(made) }
        #expect(try await store.read { store throws(ChatError) in try store.scheduled(of: user) } == [made])
        await store.close()
    }

    /// An empty database with the first `steps` steps of the schema.
    private func makeOld(steps: Int) async throws {
        var configuration = SQLiteConfiguration()
        configuration.migrations = Array(Migration.all.prefix(steps))
        try await SQLiteStore.open(folder: folder.path, configuration: configuration).close()
    }

    private func sql(_ text: String) -> Int32 {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        let opened = sqlite3_open(folder.path + "/roost.db", &handle)
        return opened == SQLITE_OK ? sqlite3_exec(handle, text, nil, nil, nil) : opened
    }
}
