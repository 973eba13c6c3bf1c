/// A page of what happened.
package struct Changes: Hashable, Sendable {
    package var events: [Event]
    /// Rooms the user joined after `since` (and is in now), whole with counts.
    package var joined: [RoomSummary]
    /// The newest events of each room in `joined`, in the same order, once they were looked up; else empty.
    package var pages: [RoomPage] = []
    /// Rooms the user was in at some time after `since` and is not in now.
    package var left: [RoomID]
    /// Where this page ends; the next `since`.
    package var through: Place
    /// Whether another page follows.
    package var more: Bool

    package init(events: [Event], joined: [RoomSummary], left: [RoomID], through: Place, more: Bool) {
        self.events = events
        self.joined = joined
        self.left = left
        self.through = through
        self.more = more
    }
}

/// The newest events of a room.
package struct RoomPage: Hashable, Sendable {
    /// Oldest first.
    package var events: [RoomEvent]
    /// Whether there are older ones.
    package var more: Bool

    package init(events: [RoomEvent], more: Bool) {
        self.events = events
        self.more = more
    }
}
