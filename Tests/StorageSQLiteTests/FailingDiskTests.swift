import CSQLite
import ChatModel
import StorageAPI
import StorageSQLite
import Testing

/// SQLITE_IOERR_WRITE and SQLITE_IOERR_FSYNC, whose macros Swift does not see.
private let ioErrorWrite = SQLITE_IOERR | 3 << 8
private let ioErrorSync = SQLITE_IOERR | 4 << 8

@Suite("a failing disk")
struct FailingDiskTests {
    @Test(
        "answers its code to every write of the batch, and after it recovers nothing is lost or doubled",
        arguments: [
            (SQLITE_FULL, ErrorCode.storageFull), (ioErrorWrite, .unavailable),
            (ioErrorSync, .unavailable),
        ])
    func failing(code: Int32, answer: ErrorCode) async throws {
        let folder = try TemporaryFolder()
        let vfs = try FaultVFS(name: "failing-\(code)")
        var configuration = SQLiteConfiguration()
        configuration.vfs = vfs.name
        configuration.checkpointPages = 12
        let store = try SQLiteStore.open(folder: folder.path + "/data", configuration: configuration)
        let workload = ChatWorkload(disk: vfs.disk)
        _ = try await workload.setUp(store)
        var next: Int64 = 1
        // A failure at each call of a commit, and of the checkpoint after it.
        for calls in 0..<40 {
            vfs.disk.fail(code, after: calls)
            await workload.send(next...next + 2, to: store)
            await workload.send(next + 3...next + 5, to: store)
            vfs.disk.recover()
            // What clients do when the server is back: all of it once more.
            await workload.send(next...next + 5, to: store)
            next += 6
        }
        #expect(workload.refusals.count >= 60, "the failures hit too little")
        #expect(Set(workload.refusals) == [answer])
        let history = try await store.read { store throws(ChatError) in
            try store.history(of: ChatWorkload.room, before: nil, limit: 10_000)
        }
        #expect(history.map(\.seq) == Array(1...Int64(240)))
        let texts = history.map { event -> String in
            if case .message(_, let text) = event.body { text } else { "" }
        }
        #expect(texts.sorted() == (1...Int64(240)).map(ChatWorkload.text).sorted())
        #expect(Set(workload.acknowledged.map(\.event)) == Set(history))
        await store.close()
        let again = try SQLiteStore.open(folder: folder.path + "/data")
        let reopened = try await again.read { store throws(ChatError) in
            try store.history(of: ChatWorkload.room, before: nil, limit: 10_000)
        }
        #expect(reopened == history)
        await again.close()
    }

    @Test("is told without the name of a file")
    func noPaths() async throws {
        let folder = try TemporaryFolder()
        let vfs = try FaultVFS(name: "no-paths")
        var configuration = SQLiteConfiguration()
        configuration.vfs = vfs.name
        let store = try SQLiteStore.open(folder: folder.path + "/data", configuration: configuration)
        for code in [SQLITE_FULL, ioErrorWrite, SQLITE_CORRUPT] {
            vfs.disk.fail(code)
            let error = await #expect(throws: ChatError.self) {
                try await store.write { store throws(ChatError) in try store.setSetupTokenHash([1]) }
            }
            #expect(error?.message.contains("/") == false)
            #expect(error?.message.contains("roost.db") == false)
        }
        vfs.disk.recover()
        try await store.write { store throws(ChatError) in try store.setSetupTokenHash([1]) }
        await store.close()
    }
}
