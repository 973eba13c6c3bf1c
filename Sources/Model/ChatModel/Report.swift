/// What a member told the moderators of somebody's message.
package struct Report: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Nobody has dealt with it. `resolved` or `dismissed` follows.
        case open
        /// Something was done about it. `dismissed` may follow.
        case resolved
        /// There was nothing to do. `resolved` may follow.
        case dismissed
    }

    package var id: ReportID
    package var room: RoomID
    /// The message's.
    package var seq: Int64
    package var author: UserID
    package var reporter: UserID
    package var reason: String
    package var at: Timestamp
    package var state: State
    /// Who put it in this state; nil while it is open.
    package var resolvedBy: UserID?
    /// What the message says now; nil once it is gone, and where it was not looked up.
    package var text: String?

    package init(
        id: ReportID, room: RoomID, seq: Int64, author: UserID, reporter: UserID, reason: String, at: Timestamp,
        state: State = .open, resolvedBy: UserID? = nil, text: String? = nil
    ) {
        self.id = id
        self.room = room
        self.seq = seq
        self.author = author
        self.reporter = reporter
        self.reason = reason
        self.at = at
        self.state = state
        self.resolvedBy = resolvedBy
        self.text = text
    }
}

/// That somebody may not write in a room for a while.
package struct Mute: Hashable, Sendable {
    package var user: UserID
    package var room: RoomID
    package var until: Timestamp

    package init(user: UserID, room: RoomID, until: Timestamp) {
        self.user = user
        self.room = room
        self.until = until
    }
}
