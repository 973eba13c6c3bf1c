/// Names a message that somebody has saved.
package struct SavedMark: Hashable, Sendable {
    package var room: RoomID
    package var seq: Int64

    package init(room: RoomID, seq: Int64) {
        self.room = room
        self.seq = seq
    }
}

/// A message that somebody has saved, as it is now.
package struct SavedMessage: Hashable, Sendable {
    package var event: RoomEvent
    package var savedAt: Timestamp
    /// Of the event that told it: orders what a person has saved.
    package var place: Place

    package init(event: RoomEvent, savedAt: Timestamp, place: Place) {
        self.event = event
        self.savedAt = savedAt
        self.place = place
    }
}

/// A page of them, the newest first.
package struct SavedPage: Hashable, Sendable {
    package var messages: [SavedMessage]
    /// Where the next page begins; nil on the last one. Opaque to clients.
    package var next: Place?

    package init(messages: [SavedMessage], next: Place?) {
        self.messages = messages
        self.next = next
    }
}
