import CSQLite
import ChatModel
import StorageAPI
import StorageSQLite
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("a power cut")
struct PowerCutTests {
    @Test("at any call loses nothing acknowledged, doubles nothing and leaves no gap")
    func everyCall() async throws {
        let life = try await Life(name: "every-call", bursts: [1, 3, 1, 5, 2, 1, 4, 1, 1, 2])
        var random = Seeded(state: 5)
        var image = DiskImage()
        for cut in 0...life.operations.count {
            if cut > 0 { image.apply(life.operations[cut - 1]) }
            let loss = DiskImage.Loss.allCases[cut % 3]
            try await life.check(image.afterCut(loss, using: &random), cut: cut)
        }
        #expect(life.workload.acknowledged.count == 21)
        let syncsOfDatabase = life.operations.filter { if case .sync(.database) = $0 { true } else { false } }
        #expect(syncsOfDatabase.count > 3, "no checkpoint was cut")
    }

    @Test("at random calls of a longer life, with any choice of what was not synced", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) async throws {
        var random = Seeded(state: seed)
        let bursts = (0..<25).map { _ in Int64.random(in: 1...6, using: &random) }
        let life = try await Life(name: "random-\(seed)", bursts: bursts)
        var image = DiskImage()
        for cut in 1...life.operations.count {
            image.apply(life.operations[cut - 1])
            guard Int.random(in: 0..<life.operations.count, using: &random) < 60 else { continue }
            try await life.check(image.afterCut(.some, using: &random), cut: cut)
        }
    }
}

/// One run of a workload with everything the disk was told.
private struct Life {
    let workload: ChatWorkload
    let operations: [FaultDisk.Operation]
    let lastCounter: Int64
    /// From this position on the people and the room exist.
    let ready: Int

    init(name: String, bursts: [Int64]) async throws {
        let folder = try TemporaryFolder()
        let vfs = try FaultVFS(name: name)
        var configuration = SQLiteConfiguration()
        configuration.vfs = name
        configuration.checkpointPages = 12
        configuration.readers = 1
        let store = try SQLiteStore.open(folder: folder.path + "/data", configuration: configuration)
        workload = ChatWorkload(disk: vfs.disk)
        ready = try await workload.setUp(store)
        var next: Int64 = 1
        for burst in bursts {
            await workload.send(next...next + burst - 1, to: store)
            next += burst
        }
        await store.close()
        lastCounter = next - 1
        operations = vfs.disk.operations
    }

    /// Opens what a cut left as any server would, lets every client repeat every send, and compares.
    func check(_ files: [String: [UInt8]], cut: Int) async throws {
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try put(bytes, folder.path + "/" + name) }
        let store = try SQLiteStore.open(folder: folder.path)
        let before = try await store.read { store throws(ChatError) in
            (try store.history(of: ChatWorkload.room, before: nil, limit: 10_000), try store.room(ChatWorkload.room))
        }
        #expect(before.1 != nil || cut < ready, "cut \(cut): the room is gone")
        #expect(before.0.map(\.seq) == before.0.indices.map { Int64($0 + 1) }, "cut \(cut): seq has a gap")
        let kept = Set(before.0)
        for send in workload.acknowledged where send.position <= cut {
            #expect(kept.contains(send.event), "cut \(cut): seq \(send.event.seq) was acknowledged and is gone")
        }
        if before.1 != nil {
            let counters = 1...lastCounter
            let after = try await store.write { store throws(ChatError) in
                for counter in counters { _ = try ChatWorkload.send(counter, store) }
                return try store.history(of: ChatWorkload.room, before: nil, limit: 10_000)
            }
            let texts = after.map { event -> String in
                if case .message(_, let text) = event.body { text } else { "" }
            }
            #expect(texts.sorted() == counters.map(ChatWorkload.text).sorted(), "cut \(cut): a send is lost or doubled")
            #expect(after.map(\.seq) == Array(counters), "cut \(cut)")
            let summary = try await store.read { store throws(ChatError) in
                (
                    try store.summary(of: ChatWorkload.room, for: ChatWorkload.people[0])?.memberCount,
                    try store.members(of: ChatWorkload.room, after: nil, limit: 10).count
                )
            }
            #expect(summary.0 == summary.1, "cut \(cut): the member count drifted")
        }
        await store.close()
        #expect(integrity(folder.path + "/roost.db") == "ok", "cut \(cut)")
    }

    private func put(_ bytes: [UInt8], _ path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    private func integrity(_ path: String) -> String {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        guard sqlite3_open(path, &handle) == SQLITE_OK else { return "cannot be opened" }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        sqlite3_prepare_v2(handle, "PRAGMA integrity_check", -1, &statement, nil)
        guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else {
            return "no answer"
        }
        return String(cString: text)
    }
}

/// A generator that a failing run can be repeated with (Marsaglia's xorshift64).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
