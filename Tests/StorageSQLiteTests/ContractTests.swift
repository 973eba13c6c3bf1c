import StorageAPI
import StorageContract
import StorageSQLite
import TestThreads
import Testing

@Suite("the contract of every store, on SQLite", .ownThread)
struct ContractTests {
    @Test("a store keeps the rule", arguments: StorageCheck.all)
    func keeps(_ check: StorageCheck) async throws {
        let folder = try TemporaryFolder()
        try await check.run(SQLiteUnderTest(folder: folder))
    }

    @Test(
        "a store that commits three bodies at a time and remembers one thing keeps the rule",
        arguments: StorageCheck.all)
    func keepsWithSmallBounds(_ check: StorageCheck) async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration()
        configuration.batchLimit = 3
        configuration.memoryEntries = 1
        configuration.checkpointPages = 10
        configuration.readers = 1
        try await check.run(SQLiteUnderTest(folder: folder, configuration: configuration))
    }
}

struct SQLiteUnderTest: StorageUnderTest {
    let folder: TemporaryFolder
    var configuration = SQLiteConfiguration()

    func open(listener: (any CommitListener)?) async throws -> any ChatStore {
        try SQLiteStore.open(folder: folder.path + "/data", configuration: configuration, listener: listener)
    }
}
