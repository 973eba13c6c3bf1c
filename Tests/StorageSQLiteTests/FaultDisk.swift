import CSQLite
import Synchronization

/// A disk that remembers in order what SQLite did to its files, so that a test can see it as a power cut at any point
/// would have left it; and that fails on request. What it holds is also really on the disk.
final class FaultDisk: Sendable {
    enum File: Int, Sendable, CaseIterable {
        case database, writeAheadLog, journal

        var name: String {
            switch self {
            case .database: "roost.db"
            case .writeAheadLog: "roost.db-wal"
            case .journal: "roost.db-journal"
            }
        }
    }

    enum Operation: Sendable {
        case create(File)
        case write(File, offset: Int, bytes: [UInt8])
        case truncate(File, size: Int)
        case sync(File)
        case delete(File, durably: Bool)
    }

    private struct State {
        var operations: [Operation] = []
        /// What calls that change a file answer instead of doing it, after `patience` more of them.
        var failure: Int32?
        var patience = 0
        var refused = 0
    }

    private let state = Mutex(State())

    var operations: [Operation] { state.withLock { $0.operations } }
    /// How many operations there were so far.
    var position: Int { state.withLock { $0.operations.count } }
    /// How many calls were failed.
    var refused: Int { state.withLock { $0.refused } }

    /// Fails what changes files with `code` from the call after the next `calls` on.
    func fail(_ code: Int32, after calls: Int = 0) {
        state.withLock {
            $0.failure = code
            $0.patience = calls
        }
    }

    func recover() { state.withLock { $0.failure = nil } }

    /// Performs an operation on the real file and notes it; or fails it.
    func perform(_ operation: Operation, _ call: () -> Int32) -> Int32 {
        let failure = state.withLock { state -> Int32? in
            guard let failure = state.failure else { return nil }
            if state.patience > 0 {
                state.patience -= 1
                return nil
            }
            state.refused += 1
            return failure
        }
        if let failure { return failure }
        let code = call()
        if code == SQLITE_OK { state.withLock { $0.operations.append(operation) } }
        return code
    }
}
