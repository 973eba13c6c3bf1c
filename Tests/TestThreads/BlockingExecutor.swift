internal import Dispatch

/// Runs each job on a thread outside the concurrency pool, as many at a time as there are jobs.
///
/// The pool has one thread a core: tests that block those, or compute for long, keep the very tasks from running that
/// they or others wait for.
package final class BlockingExecutor: TaskExecutor {
    private static let mark = DispatchSpecificKey<Bool>()

    /// Whether the calling thread runs a job of such an executor, and so may block.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A queue for each: on a shared one a child task would wait for its parent, which may block until it has run.
        let queue = DispatchQueue(label: "blocking test")
        queue.setSpecific(key: Self.mark, value: true)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
