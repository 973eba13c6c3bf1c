import ChatModel

/// What the person was notified of by this client, and what they may have to be.
struct Notifying: Sendable {
    /// One notification takes the place of another of the same tag: there is one a room, and one a thread.
    struct Tag: Equatable, Sendable {
        let room: RoomID
        /// The root of the thread; nil for the room itself.
        let thread: Int64?

        var text: String {
            if let thread { return room.description + "/" + thread.description }
            return room.description
        }
    }

    /// Everything was here at some time since the start: what comes now is said while the client is open.
    private(set) var isOpen = false
    /// The newest message of each that is still to be looked at.
    private(set) var waiting = Pairs<Tag, RoomEvent>()
    /// Which message each notification shows.
    private(set) var told = Pairs<Tag, Int64>()
    /// The newest reply in each thread that was not followed when it came: that one follows it may be told after it.
    private var undecided = Pairs<Tag, RoomEvent>()
    private static let undecidedLimit = 20

    init() {}

    mutating func open() { isOpen = true }

    /// A message was said, or something happened to one. What the person does not want to hear of takes no other's place.
    mutating func hear(_ event: RoomEvent, isWanted: Bool) {
        switch event.body {
        case .message(let message):
            if isOpen, isWanted { waiting[Tag(room: event.room, thread: message.thread)] = event }
        case .messageDeleted(let target, _, _): drop(event.room) { $0 == target }
        case .messagesExpired(let through): drop(event.room) { $0 <= through }
        default: break
        }
    }

    /// A reply in a thread was said that the person does not follow, as far as is known.
    mutating func hearUndecided(_ event: RoomEvent) {
        guard isOpen, case .message(let message) = event.body, message.thread != nil else { return }
        let tag = Tag(room: event.room, thread: message.thread)
        undecided[tag] = nil
        undecided[tag] = event
        if undecided.count > Notifying.undecidedLimit, let oldest = undecided.keys.first { undecided[oldest] = nil }
    }

    /// The person follows the thread, and has read it up to `cursor`.
    mutating func followed(_ tag: Tag, from cursor: Int64) {
        guard let event = undecided[tag] else { return }
        undecided[tag] = nil
        if event.seq > cursor, waiting[tag].map({ $0.seq < event.seq }) ?? true { waiting[tag] = event }
    }

    /// The person does not follow the thread any more.
    mutating func unfollowed(_ tag: Tag) {
        waiting[tag] = nil
        if told[tag] != nil { over.append(tag) }
    }

    /// The thread of the reply `seq` that a notification shows.
    func thread(of seq: Int64, in room: RoomID) -> Int64? {
        told.keys.first { $0.room == room && told[$0] == seq }?.thread
    }

    /// The person has read the thread up to `seq` somewhere.
    mutating func threadRead(_ tag: Tag, _ seq: Int64) {
        if let event = waiting[tag], event.seq <= seq { waiting[tag] = nil }
        if let shown = told[tag], shown <= seq { over.append(tag) }
    }

    /// Whose notification is to be taken back, whatever the room's cursor says.
    private var over: [Tag] = []

    private mutating func drop(_ room: RoomID, _ isGone: (Int64) -> Bool) {
        for tag in waiting.keys where tag.room == room {
            if let event = waiting[tag], isGone(event.seq) { waiting[tag] = nil }
        }
        for tag in undecided.keys where tag.room == room {
            if let event = undecided[tag], isGone(event.seq) { undecided[tag] = nil }
        }
        for tag in told.keys where tag.room == room {
            if let seq = told[tag], isGone(seq) { over.append(tag) }
        }
    }

    /// The notifications that have nothing to tell any more: those that were `read`, and those that were taken back.
    mutating func takeOver(_ read: [Tag]) -> [Tag] {
        var ended: [Tag] = []
        for tag in told.keys where over.contains(tag) || read.contains(tag) {
            told[tag] = nil
            ended.append(tag)
        }
        over = []
        return ended
    }

    mutating func tell(_ tag: Tag, _ seq: Int64) {
        waiting[tag] = nil
        told[tag] = seq
    }

    mutating func passOver(_ tag: Tag) { waiting[tag] = nil }
}

/// A notification for whoever looks at something else.
package struct NotificationShown: Hashable, Sendable {
    /// Takes the place of an earlier one with the same.
    package var tag: String
    package var title: String
    package var body: String
    /// Where it leads.
    package var path: String
    package var isSilent: Bool
}
