import ChatModel
import StorageAPI
import StorageSQLite
import Synchronization

/// A small server's life on a disk that is watched. Steps that are begun together are one commit, so that it is known
/// what the database may hold at any time: what one of the commits left, and nothing between two.
final class ChatWorkload: Sendable {
    /// What the database held after a commit.
    struct Commit: Sendable {
        /// The disk's position when it was begun.
        var begun: Int
        /// The disk's position when those who asked were told.
        var acknowledged: Int
        var content: String
    }

    private struct State {
        var commits: [Commit] = []
        var refusals: [ChatError] = []
        /// The disk's position when the last answer came.
        var answered = 0
    }

    private let state = Mutex(State())
    private let disk: FaultDisk
    private let store: SQLiteStore
    private let path: String
    let log = OperationLog()

    /// `folder` is the one that `store` has just been opened in.
    init(disk: FaultDisk, store: SQLiteStore, folder: String) throws {
        self.disk = disk
        self.store = store
        path = folder + "/roost.db"
        try remember(begun: 0, acknowledged: 0)
    }

    var commits: [Commit] { state.withLock { $0.commits } }
    var refusals: [ChatError] { state.withLock { $0.refusals } }

    /// Performs these steps as one commit. Answers whether they were stored; otherwise all were refused.
    func perform(_ numbers: ClosedRange<Int64>) async throws -> Bool {
        let begun = disk.position
        let refused = refusals.count
        await commit(numbers)
        let (answered, refusedNow) = state.withLock { ($0.answered, $0.refusals.count - refused) }
        if refusedNow == 0 { try remember(begun: begun, acknowledged: answered) }
        return refusedNow == 0
    }

    /// While the writer stands at the gate, everything else queues up behind it.
    private func commit(_ numbers: ClosedRange<Int64>) async {
        let gate = Gate()
        store.write { _ throws(ChatError) in
            gate.pass()
        } completion: { _ in
        }
        gate.waitForArrivals(1)
        await withCheckedContinuation { continuation in
            for number in numbers {
                store.write { [log] transaction throws(ChatError) in
                    try WorkloadStep(number: number).perform(RecordingTransaction(base: transaction, log: log))
                } completion: { result in
                    self.note(result)
                    if number == numbers.upperBound { continuation.resume() }
                }
            }
            gate.open()
        }
    }

    private func note(_ result: Result<Void, ChatError>) {
        let position = disk.position
        state.withLock { state in
            state.answered = position
            if case .failure(let error) = result { state.refusals.append(error) }
        }
    }

    private func remember(begun: Int, acknowledged: Int) throws {
        let content = try content()
        state.withLock {
            $0.commits.append(Commit(begun: begun, acknowledged: acknowledged, content: content))
        }
    }

    /// What the database holds now.
    func content() throws -> String { try DatabaseFile(path).content }

    /// What may be found after a cut at a position of the disk: what the last acknowledged commit left, or a later one
    /// that had begun.
    func contents(after cut: Int) -> [String] {
        let commits = commits
        let last = commits.lastIndex { $0.acknowledged <= cut } ?? 0
        return commits[last...].filter { $0.begun <= cut }.map(\.content)
    }
}
