internal import ChatDomain
internal import ChatModel
internal import ChatWire

extension ModerationRequest {
    /// As `Request.answer`.
    func answer(by caller: Caller, _ chat: Chat) async throws(ChatError) -> [UInt8] {
        switch self {
        case .mute(let room, let user, let seconds):
            try await chat.mute(user, in: room, seconds: seconds, by: caller)
        case .ban(let room, let user, let isBanned):
            try await chat.setBan(isBanned, of: user, from: room, by: caller)
        case .bans(let room, let after, let limit):
            let found = try await chat.bans(of: room, after: after, limit: limit, for: caller)
            return Answer.bans(found.page, more: found.more)
        case .report(let room, let seq, let reason):
            try await chat.report(seq, in: room, reason: reason, by: caller)
        case .reports(let room, let state, let before, let limit):
            let found = try await chat.reports(of: room, state: state, before: before, limit: limit, for: caller)
            return Answer.reports(found.page, more: found.more)
        case .resolveReport(let report, let state):
            try await chat.resolveReport(report, as: state, by: caller)
        }
        return Answer.done
    }
}
