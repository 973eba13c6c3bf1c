import ChatModel
import StorageAPI
import StorageSQLite
import TestThreads
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("the write-ahead log", .ownThread)
struct WriteAheadLogTests {
    @Test("stays near its bound however much is written, also while others read")
    func staysShort() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        var configuration = SQLiteConfiguration()
        configuration.checkpointPages = 20
        let store = try SQLiteStore.open(folder: data, configuration: configuration)
        for round in 0..<400 {
            let hash = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: 10_000)
            try await store.write { store throws(ChatError) in try store.setSetupTokenHash(hash) }
            #expect(try await store.read { store throws(ChatError) in try store.setupTokenHash() } == hash)
        }
        // A page and its header are 4,120 bytes. The most that is written at once is the empty schema, of some 120 pages; 400
        // rounds without a checkpoint would leave above a thousand.
        #expect(size(data + "/roost.db-wal") < 200 * 4120)
        await store.close()
    }

    @Test("is copied whole once a reader of old pages has ended")
    func oldReader() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        var configuration = SQLiteConfiguration()
        configuration.checkpointPages = 20
        let store = try SQLiteStore.open(folder: data, configuration: configuration)
        let gate = Gate()
        store.read { store throws(ChatError) in
            gate.pass()
        } completion: { _ in
        }
        gate.waitForArrivals(1)
        try await write(store, rounds: 100)
        let held = size(data + "/roost.db-wal")
        #expect(held > 100 * 4120)
        gate.open()
        try await write(store, rounds: 200)
        #expect(size(data + "/roost.db-wal") < 2 * held)
        await store.close()
    }

    private func write(_ store: SQLiteStore, rounds: Int) async throws {
        for round in 0..<rounds {
            let hash = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: 10_000)
            try await store.write { store throws(ChatError) in try store.setSetupTokenHash(hash) }
        }
    }

    private func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
