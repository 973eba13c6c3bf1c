/// A page of everything that is a person's own.
package struct ExportPage: Hashable, Sendable {
    /// On the first page only.
    package var account: ExportedAccount?
    /// In the order of the rooms' ids, and in each room in the order of `seq`.
    package var messages: [ExportedMessage]
    /// Where the next page begins; nil on the last one.
    package var next: ExportPlace?

    package init(account: ExportedAccount? = nil, messages: [ExportedMessage] = [], next: ExportPlace? = nil) {
        self.account = account
        self.messages = messages
        self.next = next
    }
}

/// What a person has besides what they wrote.
package struct ExportedAccount: Hashable, Sendable {
    package var user: User
    package var rooms: [RoomSummary]
    package var sessions: [Session]
    package var blocks: [User]
    package var scheduled: [ScheduledMessage]

    package init(
        user: User, rooms: [RoomSummary], sessions: [Session], blocks: [User], scheduled: [ScheduledMessage]
    ) {
        self.user = user
        self.rooms = rooms
        self.sessions = sessions
        self.blocks = blocks
        self.scheduled = scheduled
    }
}

/// A message as its sender takes it with them.
package struct ExportedMessage: Hashable, Sendable {
    package var room: RoomID
    /// What the room is called now; empty for a direct room, and for a private one that the sender is not in any more.
    package var roomName: String
    package var seq: Int64
    package var at: Timestamp
    package var text: String

    package init(room: RoomID, roomName: String, seq: Int64, at: Timestamp, text: String) {
        self.room = room
        self.roomName = roomName
        self.seq = seq
        self.at = at
        self.text = text
    }
}

/// How far an export has come: all of the rooms before `room`, and of `room` what is up to `seq`. Opaque to clients.
package struct ExportPlace: Hashable, Sendable {
    package var room: RoomID
    package var seq: Int64

    package init(room: RoomID, seq: Int64) {
        self.room = room
        self.seq = seq
    }

    /// Nil for what `description` did not give.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let room = RoomID(String(parts[0])), let seq = Int64(parts[1]), seq >= 0 else {
            return nil
        }
        self.init(room: room, seq: seq)
    }

    package var description: String { "\(room).\(seq)" }
}
