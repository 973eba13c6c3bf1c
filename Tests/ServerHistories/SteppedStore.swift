import ChatModel
import Foundation
import StorageAPI
import StorageSQLite
import Synchronization

/// The SQLite store with its threads on a lead: what is asked waits until a step carries it out, and its outcome until
/// a step tells it, so that the order follows from the history alone.
///
/// As in the store itself, writes are carried out in their order and in groups, and what the writer tells (the
/// events of a group, then its completions) comes in one order; reads begin in theirs and end in any.
final class SteppedStore: ChatStore {
    /// Something that waits for the store's threads.
    private struct Job: Sendable {
        /// Carries it out; `done` gets what tells its outcome, on a thread of the store.
        let run: @Sendable (SQLiteStore, _ done: @escaping @Sendable (@escaping Telling) -> Void) -> Void
        let refuse: @Sendable (ErrorCode) -> Void
    }

    typealias Telling = @Sendable () -> Void

    private struct Waiting {
        var writes: [Job] = []
        var reads: [Job] = []
        /// What the writer has done and not told, and how many events each tells.
        var told: [(events: Int, tell: Telling)] = []
        /// What the readers have read and not told.
        var answers: [Telling] = []
        var refusals = 0
        var isClosed = false
    }

    /// The threads that read.
    private static let readers = 2

    private let inner: SQLiteStore
    private let commits: HeldCommits
    private let listener: any CommitListener
    private let gate = Mutex<Gate?>(nil)
    private let waiting = Mutex(Waiting())

    /// `listener` hears what was committed when a step says so.
    init(folder: String, listener: any CommitListener) throws {
        commits = HeldCommits()
        inner = try SQLiteStore.open(folder: folder, listener: commits)
        self.listener = listener
        holdWriter()
    }

    // MARK: What the chat asks

    func write<Outcome: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, ChatError>) -> Void
    ) {
        let job = Job { store, done in
            store.write(body) { result in done { completion(result) } }
        } refuse: {
            completion(.failure(ChatError($0)))
        }
        admit(job) { $0.writes.append(job) }
    }

    func read<Outcome: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws(ChatError) -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, ChatError>) -> Void
    ) {
        let job = Job { store, done in
            store.read(body) { result in done { completion(result) } }
        } refuse: {
            completion(.failure(ChatError($0)))
        }
        admit(job) { $0.reads.append(job) }
    }

    private func admit(_ job: Job, _ add: (inout Waiting) -> Void) {
        let refusal: ErrorCode? = waiting.withLock { waiting in
            if waiting.isClosed { return .unavailable }
            if waiting.refusals > 0 {
                waiting.refusals -= 1
                return .busy
            }
            add(&waiting)
            return nil
        }
        if let refusal { job.refuse(refusal) }
    }

    /// The next ones asked are refused as when too many wait.
    func refuse(_ count: Int) { waiting.withLock { $0.refusals = count } }

    // MARK: Steps

    enum Step: CaseIterable { case commit, tell, read, answer }

    /// What a step could do now.
    var possible: [Step] {
        waiting.withLock { waiting in
            Step.allCases.filter { step in
                switch step {
                case .commit: !waiting.writes.isEmpty
                case .tell: !waiting.told.isEmpty
                case .read: !waiting.reads.isEmpty && waiting.answers.count < SteppedStore.readers
                case .answer: !waiting.answers.isEmpty
                }
            }
        }
    }

    /// Carries out the oldest writes, at most `most`, as one group; answers the events that they made.
    func commit(_ most: Int) -> [Event] {
        let group = waiting.withLock { waiting in
            let group = Array(waiting.writes.prefix(max(1, most)))
            waiting.writes.removeFirst(group.count)
            return group
        }
        guard !group.isEmpty else { return [] }
        let tellings = Collected(count: group.count)
        for job in group { job.run(inner) { tellings.add($0) } }
        // The writer waits in its gate: now it finds the whole group.
        releaseWriter()
        let told = tellings.wait()
        holdWriter()
        let batches = commits.take()
        let listener = listener
        waiting.withLock { waiting in
            for batch in batches { waiting.told.append((batch.events.count, { listener.committed(batch) })) }
            waiting.told += told.map { (0, $0) }
        }
        return batches.flatMap { $0.events }
    }

    /// The writer tells one thing; answers how many events it told the listener of.
    func tell() -> Int {
        guard let next = waiting.withLock({ $0.told.isEmpty ? nil : $0.told.removeFirst() }) else { return 0 }
        next.tell()
        return next.events
    }

    /// A reader begins and ends what waits longest, and has yet to tell.
    func readNext() {
        guard let job = waiting.withLock({ $0.reads.isEmpty ? nil : $0.reads.removeFirst() }) else { return }
        let telling = Collected(count: 1)
        job.run(inner) { telling.add($0) }
        let answers = telling.wait()
        waiting.withLock { $0.answers += answers }
    }

    /// A reader tells what it has read.
    func answer(_ which: UInt64) {
        take { waiting in
            guard !waiting.answers.isEmpty else { return nil }
            return waiting.answers.remove(at: Int(which % UInt64(waiting.answers.count)))
        }
    }

    private func take(_ next: (inout Waiting) -> Telling?) {
        let telling = waiting.withLock { next(&$0) }
        telling?()
    }

    // MARK: Its end

    /// Refuses everything from now on. Whoever waits is let go, so that no task stays behind; none of them can answer
    /// anybody any more.
    func letGo() {
        let left = waiting.withLock { waiting in
            defer {
                waiting = Waiting()
                waiting.isClosed = true
            }
            return waiting
        }
        for job in left.writes + left.reads { job.refuse(.unavailable) }
        for telling in left.told.map(\.tell) + left.answers { telling() }
    }

    /// Returns when the folder is free.
    func close() async { await inner.close() }

    /// As `close`, for a thread that may wait.
    func closeNow() {
        releaseWriter()
        let closed = DispatchSemaphore(value: 0)
        let inner = inner
        Task.detached {
            await inner.close()
            closed.signal()
        }
        closed.wait()
    }

    // MARK: The writer's gate

    /// Keeps the writer busy with a write that does nothing; returns when all before it was done and told.
    private func holdWriter() {
        let gate = Gate()
        inner.write { _ throws(ChatError) in
            gate.pass()
        } completion: { _ in
        }
        gate.waitUntilReached()
        self.gate.withLock { $0 = gate }
    }

    private func releaseWriter() { gate.withLock { $0 }?.open() }
}

/// Where the writer waits.
private final class Gate: Sendable {
    private let reached = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    func pass() {
        reached.signal()
        opened.wait()
    }

    func waitUntilReached() { reached.wait() }
    func open() { opened.signal() }
}

/// What the store's threads hand over, until all of it is there.
private final class Collected: Sendable {
    private let count: Int
    private let arrived = DispatchSemaphore(value: 0)
    private let tellings = Mutex<[SteppedStore.Telling]>([])

    init(count: Int) { self.count = count }

    func add(_ telling: @escaping SteppedStore.Telling) {
        tellings.withLock { $0.append(telling) }
        arrived.signal()
    }

    func wait() -> [SteppedStore.Telling] {
        for _ in 0..<count { arrived.wait() }
        return tellings.withLock { $0 }
    }
}

/// Keeps what the writer told until it is asked for.
private final class HeldCommits: CommitListener {
    private let batches = Mutex<[CommittedBatch]>([])

    func committed(_ batch: CommittedBatch) { batches.withLock { $0.append(batch) } }

    func take() -> [CommittedBatch] {
        batches.withLock { batches in
            defer { batches = [] }
            return batches
        }
    }
}
