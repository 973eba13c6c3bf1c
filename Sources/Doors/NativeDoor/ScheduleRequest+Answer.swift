internal import ChatDomain
internal import ChatModel
internal import ChatWire

extension ScheduleRequest {
    /// As `Request.answer`.
    func answer(by caller: Caller, _ chat: Chat) async throws(ChatError) -> [UInt8] {
        switch self {
        case .schedule(let room, let thread, let text, let at, let nonce):
            return Answer.scheduled(
                try await chat.schedule(text, to: room, thread: thread, at: at, nonce: nonce, by: caller))
        case .scheduled: return Answer.scheduled(try await chat.scheduled(of: caller))
        case .update(let id, let text, let at):
            try await chat.updateScheduled(id, text: text, at: at, by: caller)
        case .cancel(let id): try await chat.cancelScheduled(id, by: caller)
        }
        return Answer.done
    }
}
