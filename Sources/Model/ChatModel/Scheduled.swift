/// A message that its author has the server send later.
package struct ScheduledMessage: Hashable, Sendable {
    package var id: ScheduledID
    package var room: RoomID
    /// The root that it will be a reply to; nil for the room itself.
    package var thread: Int64?
    package var text: String
    /// When it is to be sent.
    package var at: Timestamp
    /// Why it was not sent and is not tried again.
    package var error: ErrorCode?

    package init(
        id: ScheduledID, room: RoomID, thread: Int64? = nil, text: String, at: Timestamp, error: ErrorCode? = nil
    ) {
        self.id = id
        self.room = room
        self.thread = thread
        self.text = text
        self.at = at
        self.error = error
    }
}

/// What became of one. After `sent` and `cancelled` it is no more; after `failed` it waits for its author.
package enum ScheduledState: String, Hashable, Sendable, CaseIterable {
    case made
    case changed
    case sent
    case failed
    case cancelled
}
