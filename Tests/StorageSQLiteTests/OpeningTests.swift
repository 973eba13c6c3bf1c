import CSQLite
import ChatModel
import StorageAPI
import Testing

@testable import StorageSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("opening a store")
struct OpeningTests {
    let folder: TemporaryFolder
    var data: String { folder.path + "/data" }

    init() throws { folder = try TemporaryFolder() }

    @Test("the folder and every file in it are for their owner alone")
    func rights() async throws {
        let store = try SQLiteStore.open(folder: data)
        try await store.write { store throws(ChatError) in try store.setSetupTokenHash([1]) }
        #expect(mode(data) == 0o700)
        let files = TemporaryFolder.files(in: data)
        #expect(files == ["roost.db", "roost.db-shm", "roost.db-wal", "roost.lock"])
        for file in files { #expect(mode(data + "/" + file) == 0o600, "\(file)") }
        await store.close()
        #expect(TemporaryFolder.files(in: data) == ["roost.db", "roost.lock"])
    }

    @Test("a folder that was let go of is free, also while a child of the process still has the lock's file open")
    func inherited() throws {
        var first: DataFolder? = try DataFolder(path: data)
        // As a child has it from its fork until its exec.
        let copy = dup(try #require(first).lock)
        defer { close(copy) }
        first = nil
        _ = try DataFolder(path: data)
    }

    @Test("a second server is refused while the first has the folder, and told to choose another")
    func secondServer() async throws {
        let first = try SQLiteStore.open(folder: data)
        let error = #expect(throws: StorageError.self) { _ = try SQLiteStore.open(folder: data) }
        #expect(error?.reason == .folderInUse)
        #expect(error?.message.contains("Stop it first, or choose another folder.") == true)
        await first.close()
        let second = try SQLiteStore.open(folder: data)
        await second.close()
    }

    @Test("a store that is let go without closing frees its folder once its threads have ended")
    func letGo() async throws {
        var store: SQLiteStore? = try SQLiteStore.open(folder: data)
        try await store?.write { store throws(ChatError) in try store.setSetupTokenHash([1]) }
        let ending = store?.ending
        store = nil
        await ending?.wait()
        let again = try SQLiteStore.open(folder: data)
        #expect(try await again.read { store throws(ChatError) in try store.setupTokenHash() } == [1])
        await again.close()
    }

    @Test("a folder that cannot be made is refused with the reason")
    func noFolder() {
        let error = #expect(throws: StorageError.self) {
            _ = try SQLiteStore.open(folder: folder.path + "/missing/data")
        }
        #expect(error?.reason == .folderUnusable)
    }

    @Test("a database with a newer schema is refused and left as it is")
    func newerSchema() async throws {
        try await SQLiteStore.open(folder: data).close()
        #expect(sql("PRAGMA user_version=99") == SQLITE_OK)
        let error = #expect(throws: StorageError.self) { _ = try SQLiteStore.open(folder: data) }
        #expect(error?.reason == .schemaNewer(found: 99, known: Migration.all.last?.number ?? 0))
        #expect(TemporaryFolder.files(in: data).contains { $0.contains("before") } == false)
    }

    @Test("a database of another program, and a file that is none, are refused")
    func foreign() async throws {
        #expect(mkdir(data, 0o700) == 0)
        #expect(sql("CREATE TABLE theirs(x)") == SQLITE_OK)
        let other = #expect(throws: StorageError.self) { _ = try SQLiteStore.open(folder: data) }
        #expect(other?.reason == .foreignDatabase)
        #expect(unlink(data + "/roost.db") == 0)
        let file = try #require(fopen(data + "/roost.db", "w"))
        for _ in 0..<300 { fputs("this is no database ", file) }
        fclose(file)
        let text = #expect(throws: StorageError.self) { _ = try SQLiteStore.open(folder: data) }
        #expect(text?.reason == .foreignDatabase)
    }

    @Test("a migration keeps a copy of the database as it was, and the store goes on")
    func migration() async throws {
        let old = try SQLiteStore.open(folder: data)
        try await old.write { store throws(ChatError) in try store.setSetupTokenHash([7]) }
        await old.close()
        var newer = SQLiteConfiguration()
        let next = (Migration.all.last?.number ?? 0) + 1
        newer.migrations.append(Migration(number: next, sql: "CREATE TABLE later(x INTEGER) STRICT"))
        let store = try SQLiteStore.open(folder: data, configuration: newer)
        #expect(try await store.read { store throws(ChatError) in try store.setupTokenHash() } == [7])
        await store.close()
        let copy = "roost.db.before-\(next)"
        #expect(TemporaryFolder.files(in: data) == ["roost.db", copy, "roost.lock"])
        #expect(mode(data + "/" + copy) == 0o600)
        #expect(sql("SELECT x FROM later") == SQLITE_OK)
        #expect(sql("SELECT x FROM later", in: copy) == SQLITE_ERROR)
        #expect(rename(data + "/" + copy, data + "/roost.db") == 0)
        let restored = try SQLiteStore.open(folder: data)
        #expect(try await restored.read { store throws(ChatError) in try store.setupTokenHash() } == [7])
        await restored.close()
    }

    @Test("a migration that fails leaves the database at the step before")
    func failingMigration() async throws {
        try await SQLiteStore.open(folder: data).close()
        var newer = SQLiteConfiguration()
        let next = (Migration.all.last?.number ?? 0) + 1
        newer.migrations.append(Migration(number: next, sql: "CREATE TABLE later(x); CREATE TABLE later(x)"))
        #expect(throws: StorageError.self) { _ = try SQLiteStore.open(folder: data, configuration: newer) }
        #expect(sql("SELECT x FROM later") == SQLITE_ERROR)
        try await SQLiteStore.open(folder: data).close()
    }

    @Test("a name with a quote or a space is a folder like another")
    func oddNames() async throws {
        let odd = folder.path + "/it's \"here\" ünd"
        try await SQLiteStore.open(folder: odd).close()
        var newer = SQLiteConfiguration()
        let next = (Migration.all.last?.number ?? 0) + 1
        newer.migrations.append(Migration(number: next, sql: "CREATE TABLE later(x)"))
        try await SQLiteStore.open(folder: odd, configuration: newer).close()
        #expect(TemporaryFolder.files(in: odd) == ["roost.db", "roost.db.before-\(next)", "roost.lock"])
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    private func sql(_ text: String, in file: String = "roost.db") -> Int32 {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        let opened = sqlite3_open(data + "/" + file, &handle)
        return opened == SQLITE_OK ? sqlite3_exec(handle, text, nil, nil, nil) : opened
    }
}
