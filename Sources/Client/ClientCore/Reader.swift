import ChatModel

/// What the person looks at.
struct Reader: Sendable {
    /// Rooms whose newest messages a snapshot keeps.
    static let recentLimit = 10

    private(set) var selected: RoomID?
    /// A room to open once it is known which there are.
    var wanted: RoomID?
    /// Whether the selected room's newest messages are in sight.
    var atBottom = false
    /// Where reading had ended when the room was opened.
    private(set) var openedCursor: Int64 = 0
    /// The rooms opened last, newest first.
    private(set) var recent: [RoomID] = []

    mutating func select(_ room: RoomID, cursor: Int64, atBottom: Bool) {
        selected = room
        wanted = nil
        openedCursor = cursor
        self.atBottom = atBottom
        recent.removeAll { $0 == room }
        recent.insert(room, at: 0)
        if recent.count > Reader.recentLimit { recent.removeLast() }
    }

    mutating func deselect() {
        selected = nil
        atBottom = false
    }

    mutating func restore(recent: [RoomID]) { self.recent = Array(recent.prefix(Reader.recentLimit)) }
}
