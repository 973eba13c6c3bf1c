import ChatModel

/// What events do to the messages that they are about, on each device that hears them.
extension RoomEvent {
    /// The message that this event changes, where it does.
    var changes: Int64? {
        switch body {
        case .messageDeleted(let target, _, _), .messageEdited(let target, _, _), .reaction(let target, _, _),
            .messagePinned(let target, _):
            target
        case .messagesExpired: 0
        default: nil
        }
    }

    /// Whether `history` brings it: neither replies of threads nor what only changes others.
    var isPartOfHistory: Bool {
        switch body {
        case .message(let message): message.thread == nil
        case .messageGone(_, let thread, _): thread == nil
        case .messageEdited, .reaction, .messagePinned: false
        default: true
        }
    }

    /// The root of the thread that it is a reply in, or tells of one.
    var thread: Int64? {
        switch body {
        case .message(let message): message.thread
        case .messageGone(_, let thread, _), .messageDeleted(_, _, let thread): thread
        case .messageEdited(_, _, let message): message?.thread
        default: nil
        }
    }

    /// The message becomes what `event` makes of it.
    ///
    /// - Parameter isExact: whether it is as it was just before `event`; else it may know of it already.
    mutating func change(by event: RoomEvent, reader: UserID, isExact: Bool) {
        guard case .message(var message) = body else { return }
        switch event.body {
        case .messageEdited(_, _, let edited?):
            if let before = message.editedAt, let now = edited.editedAt, now < before { return }
            message.text = edited.text
            message.mentions = edited.mentions
            message.editedAt = edited.editedAt
        case .reaction(_, let emoji, let isOn):
            guard !emoji.isEmpty else { return }
            var responses = message.responses ?? Responses()
            responses.take(emoji, isOn, by: event.actor, reader: reader, isExact: isExact)
            message.responses = responses.isEmpty ? nil : responses
        case .messagePinned(_, let isPinned):
            var responses = message.responses ?? Responses()
            responses.isPinned = isPinned
            message.responses = responses.isEmpty ? nil : responses
        default: return
        }
        body = .message(message)
    }

    /// A reply to this message came.
    mutating func replied(by event: RoomEvent) {
        switch body {
        case .message(var message):
            var responses = message.responses ?? Responses()
            responses.replies = Replies(responses.replies, and: event)
            message.responses = responses
            body = .message(message)
        case .messageGone(let id, let thread, let replies):
            body = .messageGone(id: id, thread: thread, replies: Replies(replies, and: event))
        default: break
        }
    }

    /// A reply to this message went.
    mutating func replyGone() { take(replies: replies?.less) }

    /// Nothing up to `seq` is kept any more; where newer replies hang on it, how many of the others went is not known.
    mutating func repliesGone(through seq: Int64) {
        if let replies, replies.lastSeq <= seq { take(replies: nil) }
    }

    /// What hangs on this message now.
    mutating func take(replies: Replies?) {
        switch body {
        case .message(var message):
            var responses = message.responses ?? Responses()
            responses.replies = replies
            message.responses = responses.isEmpty ? nil : responses
            body = .message(message)
        case .messageGone(let id, let thread, _): body = .messageGone(id: id, thread: thread, replies: replies)
        default: break
        }
    }

    /// What hangs on this message as its thread.
    var replies: Replies? {
        switch body {
        case .message(let message): message.responses?.replies
        case .messageGone(_, _, let replies): replies
        default: nil
        }
    }
}

extension Replies {
    /// `replies` with one more; the same where it is among them already.
    fileprivate init(_ replies: Replies?, and event: RoomEvent) {
        guard let replies else {
            self.init(count: 1, lastSeq: event.seq, lastAt: event.at, users: [event.actor])
            return
        }
        self = replies
        guard event.seq > lastSeq else { return }
        count = min(count, Int(Int32.max)) + 1
        (lastSeq, lastAt) = (event.seq, event.at)
        users = Array(([event.actor] + users.filter { $0 != event.actor }).prefix(Limits.shownRepliers))
    }

    fileprivate var less: Replies? {
        var replies = self
        replies.count -= 1
        return replies.count > 0 ? replies : nil
    }
}

extension Responses {
    /// Somebody put `emoji` there, or took it back. Doing so again changes nothing, where it is known who did.
    mutating func take(_ emoji: String, _ isOn: Bool, by actor: UserID, reader: UserID, isExact: Bool) {
        let index = reactions.firstIndex { $0.emoji.utf8.elementsEqual(emoji.utf8) }
        guard isOn else {
            if let index, reactions[index].remove(actor, reader: reader, isExact: isExact) {
                reactions.remove(at: index)
            }
            return
        }
        if let index { return reactions[index].add(actor, reader: reader, isExact: isExact) }
        reactions.append(Reaction(emoji: emoji, count: 1, users: [actor], isMine: actor == reader))
    }
}

extension Reaction {
    fileprivate mutating func add(_ actor: UserID, reader: UserID, isExact: Bool) {
        if actor == reader {
            guard !isMine else { return }
            isMine = true
        } else if users.contains(actor) || (!isExact && count > users.count) {
            return
        }
        count = min(count, Int(Int32.max)) + 1
        if users.count < Limits.shownReactors { users.append(actor) }
    }

    /// True where nobody is left.
    fileprivate mutating func remove(_ actor: UserID, reader: UserID, isExact: Bool) -> Bool {
        if actor == reader {
            guard isMine else { return false }
            isMine = false
        } else if !users.contains(actor), !isExact || count <= users.count {
            return false
        }
        users.removeAll { $0 == actor }
        count -= 1
        return count <= 0
    }
}
