import ChatModel

/// Messages that others answer and that no window holds.
struct Quotes: Sendable {
    struct Key: Equatable, Sendable {
        let room: RoomID
        let seq: Int64
        /// The root of the thread that it may stand in.
        let thread: Int64?
    }

    private static let limit = 500
    /// Asked for at once, at most.
    private static let atOnce = 10

    private var held = Pairs<Key, RoomEvent>()
    private var asked: [Key] = []
    private var wanted: [Key] = []

    /// Nil where it is not here yet: it is asked for.
    mutating func event(_ key: Key) -> RoomEvent? {
        if let event = held[key] { return event }
        if asked.count < Quotes.limit, !asked.contains(key) {
            asked.append(key)
            wanted.append(key)
        }
        return nil
    }

    mutating func takeWanted() -> [Key] {
        defer { wanted.removeFirst(min(wanted.count, Quotes.atOnce)) }
        return Array(wanted.prefix(Quotes.atOnce))
    }

    mutating func take(_ event: RoomEvent, _ key: Key) {
        if held.count >= Quotes.limit { (held, asked) = (Pairs(), []) }
        held[key] = event
    }

    mutating func change(by event: RoomEvent, reader: UserID) {
        guard !held.isEmpty, let target = event.changes else { return }
        for key in held.keys where key.room == event.room {
            guard key.seq == target || event.expires(key.seq), var message = held[key] else { continue }
            if case .message(let said) = message.body, event.isEnd {
                message.body = .messageGone(id: said.id, thread: said.thread)
            } else {
                message.change(by: event, reader: reader, isExact: true)
            }
            held[key] = message
        }
    }

    /// What changed meanwhile is not known: everything is asked for again when it is shown.
    mutating func connectionLost() { self = Quotes() }
}

extension RoomEvent {
    fileprivate func expires(_ seq: Int64) -> Bool {
        if case .messagesExpired(let through) = body { seq <= through } else { false }
    }

    fileprivate var isEnd: Bool {
        switch body {
        case .messageDeleted, .messagesExpired: true
        default: false
        }
    }
}
