import CSQLite
import ChatModel
import StorageAPI
import StorageSQLite
import Synchronization
import TestThreads
import Testing

/// SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC and SQLITE_READONLY_DBMOVED, whose macros Swift does not see.
private let ioErrorWrite = SQLITE_IOERR | 3 << 8
private let ioErrorSync = SQLITE_IOERR | 4 << 8
private let readOnlyMoved = SQLITE_READONLY | 4 << 8

@Suite("a failing disk", .ownThread)
struct FailingDiskTests {
    /// A store on a disk that can be made to fail.
    private final class Scene {
        let folder: TemporaryFolder
        let vfs: FaultVFS
        let store: SQLiteStore
        let reports = Reports()
        private var counter: UInt8 = 0

        init(_ name: String) throws {
            folder = try TemporaryFolder()
            vfs = try FaultVFS(name: name)
            var configuration = SQLiteConfiguration()
            configuration.vfs = name
            configuration.checkpointPages = 12
            store = try SQLiteStore.open(
                folder: folder.path + "/data", configuration: configuration, reportHealth: reports.add)
        }

        /// A write that changes something: what is there already, SQLite does not write again.
        func set() async throws(ChatError) {
            counter &+= 1
            let value = counter
            try await store.write { store throws(ChatError) in try store.setSetupTokenHash([value]) }
        }
    }

    @Test(
        "answers its code to every write of the batch, and after it recovers nothing is lost or doubled",
        arguments: [
            (SQLITE_FULL, ErrorCode.storageFull), (ioErrorWrite, .unavailable), (ioErrorSync, .unavailable),
            (SQLITE_READONLY, .unavailable), (readOnlyMoved, .unavailable),
        ])
    func failing(code: Int32, answer: ErrorCode) async throws {
        let scene = try Scene("failing-\(code)")
        let disk = scene.vfs.disk
        let workload = try ChatWorkload(disk: disk, store: scene.store, folder: scene.folder.path + "/data")
        #expect(try await workload.perform(0...0))
        var next: Int64 = 1
        var refusedBatches = 0
        // A failure at each call of a commit, and of the checkpoint after it.
        for calls in 0..<48 {
            disk.fail(code, after: calls)
            for steps in [next...next + 2, next + 3...next + 5] {
                let before = try workload.content()
                if try await !workload.perform(steps) {
                    refusedBatches += 1
                    #expect(try workload.content() == before, "\(steps) were refused and are there")
                }
                // Reads go on.
                let known = try await scene.store.read { store throws(ChatError) in
                    try store.lastSeq(of: WorkloadStep.room)
                }
                #expect(known > 0)
            }
            disk.recover()
            // What clients do when the server is back: all of it once more.
            #expect(try await workload.perform(next...next + 5), "it does not recover")
            next += 6
        }
        #expect(refusedBatches >= 20, "the failures hit too little")
        #expect(Set(workload.refusals.map(\.code)) == [answer])
        #expect(workload.refusals.allSatisfy { $0.code.retryHelps && $0.retryAfter ?? 0 > 0 })
        // The last write was answered before its outcome is reported.
        try await scene.store.write { _ throws(ChatError) in }
        #expect(scene.reports.isAlternating && scene.reports.list.last == .working)
        let steps = (1..<next).map { WorkloadStep(number: $0) }
        let unknown = try await scene.store.read { store throws(ChatError) -> [Int64] in
            var unknown: [Int64] = []
            for step in steps where step.isSend {
                if try step.sent(store) == nil { unknown.append(step.number) }
            }
            return unknown
        }
        #expect(unknown.isEmpty)
        let messages = try DatabaseFile(scene.folder.path + "/data/roost.db")
            .rows("SELECT count(*) FROM event WHERE kind IN (1, 6, 64, 65)")
        #expect(messages == [["\(steps.count(where: \.isSend))"]])
        let last = try workload.content()
        await scene.store.close()
        try await SQLiteStore.open(folder: scene.folder.path + "/data").close()
        #expect(try workload.content() == last)
    }

