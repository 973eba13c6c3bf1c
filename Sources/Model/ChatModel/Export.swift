/// A page of everything that is a person's own.
package struct ExportPage: Hashable, Sendable {
    /// On the first page only.
    package var account: ExportedAccount?
    /// In the order of the rooms' ids, and in each room in the order of `seq`.
    package var messages: [ExportedMessage]
    /// What the messages said before: those of one message before it, the oldest first.
    package var edits: [ExportedVersion]
    package var reactions: [OwnReaction]
    package var threads: [OwnThread]
    /// Where the next page begins; nil on the last one.
    package var next: ExportPlace?

    package init(
        account: ExportedAccount? = nil, messages: [ExportedMessage] = [], edits: [ExportedVersion] = [],
        reactions: [OwnReaction] = [], threads: [OwnThread] = [], next: ExportPlace? = nil
    ) {
        self.account = account
        self.messages = messages
        self.edits = edits
        self.reactions = reactions
        self.threads = threads
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
    package var preferences: Preferences
    package var drafts: [Draft]
    /// In the order of rooms and numbers.
    package var saved: [SavedMark]

    package init(
        user: User, rooms: [RoomSummary], sessions: [Session], blocks: [User], scheduled: [ScheduledMessage],
        preferences: Preferences, drafts: [Draft], saved: [SavedMark]
    ) {
        self.user = user
        self.rooms = rooms
        self.sessions = sessions
        self.blocks = blocks
        self.scheduled = scheduled
        self.preferences = preferences
        self.drafts = drafts
        self.saved = saved
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
    /// The `seq` of the root in whose thread it is.
    package var thread: Int64?
    /// The `seq` of the message that it answers.
    package var replyTo: Int64?
    package var editedAt: Timestamp?

    package init(
        room: RoomID, roomName: String, seq: Int64, at: Timestamp, text: String, thread: Int64? = nil,
        replyTo: Int64? = nil, editedAt: Timestamp? = nil
    ) {
        self.room = room
        self.roomName = roomName
        self.seq = seq
        self.at = at
        self.text = text
        self.thread = thread
        self.replyTo = replyTo
        self.editedAt = editedAt
    }
}

/// What a message of one's own said before it was edited.
package struct ExportedVersion: Hashable, Sendable {
    package var room: RoomID
    package var seq: Int64
    package var version: MessageVersion

    package init(room: RoomID, seq: Int64, version: MessageVersion) {
        self.room = room
        self.seq = seq
        self.version = version
    }
}

/// An emoji that somebody put on a message.
package struct OwnReaction: Hashable, Sendable {
    package var room: RoomID
    package var seq: Int64
    package var emoji: String

    package init(room: RoomID, seq: Int64, emoji: String) {
        self.room = room
        self.seq = seq
        self.emoji = emoji
    }
}

/// A thread that somebody follows, or stopped following by themselves.
package struct OwnThread: Hashable, Sendable {
    package var room: RoomID
    /// The `seq` of the root.
    package var root: Int64
    package var follow: ThreadFollow

    package init(room: RoomID, root: Int64, follow: ThreadFollow) {
        self.room = room
        self.root = root
        self.follow = follow
    }
}

/// How far an export has come: all of the rooms before `room`, of `room` what is up to `seq`, and of the next message the
/// first `edits` of what it said before. Opaque to clients.
package struct ExportPlace: Hashable, Sendable {
    package var room: RoomID
    package var seq: Int64
    package var edits: Int64

    package init(room: RoomID, seq: Int64, edits: Int64 = 0) {
        self.room = room
        self.seq = seq
        self.edits = edits
    }

    /// Nil for what `description` did not give.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let room = RoomID(String(parts[0])), let seq = Int64(parts[1]),
            seq >= 0, let edits = parts.count == 3 ? Int64(parts[2]) : 0, edits >= 0
        else { return nil }
        self.init(room: room, seq: seq, edits: edits)
    }

    package var description: String { edits == 0 ? "\(room).\(seq)" : "\(room).\(seq).\(edits)" }
}
