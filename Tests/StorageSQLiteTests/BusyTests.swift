import ChatModel
import StorageAPI
import StorageSQLite
import Synchronization
import TestThreads
import Testing

@Suite("a store with too much to do", .ownThread)
struct BusyTests {
    @Test("writes and reads over the bound are answered busy at once; those before them are done")
    func busy() async throws {
        let folder = try TemporaryFolder()
        var configuration = SQLiteConfiguration()
        configuration.waitingWrites = 5
        configuration.waitingReads = 5
        configuration.readers = 1
        let store = try SQLiteStore.open(folder: folder.path + "/data", configuration: configuration)
        let written = Outcomes()
        let read = Outcomes()
        let gate = Gate()
        // Both threads stand in a body until the gate opens, so that what follows must wait.
        store.write { _ throws(ChatError) in
            gate.pass()
        } completion: { _ in
        }
        store.read { _ throws(ChatError) in
            gate.pass()
        } completion: { _ in
        }
        gate.waitForArrivals(2)
        for _ in 1...8 {
            store.write { store throws(ChatError) in
                try store.setSetupTokenHash([1])
            } completion: {
                written.add($0)
            }
            store.read { store throws(ChatError) in
                _ = store.place
            } completion: {
                read.add($0)
            }
        }
        #expect(written.codes == [.busy, .busy, .busy])
        #expect(read.codes == [.busy, .busy, .busy])
        gate.open()
        await store.close()
        #expect(written.codes == [.busy, .busy, .busy, nil, nil, nil, nil, nil])
        #expect(read.codes == [.busy, .busy, .busy, nil, nil, nil, nil, nil])
    }
}

/// Codes of refusals in the order they came; nil for a success.
private final class Outcomes: Sendable {
    private let list = Mutex<[ErrorCode?]>([])

    func add(_ result: Result<Void, ChatError>) {
        list.withLock {
            if case .failure(let error) = result { $0.append(error.code) } else { $0.append(nil) }
        }
    }

    var codes: [ErrorCode?] { list.withLock { $0 } }
}
