/// A place where messages are: who may see them follows from `kind` and from memberships.
package struct Room: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Public: everyone but guests sees it in the directory and may join.
        case channel
        /// Private: members only, added by members.
        case group
        /// Two to eight people; the same people give the same room.
        case direct
        /// The built-in room that everyone is in.
        case feed
    }

    package var id: RoomID
    package var kind: Kind
    /// Unique among channels, compared without case.
    package var name: String
    package var description: String
    package var createdBy: UserID
    package var createdAt: Timestamp

    package init(
        id: RoomID, kind: Kind, name: String, description: String, createdBy: UserID, createdAt: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.description = description
        self.createdBy = createdBy
        self.createdAt = createdAt
    }
}

/// That a person is in a room, and how far they have read there.
package struct Membership: Hashable, Sendable {
    package var room: RoomID
    package var user: UserID
    /// The last read `seq`; what follows it is unread. Never past the room's last `seq`.
    package var cursor: Int64
    package var joinedAt: Timestamp

    package init(room: RoomID, user: UserID, cursor: Int64, joinedAt: Timestamp) {
        self.room = room
        self.user = user
        self.cursor = cursor
        self.joinedAt = joinedAt
    }
}

/// A room with the counts that a rooms list shows.
package struct RoomSummary: Hashable, Sendable {
    package var room: Room
    package var memberCount: Int
    /// The room's newest `seq`; 0 before its first event.
    package var lastSeq: Int64
    /// The asker's own; nil where they are not a member.
    package var membership: Membership?
    /// What `Unread.count` gives for the asker; 0 where they are not a member.
    package var unread: Int

    package init(room: Room, memberCount: Int, lastSeq: Int64, membership: Membership?, unread: Int) {
        self.room = room
        self.memberCount = memberCount
        self.lastSeq = lastSeq
        self.membership = membership
        self.unread = unread
    }
}
