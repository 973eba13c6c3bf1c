import ChatModel
import SeededRandom
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

@Suite("a power cut", .ownThread)
struct PowerCutTests {
    /// More seeds by ROOST_LONG=1.
    static let seeds: [UInt64] = Array(1...(getenv("ROOST_LONG") == nil ? 3 : 60))

    @Test(
        "at any call leaves one commit whole, the last acknowledged or a later one, whatever is left of what was not synced",
        arguments: seeds)
    func everyCall(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let bursts = (0..<24).map { _ in Int64.random(in: 1...5, using: &random) }
        let life = try await Life(name: "every-call-\(seed)", bursts: bursts)
        let syncsOfDatabase = life.operations.filter { if case .sync(.database) = $0 { true } else { false } }
        #expect(syncsOfDatabase.count > 3, "no checkpoint was cut")
        var image = DiskImage()
        for cut in 0...life.operations.count {
            if cut > 0 { image.apply(life.operations[cut - 1]) }
            // All kinds of loss in turn, from another one on with each seed.
            let loss = DiskImage.Loss.allCases[(cut + Int(seed)) % DiskImage.Loss.allCases.count]
            try await life.check(image.afterCut(loss, using: &random), "seed \(seed), cut \(cut), \(loss)", cut)
        }
    }

    @Test(
        "at the syncs of each commit and checkpoint leaves one of the commits whole, with many choices of what is left",
        arguments: seeds)
    func manyChoices(seed: UInt64) async throws {
        let life = try await Life(name: "many-choices-\(seed)", bursts: [24, 24, 24, 3])
        var random = SeededGenerator(seed: seed &+ 1000)
        var image = DiskImage()
        for cut in 1...life.operations.count {
            image.apply(life.operations[cut - 1])
            guard case .sync = life.operations[min(cut, life.operations.count - 1)] else { continue }
            // Here most is written and not yet synced.
            for loss in DiskImage.Loss.allCases {
                try await life.check(image.afterCut(loss, using: &random), "seed \(seed), cut \(cut), \(loss)", cut)
            }
        }
    }

    @Test("is survived by everything that the port can write")
    func allOperations() async throws {
        let life = try await Life(name: "all-operations", bursts: [24, 24, 24, 24])
        let missing = Set(WriteOperation.allCases).subtracting(WriteOperation.neverDone)
            .subtracting(life.workload.log.operations)
        #expect(missing.isEmpty, "the workload never does \(missing)")
        #expect(life.workload.log.operations.isDisjoint(with: WriteOperation.neverDone))
    }
}

/// One run of a workload with everything the disk was told.
private struct Life {
    let workload: ChatWorkload
    let operations: [FaultDisk.Operation]
    private let lastStep: Int64

    init(name: String, bursts: [Int64]) async throws {
        let folder = try TemporaryFolder()
        let vfs = try FaultVFS(name: name)
        var configuration = SQLiteConfiguration()
        configuration.vfs = name
        configuration.checkpointPages = 12
        configuration.readers = 1
        let store = try SQLiteStore.open(folder: folder.path + "/data", configuration: configuration)
        workload = try ChatWorkload(disk: vfs.disk, store: store, folder: folder.path + "/data")
        #expect(try await workload.perform(0...0))
        var next: Int64 = 1
        for burst in bursts {
            #expect(try await workload.perform(next...next + burst - 1))
            next += burst
        }
        await store.close()
        lastStep = next - 1
        operations = vfs.disk.operations
    }

    /// Opens what a cut left as any server would and compares; then lets everybody do everything again.
    func check(_ files: [String: [UInt8]], _ what: String, _ cut: Int) async throws {
        let folder = try TemporaryFolder(in: TemporaryFolder.memory)
        for (name, bytes) in files { try put(bytes, folder.path + "/" + name) }
        let store: SQLiteStore
        do { store = try SQLiteStore.open(folder: folder.path) } catch {
            Issue.record("\(what): \(error)")
            return
        }
        let found = try DatabaseFile(folder.path + "/roost.db").content
        let isCommit = workload.contents(after: cut).contains(found)
        #expect(isCommit, "\(what): this is no commit's content:\n\(found)")
        let steps = (0...lastStep).map { WorkloadStep(number: $0) }
        try await store.write { transaction throws(ChatError) in
            for step in steps { try step.perform(transaction) }
        }
        let unknown = try await store.read { transaction throws(ChatError) -> [Int64] in
            var unknown: [Int64] = []
            for step in steps where step.isSend {
                if try step.sent(transaction) == nil { unknown.append(step.number) }
            }
            return unknown
        }
        #expect(unknown.isEmpty, "\(what): sent and not there: \(unknown)")
        await store.close()
        try checkRules(folder.path + "/roost.db", messages: steps.count(where: \.isSend), what)
    }

    private func checkRules(_ path: String, messages: Int, _ what: String) throws {
        let database = try DatabaseFile(path)
        #expect(database.rows("PRAGMA integrity_check") == [["ok"]], "\(what)")
        #expect(database.rows("PRAGMA foreign_key_check").isEmpty, "\(what)")
        #expect(
            database.rows("SELECT count(*) FROM event WHERE kind IN (1, 6, 64, 65)") == [["\(messages)"]], "\(what)")
        let rules = [
            "a number was given twice": "SELECT room, person, seq FROM event GROUP BY 1, 2, 3 HAVING count(*) > 1",
            "a number is missing, and no event was pruned there": """
            SELECT room, seq FROM event a WHERE room IS NOT NULL AND seq > 1
                AND NOT EXISTS (SELECT 1 FROM event b WHERE b.room = a.room AND b.seq = a.seq - 1)
                AND NOT EXISTS (SELECT 1 FROM setting WHERE key = 'prune_horizon')
            """,
            "numbers and places disagree": """
            SELECT a.pos FROM event a JOIN event b ON a.room = b.room AND a.seq < b.seq AND a.pos > b.pos
            """,
            "a member count drifted": """
            SELECT id FROM room WHERE member_count <> (SELECT count(*) FROM membership WHERE room = room.id)
            """,
            "a cursor is past the end": """
            SELECT user FROM membership m
            WHERE cursor > (SELECT max(seq) FROM event e WHERE e.room = m.room)
            """,
        ]
        for (rule, sql) in rules { #expect(database.rows(sql).isEmpty, "\(what): \(rule)") }
    }

    private func put(_ bytes: [UInt8], _ path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}
