/// Runs a socket's asynchronous handlers off its loop: one event after the other, in the order in which they came, until
/// the socket ends. Then the handler that runs is cancelled and what waits is dropped.
struct EventJobs {
    typealias Job = @Sendable () async -> Void

    private let continuation: AsyncStream<Job>.Continuation
    private let task: Task<Void, Never>

    init(limit: Int) {
        let (stream, continuation) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingOldest(limit))
        self.continuation = continuation
        task = Task {
            for await job in stream {
                // What waits when the stream ends is still given out.
                if Task.isCancelled { break }
                await job()
            }
        }
    }

    /// False when too many wait already.
    func add(_ job: @escaping Job) -> Bool {
        if case .dropped = continuation.yield(job) { false } else { true }
    }

    func end() {
        continuation.finish()
        task.cancel()
    }
}
