/// What names a composer: a room's, or that of a thread in it.
package struct DraftKey: Hashable, Comparable, Sendable {
    package var room: RoomID
    /// The `seq` of the thread's first message; nil for the room itself.
    package var thread: Int64?

    package init(room: RoomID, thread: Int64? = nil) {
        self.room = room
        self.thread = thread
    }

    package static func < (left: DraftKey, right: DraftKey) -> Bool {
        left.room == right.room ? left.thread ?? 0 < right.thread ?? 0 : left.room < right.room
    }
}

/// What somebody has begun to write and not sent.
package struct Draft: Hashable, Sendable {
    package var key: DraftKey
    package var text: String
    /// When it was changed last.
    package var at: Timestamp

    package init(key: DraftKey, text: String, at: Timestamp) {
        self.key = key
        self.text = text
        self.at = at
    }
}