    @Test(
        "is reported once for as long as it fails, and once when a write is stored again",
        arguments: [SQLITE_FULL, SQLITE_READONLY, ioErrorWrite])
    func reported(code: Int32) async throws {
        let scene = try Scene("reported-\(code)")
        try await scene.set()
        #expect(scene.reports.list == [])
        for round in 1...2 {
            let stored = try await scene.store.read { store throws(ChatError) in try store.setupTokenHash() }
            scene.vfs.disk.fail(code)
            for _ in 1...20 {
                await #expect(throws: ChatError.self) { try await scene.set() }
                // A question, and what changes nothing, says nothing of the disk.
                _ = try await scene.store.write { store throws(ChatError) in try store.ownerExists() }
                try await scene.store.write { store throws(ChatError) in try store.setSetupTokenHash(stored) }
            }
            // The outcome is told before the report: one more, and what came before is over.
            _ = try await scene.store.write { store throws(ChatError) in try store.ownerExists() }
            #expect(scene.reports.list.count == 2 * round - 1)
            guard case .failing(let trouble) = scene.reports.list.last else {
                Issue.record("not reported")
                return
            }
            #expect(trouble.code == code)
            #expect(trouble.reason == (code == SQLITE_FULL ? .full : .unusable))
            scene.vfs.disk.recover()
            try await scene.set()
            try await scene.set()
            _ = try await scene.store.write { store throws(ChatError) in try store.ownerExists() }
            #expect(scene.reports.list.count == 2 * round)
            #expect(scene.reports.list.last == .working)
        }
        await scene.store.close()
    }

    @Test(
        "at any call while a store is made or opened refuses to start in words, and nothing is lost when it is tried again",
        arguments: [SQLITE_FULL, SQLITE_READONLY, ioErrorWrite, ioErrorSync], [false, true])
    func opening(code: Int32, isThere: Bool) async throws {
        let vfs = try FaultVFS(name: "opening-\(code)-\(isThere)")
        var configuration = SQLiteConfiguration()
        configuration.vfs = vfs.name
        let kept: [UInt8]? = isThere ? [7] : nil
        var refusals = 0
        while refusals < 400 {
            let folder = try TemporaryFolder(in: TemporaryFolder.memory)
            if isThere {
                let store = try SQLiteStore.open(folder: folder.path)
                try await store.write { store throws(ChatError) in try store.setSetupTokenHash(kept) }
                await store.close()
            }
            vfs.disk.fail(code, after: refusals)
            do throws(StorageError) {
                let store = try SQLiteStore.open(folder: folder.path, configuration: configuration)
                vfs.disk.recover()
                await store.close()
                break
            } catch {
                #expect(error.reason == (code == SQLITE_FULL ? .diskFull : .folderUnusable), "call \(refusals)")
            }
            refusals += 1
            vfs.disk.recover()
            let store = try SQLiteStore.open(folder: folder.path, configuration: configuration)
            let found = try await store.read { store throws(ChatError) in try store.setupTokenHash() }
            #expect(found == kept)
            try await store.write { store throws(ChatError) in try store.setSetupTokenHash([8]) }
            await store.close()
        }
        #expect((isThere ? 1..<10 : 5..<400).contains(refusals), "\(refusals) calls failed")
    }

    @Test("is told without the name of a file")
    func noPaths() async throws {
        let scene = try Scene("no-paths")
        for code in [SQLITE_FULL, ioErrorWrite, SQLITE_CORRUPT, SQLITE_READONLY] {
            scene.vfs.disk.fail(code)
            let error = await #expect(throws: ChatError.self) { try await scene.set() }
            #expect(error?.message.contains("/") == false)
            #expect(error?.message.contains("roost.db") == false)
        }
        scene.vfs.disk.recover()
        try await scene.set()
        await scene.store.close()
    }
}

/// What was reported, in order.
private final class Reports: Sendable {
    private let reported = Mutex<[DiskHealth]>([])

    var list: [DiskHealth] { reported.withLock { $0 } }

    @Sendable func add(_ health: DiskHealth) { reported.withLock { $0.append(health) } }

    /// Failing, working, failing, working …
    var isAlternating: Bool {
        list.enumerated().allSatisfy { index, health in (health == .working) == (index % 2 == 1) }
    }
}
