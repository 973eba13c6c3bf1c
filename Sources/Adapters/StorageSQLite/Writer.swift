import ChatModel
import StorageAPI

/// The one thread that writes. It takes what waits, runs it in one transaction, and tells the outcome once that is on
/// disk: to the listener first, then to those who asked, so that whoever has an answer and asks again is answered after
/// what the listener told of the first.
///
/// Bodies run without savepoints, which cost a copy of each page; if one throws after it wrote, the batch is undone
/// and run again with a savepoint around each body that writes, so that it costs twice and no more.
final class Writer {
    /// Held so that the folder stays locked as long as the writer lives.
    private let folder: DataFolder
    private let connection: Connection
    private let listener: (any CommitListener)?
    private let reportHealth: (@Sendable (DiskHealth) -> Void)?
    private let configuration: SQLiteConfiguration
    private let log: WriteAheadLog
    /// Nil until the place of the newest event was read.
    private var transaction: WriterTransaction?
    private var health = DiskHealth.working

    private enum Attempt {
        case committed(WriterTransaction)
        /// A body threw after it had written; nothing of the batch remains.
        case undone
        case failed(ChatError)
    }

    init(
        folder: DataFolder, connection: Connection, configuration: SQLiteConfiguration,
        listener: (any CommitListener)?, reportHealth: (@Sendable (DiskHealth) -> Void)?
    ) {
        self.folder = folder
        self.connection = connection
        self.configuration = configuration
        self.listener = listener
        self.reportHealth = reportHealth
        log = WriteAheadLog(connection: connection, checkpointPages: configuration.checkpointPages)
    }

    /// Works until `queue` is closed and empty.
    func run(_ queue: BoundedQueue<WriteJob>) {
        while let jobs = queue.take(upTo: max(1, configuration.batchLimit)) { commit(jobs) }
    }

    /// Moves everything to the database file. Called last, when no reader is left.
    func finish() { log.empty() }

    private func commit(_ jobs: [WriteJob]) {
        let commits = log.commits
        var attempt = attempt(jobs, guarded: false)
        if case .undone = attempt { attempt = self.attempt(jobs, guarded: true) }
        switch attempt {
        case .committed(let transaction):
            let events = transaction.memory.committed()
            if let listener, !events.isEmpty {
                listener.committed(CommittedBatch(events: events, through: transaction.place))
            }
            for job in jobs { job.finish(nil) }
            log.checkpointIfLong()
            noteHealth(wrote: log.commits != commits)
        case .undone:
            // A guarded attempt undoes bodies by themselves; this is not reached.
            for job in jobs { job.finish(ChatError(.internal)) }
        case .failed(let error):
            for job in jobs { job.finish(error) }
            noteHealth(wrote: false)
        }
    }

    /// Reports a change: that writes fail, once for as long as they do for the same reason; that they are stored again.
    private func noteHealth(wrote: Bool) {
        let found: DiskHealth
        if let trouble = connection.trouble {
            found = .failing(trouble)
        } else if wrote {
            found = .working
        } else {
            return
        }
        if case .failing(let now) = found, case .failing(let told) = health, now.reason == told.reason { return }
        guard found != health else { return }
        health = found
        reportHealth?(found)
    }

    private func attempt(_ jobs: [WriteJob], guarded: Bool) -> Attempt {
        connection.clearFailure()
        let transaction: WriterTransaction
        do throws(ChatError) {
            transaction = try ready()
            try connection.run(.begin)
        } catch {
            return fail(error)
        }
        let start = transaction.memory.mark
        do throws(ChatError) {
            for job in jobs {
                let mark = transaction.memory.mark
                transaction.beginBody(guarded: guarded)
                let succeeded = job.run(transaction)
                // A body may swallow an error of the store; one that leaves the transaction in doubt still counts.
                if let failure = connection.failure { return fail(failure) }
                // SQLite ends the transaction by itself after some failures; what followed would commit alone.
                guard connection.isInTransaction else { return fail(ChatError(.internal)) }
                if guarded {
                    try transaction.endGuardedBody(keep: succeeded)
                    if !succeeded { transaction.memory.undo(to: mark) }
                } else if !succeeded && transaction.hasWritten {
                    try connection.run(.rollback)
                    transaction.memory.undo(to: start)
                    return .undone
                }
            }
            try connection.run(.commit)
        } catch {
            return fail(error)
        }
        return .committed(transaction)
    }

    /// The transaction's state, read afresh after a failure.
    private func ready() throws(ChatError) -> WriterTransaction {
        if let transaction { return transaction }
        let last = try connection.first(.lastPlace) { $0.integer(0) } ?? 0
        let memory = WriterMemory(lastPlace: last, entries: configuration.memoryEntries)
        let made = WriterTransaction(connection: connection, memory: memory)
        transaction = made
        return made
    }

    /// Undoes the whole batch and forgets what the writer knew: the database alone is believed from here.
    private func fail(_ error: ChatError) -> Attempt {
        if connection.isInTransaction { _ = connection.execute("ROLLBACK") }
        transaction = nil
        return .failed(error)
    }
}
