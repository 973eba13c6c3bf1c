internal import HTTPServer
internal import NetLoop

extension HTTPExchange {
    /// Answers with what `work` gives, when it does.
    func respondLater(_ work: @escaping @Sendable () async -> HTTPResponse) {
        let loop = loop
        let bound = LoopBound(self, on: loop)
        Task(executorPreference: loop) {
            let response = await work()
            loop.execute { bound.value.respond(response) }
        }
    }
}
