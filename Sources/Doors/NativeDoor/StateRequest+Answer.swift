internal import ChatDomain
internal import ChatModel
internal import ChatWire

extension StateRequest {
    /// As `Request.answer`.
    func answer(by caller: Caller, _ chat: Chat) async throws(ChatError) -> [UInt8] {
        switch self {
        case .setLevel(let room, let level):
            try await chat.setLevel(level, in: room, by: caller)
            return Answer.done
        case .preferences: return Answer.preferences(try await chat.preferences(of: caller))
        case .updatePreferences(let change):
            return Answer.preferences(try await chat.updatePreferences(change, by: caller))
        case .keepDraft(let key, let text):
            return Answer.draft(useq: try await chat.keepDraft(text, for: key, by: caller))
        case .drafts: return Answer.drafts(try await chat.drafts(of: caller))
        case .save(let mark, let isSaved):
            try await chat.save(mark, isSaved, by: caller)
            return Answer.done
        case .saved(let before, let limit):
            return Answer.saved(try await chat.saved(before: before, limit: limit, for: caller))
        case .savedMarks: return Answer.savedMarks(try await chat.savedMarks(of: caller))
        case .watchPresence, .setPresence:
            // These are the connection's: `ChatConnection.answer` has them.
            throw ChatError(.unknownRequest)
        }
    }
}
