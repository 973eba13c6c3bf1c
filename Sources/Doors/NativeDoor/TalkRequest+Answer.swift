internal import ChatDomain
internal import ChatModel
internal import ChatWire

extension TalkRequest {
    /// As `Request.answer`.
    func answer(by caller: Caller, _ chat: Chat) async throws(ChatError) -> [UInt8] {
        switch self {
        case .edit(let room, let seq, let text):
            let editedAt = try await chat.edit(seq, in: room, text: text, by: caller)
            return Answer.edited(room: room, seq: seq, editedAt: editedAt)
        case .edits(let room, let seq, let after):
            let found = try await chat.edits(of: seq, in: room, after: after, for: caller)
            return Answer.edits(found.page, more: found.more)
        case .react(let room, let seq, let emoji, let isOn):
            try await chat.react(emoji, isOn, to: seq, in: room, by: caller)
        case .pin(let room, let seq, let isPinned):
            try await chat.pin(seq, in: room, isPinned, by: caller)
        case .pins(let room, let before):
            let found = try await chat.pins(of: room, before: before, for: caller)
            return Answer.pins(found.page, more: found.more)
        case .mentions(let before, let limit):
            let found = try await chat.mentions(before: before, limit: limit, for: caller)
            return Answer.mentions(found.page, more: found.more)
        case .thread(let room, let thread, let before, let limit):
            return Answer.thread(try await chat.thread(thread, in: room, before: before, limit: limit, for: caller))
        case .readThread(let room, let thread, let seq):
            let cursor = try await chat.readThread(thread, in: room, to: seq, by: caller)
            return Answer.threadCursor(room: room, thread: thread, seq: cursor)
        case .followThread(let room, let thread, let isFollowing):
            try await chat.followThread(thread, in: room, isFollowing, by: caller)
        case .threads(let before, let limit):
            let found = try await chat.threads(before: before, limit: limit, for: caller)
            return Answer.threads(found.page, more: found.more)
        }
        return Answer.done
    }
}
