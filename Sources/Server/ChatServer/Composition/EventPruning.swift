internal import ChatDomain
internal import ChatModel
internal import NetLoop

/// Removes old events, once an hour and a little at a time. On one loop.
final class EventPruning {
    private static let interval = 3_600_000
    /// Milliseconds between two batches, which leave the writer to those who wait meanwhile.
    private static let pause = 100

    private let chat: Chat
    private let days: Int
    private let loop: EventLoop
    private var timer: LoopTimer?
    private var isStopped = false

    init(chat: Chat, days: Int, loop: EventLoop) {
        self.chat = chat
        self.days = days
        self.loop = loop
    }

    func start() { prune() }

    func stop() {
        isStopped = true
        timer?.cancel()
        timer = nil
    }

    private func prune() {
        let bound = LoopBound(self, on: loop)
        Task(executorPreference: loop) { [chat, days, loop] in
            let result: Result<Bool, ChatError>
            do throws(ChatError) { result = .success(try await chat.pruneEvents(olderThan: days)) } catch {
                result = .failure(error)
            }
            loop.execute { bound.value.pruned(result) }
        }
    }

    private func pruned(_ result: Result<Bool, ChatError>) {
        guard !isStopped else { return }
        timer = loop.schedule(after: result == .success(true) ? Self.pause : Self.interval) { [weak self] in
            self?.prune()
        }
    }
}
