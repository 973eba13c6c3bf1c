package import ChatModel

/// Which messages a list beside the room has.
package enum MessageListKind: String, Hashable, Sendable, CaseIterable {
    /// Of one room.
    case pins
    /// Those that name the person or everyone, of all rooms.
    case mentions
    /// Those that the person has saved, of all rooms.
    case saved
    /// What the server will send for the person later.
    case scheduled
    /// The roots of those that the person follows.
    case threads
}

package struct MessageListShown: Hashable, Sendable {
    package var kind: MessageListKind
    package var room: RoomID?
    package var loading: Bool
    package var more: Bool
    package var error: String?
    package var items: [MessageListItem]
}

package struct MessageListItem: Hashable, Sendable {
    package var room: RoomID
    package var roomName: String
    /// 0 for what is not sent yet.
    package var seq: Int64
    package var row: Row
    /// What is not sent yet is known by this.
    package var scheduled: ScheduledID?
    /// Why it was not sent.
    package var error: String?
}

/// A list of messages, as far as it is here.
struct MessageList: Sendable {
    enum State: Hashable, Sendable {
        /// Nothing is shown. `loading` follows.
        case closed
        /// A page was asked for. Any other may follow.
        case loading
        case ready
        /// The server could not say. `loading` follows when the person tries again, or `closed`.
        case failed(String)
    }

    private(set) var state = State.closed
    private(set) var kind = MessageListKind.pins
    private(set) var room: RoomID?
    private(set) var events: [RoomEvent] = []
    private(set) var more = false
    /// Of the list of what is sent later; in the order of their times.
    private(set) var scheduled: [ScheduledMessage] = []
    /// Where the next page of mentions or saved ones begins.
    private(set) var next: Place?
    /// Views may show something else.
    var isStale = false

    var isOpen: Bool { state != .closed }

    mutating func open(_ kind: MessageListKind, _ room: RoomID?) {
        if !isOpen || kind != self.kind || room != self.room { self = MessageList() }
        (self.kind, self.room, state, isStale) = (kind, room, .loading, true)
    }

    /// False where there is no next page, or one is under way.
    mutating func beginMore() -> Bool {
        guard isOpen, state != .loading, more else { return false }
        (state, isStale) = (.loading, true)
        return true
    }

    mutating func take(_ page: [RoomEvent], more: Bool, next: Place?, isFirst: Bool) {
        events = isFirst ? page : events + page
        (self.more, self.next, state, isStale) = (more, next, .ready, true)
    }

    mutating func take(_ scheduled: [ScheduledMessage]) {
        self.scheduled = scheduled
        (state, isStale) = (.ready, true)
    }

    /// A message was saved, or is no longer; true where the list has to be read anew.
    mutating func take(_ mark: SavedMark, isSaved: Bool) -> Bool {
        guard isOpen, kind == .saved else { return false }
        events.removeAll { $0.room == mark.room && $0.seq == mark.seq }
        isStale = true
        return isSaved
    }

    mutating func fail(_ message: String) {
        if state == .loading { (state, isStale) = (.failed(message), true) }
    }

    /// Follows what happens to its messages; true where it has to be read anew.
    mutating func take(_ event: RoomEvent, reader: UserID, isFollowed: Bool) -> Bool {
        guard isOpen else { return false }
        if kind == .threads { return take(forRoots: event, reader: reader, isFollowed: isFollowed) }
        guard let target = event.changes else { return false }
        switch event.body {
        case .messagePinned(_, let isPinned) where kind == .pins && event.room == room:
            isStale = true
            if isPinned { return true }
            events.removeAll { $0.seq == target }
        case .messageDeleted(_, _, let thread) where kind == .saved:
            // It stays saved, to be taken away by who saved it.
            guard let index = events.firstIndex(where: { $0.seq == target && $0.room == event.room }),
                case .message(let message) = events[index].body
            else { return false }
            events[index].body = .messageGone(id: message.id, thread: thread)
        case .messageDeleted: events.removeAll { $0.seq == target && $0.room == event.room }
        case .messagesExpired(let through): events.removeAll { $0.seq <= through && $0.room == event.room }
        default:
            guard let index = events.firstIndex(where: { $0.seq == target && $0.room == event.room }) else {
                return false
            }
            events[index].change(by: event, reader: reader, isExact: true)
        }
        isStale = true
        return false
    }

    /// The thread with the newest reply comes first.
    private mutating func take(forRoots event: RoomEvent, reader: UserID, isFollowed: Bool) -> Bool {
        for index in events.indices where events[index].room == event.room {
            events[index].follow(event, reader: reader)
            isStale = true
        }
        guard event.isMessage, isFollowed, let root = event.thread else { return false }
        guard let index = events.firstIndex(where: { $0.seq == root && $0.room == event.room }) else { return true }
        events.insert(events.remove(at: index), at: 0)
        return false
    }

    /// The message `seq`, where it is in the list.
    func event(_ seq: Int64, in room: RoomID) -> RoomEvent? { events.first { $0.seq == seq && $0.room == room } }
}
