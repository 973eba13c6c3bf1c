internal import Synchronization

/// The recovery log of a server, which its loops share.
final class RecoveryStore: Sendable {
    private let log: Mutex<RecoveryLog>

    init(_ limits: ConnectionRecovery) { log = Mutex(RecoveryLog(limits)) }

    func withLock<Result: Sendable>(_ body: (inout RecoveryLog) -> Result) -> Result {
        log.withLock { log in body(&log) }
    }
}
