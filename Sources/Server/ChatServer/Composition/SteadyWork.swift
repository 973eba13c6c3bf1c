internal import ChatModel
internal import NetLoop

/// Work that is done now and then and a little at a time, such as removing old events. On one loop.
final class SteadyWork {
    /// Milliseconds between two steps, which leave the writer to those who wait meanwhile.
    private static let pause = 100

    /// Milliseconds from when nothing was left to do to when it is looked for again.
    private let interval: Int
    private let loop: EventLoop
    /// Does a little; true where more may be left.
    private let step: @Sendable () async throws(ChatError) -> Bool
    private var timer: LoopTimer?
    private var isStopped = false

    init(every interval: Int, on loop: EventLoop, _ step: @escaping @Sendable () async throws(ChatError) -> Bool) {
        self.interval = interval
        self.loop = loop
        self.step = step
    }

    func start() {
        let bound = LoopBound(self, on: loop)
        Task(executorPreference: loop) { [step, loop] in
            let result: Result<Bool, ChatError>
            do throws(ChatError) { result = .success(try await step()) } catch { result = .failure(error) }
            loop.execute { bound.value.done(result) }
        }
    }

    func stop() {
        isStopped = true
        timer?.cancel()
        timer = nil
    }

    private func done(_ result: Result<Bool, ChatError>) {
        guard !isStopped else { return }
        timer = loop.schedule(after: result == .success(true) ? Self.pause : interval) { [weak self] in
            self?.start()
        }
    }
}
