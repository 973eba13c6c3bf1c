import ChatModel
import StorageAPI

/// A write with its result, until its batch is durable.
///
/// Unchecked: a job belongs to whom it was handed to last, first the caller, then the queue, then the writer's thread.
class WriteJob: @unchecked Sendable {
    /// Answers false where the body threw. May be called again after its batch was undone.
    func run(_ transaction: WriterTransaction) -> Bool { false }
    /// Calls the completion: with the body's result, or with `failure`.
    func finish(_ failure: ChatError?) {}
}

final class TypedWriteJob<Outcome: Sendable>: WriteJob, @unchecked Sendable {
    private let body: @Sendable (any WriteTransaction) throws(ChatError) -> Outcome
    private let completion: @Sendable (Result<Outcome, ChatError>) -> Void
    private var result: Result<Outcome, ChatError> = .failure(ChatError(.internal))

    init(
        _ body: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Outcome,
        _ completion: @escaping @Sendable (Result<Outcome, ChatError>) -> Void
    ) {
        self.body = body
        self.completion = completion
    }

    override func run(_ transaction: WriterTransaction) -> Bool {
        do throws(ChatError) {
            result = .success(try body(transaction))
            return true
        } catch {
            result = .failure(error)
            return false
        }
    }

    override func finish(_ failure: ChatError?) { completion(failure.map { .failure($0) } ?? result) }
}

/// A read that waits for a reader.
struct ReadJob: Sendable {
    /// Runs the body in a transaction, or refuses it. Answers what calls the completion, for when that is over.
    let run: @Sendable (Result<ReaderTransaction, ChatError>) -> () -> Void
}

/// A snapshot, as a body sees it.
struct ReaderTransaction: SnapshotReading {
    let connection: Connection
    let place: Place
}
