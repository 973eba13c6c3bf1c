package import ChatModel

/// Keeps everything. One contract suite (`Tests/StorageContract`) runs against every adapter.
///
/// A body is a closure that runs inside a transaction, on a thread of the store's own; it is short, does no I/O but
/// the transaction's, and may be run again if its batch had to be undone. A body that throws leaves nothing behind.
package protocol ChatStore: Sendable {
    /// Runs `body` at its place in the commit order, together with other waiting writes (group commit).
    ///
    /// `completion` is called once, from a thread of the store's, after what `body` wrote is durable (or refused).
    /// Events the body appended have been handed to the store's `CommitListener` before that, in commit order.
    /// Where too many writes wait already, `completion` gets `busy` at once.
    func write<Outcome: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, ChatError>) -> Void)

    /// Runs `body` on a snapshot that shows at least everything whose `write` completed before the call.
    func read<Outcome: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws(ChatError) -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, ChatError>) -> Void)

    /// Finishes what was accepted, then refuses with `unavailable`. Returns when all is on disk.
    func close() async
}

extension ChatStore {
    package func write<Outcome: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Outcome
    ) async throws(ChatError) -> Outcome {
        try await withCheckedContinuation { continuation in
            write(body) { continuation.resume(returning: $0) }
        }.get()
    }

    package func read<Outcome: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws(ChatError) -> Outcome
    ) async throws(ChatError) -> Outcome {
        try await withCheckedContinuation { continuation in
            read(body) { continuation.resume(returning: $0) }
        }.get()
    }
}

/// Hears what was committed, in commit order, from the store's writer thread. Must return soon.
package protocol CommitListener: AnyObject, Sendable {
    func committed(_ batch: CommittedBatch)
}

/// The events of one durable commit, in the order of their places.
package struct CommittedBatch: Sendable {
    package var events: [Event]
    /// Everything up to here is durable and visible to reads that begin from now on.
    package var through: Place

    package init(events: [Event], through: Place) {
        self.events = events
        self.through = through
    }
}
