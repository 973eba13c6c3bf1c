import ChatModel

/// The thread that is open beside its room.
struct ThreadPane: Sendable {
    let key: ThreadStanding.Key
    /// The message that it hangs on, once it is here.
    private(set) var head: RoomEvent?
    /// Its replies.
    var window: TimelineWindow
    /// Whether the newest replies are in sight.
    var atBottom = false
    /// Where reading had ended when it was opened; nil where that is not known, or it was not followed.
    var openedCursor: Int64?
    /// The newest reply then: what comes later is not what was found unread.
    var openedThrough: Int64 = 0
    /// The reply that is wanted, while what lies before it is being loaded.
    var seeks: Int64?

    init(_ key: ThreadStanding.Key, head: RoomEvent?) {
        self.key = key
        self.head = head
        window = TimelineWindow(thread: key.root)
    }

    /// The message that it hangs on, as the server tells it.
    mutating func take(head: RoomEvent) { self.head = head }

    /// What hangs on it, as the server tells it.
    mutating func take(replies: Replies?) { head?.take(replies: replies) }

    /// Everything is to be read anew.
    mutating func reset() { window = TimelineWindow(thread: key.root) }

    /// Follows an event of its room that was not taken before.
    mutating func take(_ event: RoomEvent, reader: UserID) {
        guard event.room == key.room else { return }
        window.append(event, reader: reader)
        head?.follow(event, reader: reader)
    }

    /// All of it that is held.
    var events: [RoomEvent] { head.map { [$0] + window.events } ?? window.events }

    func event(_ seq: Int64) -> RoomEvent? { seq == key.root ? head : window.event(seq) }

    /// The first reply that was unread when it was opened, where it is certain that none stands before it.
    func firstUnread(_ reader: UserID) -> RowKey? {
        guard let cursor = openedCursor, window.state == .ready, window.atStart || (window.oldest ?? .max) - 1 <= cursor
        else { return nil }
        let first = window.events.first { event in
            event.seq > cursor && event.seq <= openedThrough && event.actor != reader && event.isMessage
        }
        return first.map { .event($0.seq) }
    }
}

extension RoomEvent {
    /// This message, which stands by itself, becomes what `event` makes of it.
    mutating func follow(_ event: RoomEvent, reader: UserID) {
        switch event.body {
        case .messageDeleted(seq, _, _): erase()
        case .messagesExpired(let through):
            guard seq <= through else { return }
            erase()
            repliesGone(through: through)
        case .messageDeleted(_, _, seq): replyGone()
        case .message(let reply): if reply.thread == seq { replied(by: event) }
        default: if event.changes == seq { change(by: event, reader: reader, isExact: true) }
        }
    }

    private mutating func erase() {
        guard case .message(let message) = body else { return }
        body = .messageGone(id: message.id, thread: message.thread, replies: message.responses?.replies)
    }
}
