import ChatModel

/// What the person looks at.
struct Reader: Sendable {
    /// Rooms whose newest messages a snapshot keeps.
    static let recentLimit = 10

    private(set) var selected: RoomID?
    /// A room to open once it is known which there are.
    var wanted: RoomID?
    /// The message to go to there.
    var wantedSeq: Int64?
    /// Whether the selected room's newest messages are in sight.
    var atBottom = false
    /// Something in sight was marked as unread: nothing counts as read until the person moves or comes back.
    var holds = false
    /// Where reading had ended when the room was opened.
    private(set) var openedCursor: Int64 = 0
    /// The room's newest event then: what comes later is not what was found unread.
    private(set) var openedThrough: Int64 = 0
    /// The search for where unread begins, when that is above what is held.
    var search = UnreadSearch.idle
    /// The event that is to be shown once its row is.
    var goesTo: Int64?
    /// The way to a message of the room that is wanted.
    var jump = Jump()
    /// The rooms opened last, newest first.
    private(set) var recent: [RoomID] = []

    mutating func select(_ room: RoomID, cursor: Int64, through last: Int64, atBottom: Bool) {
        selected = room
        (wanted, wantedSeq) = (nil, nil)
        (openedCursor, openedThrough) = (cursor, last)
        holds = false
        (search, goesTo) = (.idle, nil)
        jump.leave()
        self.atBottom = atBottom
        recent.removeAll { $0 == room }
        recent.insert(room, at: 0)
        if recent.count > Reader.recentLimit { recent.removeLast() }
    }

    /// What follows `cursor` in the selected room was marked as unread.
    mutating func hold(cursor: Int64, through last: Int64) {
        holds = true
        (search, goesTo) = (.idle, nil)
        (openedCursor, openedThrough) = (cursor, last)
    }

    mutating func deselect() {
        selected = nil
        atBottom = false
        holds = false
        (search, goesTo) = (.idle, nil)
        jump.leave()
    }

    mutating func restore(recent: [RoomID]) { self.recent = Array(recent.prefix(Reader.recentLimit)) }
}
