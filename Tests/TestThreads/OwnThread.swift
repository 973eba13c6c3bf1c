internal import Dispatch
package import Testing

/// Keeps tests that block, or compute for long, off the threads that all tasks share.
package struct OwnThread: TestTrait, SuiteTrait, TestScoping {
    /// At a time: the others wait without a thread. More would only take the processor from one another, until what a
    /// test expects within a second comes later.
    private static let places = Places(8)
    private static let seconds = 600

    package let isRecursive = true

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Self.places.take()
        defer { Self.places.giveBack() }
        // For one that hangs: each wait has a limit of its own. The library's would count the wait for a place.
        let name = test.displayName ?? test.name
        let late = DispatchWorkItem { Issue.record("\"\(name)\" has not ended within \(Self.seconds) seconds") }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.seconds), execute: late)
        defer { late.cancel() }
        try await withTaskExecutorPreference(BlockingExecutor()) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// For each test that reads from a `TestSocket`, waits for another thread, or computes for seconds. Tasks that the
    /// test makes with `Task` run on the shared threads nevertheless.
    package static var ownThread: OwnThread { OwnThread() }
}
