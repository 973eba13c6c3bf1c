import Dispatch

/// A thread of its own for a test that blocks in a socket's read.
///
/// The concurrency pool has one thread a core: tests that blocked those would keep the very tasks from running that they
/// wait for.
package final class BlockingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "blocking test")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
