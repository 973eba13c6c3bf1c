import ChatModel
import StorageAPI

/// One thread that answers reads, each from a snapshot of its own.
struct Reader {
    let connection: Connection

    /// Works until `queue` is closed and empty.
    func run(_ queue: BoundedQueue<ReadJob>) {
        while let jobs = queue.take(upTo: 1) {
            for job in jobs { answer(job) }
        }
    }

    private func answer(_ job: ReadJob) {
        let complete = job.run(begin())
        end()
        complete()
    }

    /// Reading the newest place is what fixes the snapshot.
    private func begin() -> Result<ReaderTransaction, ChatError> {
        do throws(ChatError) {
            try connection.run(.beginRead)
            let last = try connection.first(.lastPlace) { $0.place(0) } ?? .start
            return .success(ReaderTransaction(connection: connection, place: last))
        } catch {
            return .failure(error)
        }
    }

    private func end() {
        guard connection.isInTransaction else { return }
        do throws(ChatError) { try connection.run(.endRead) } catch { _ = connection.execute("ROLLBACK") }
    }
}
