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
    /// Unique among channels, compared without case; empty for direct rooms.
    package var name: String
    package var description: String
    package var createdBy: UserID
    package var createdAt: Timestamp
    /// Readable and not writable any more, until it is opened again.
    package var isArchived: Bool
    /// Seconds that a member lets pass between two messages; 0 for none.
    package var slowMode: Int64
    /// Days after which messages go; 0 where they stay for ever.
    package var retention: Int64

    package init(
        id: RoomID, kind: Kind, name: String, description: String, createdBy: UserID, createdAt: Timestamp,
        isArchived: Bool = false, slowMode: Int64 = 0, retention: Int64 = 0
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.description = description
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.isArchived = isArchived
        self.slowMode = slowMode
        self.retention = retention
    }
}

/// What a person may do in one room, the most first; what they may on the whole server is `Role`'s.
package enum RoomRole: String, Hashable, Sendable, CaseIterable {
    /// Decides over the room; who makes it is one.
    case owner
    /// Keeps order: removes members and messages, changes the room's name and description.
    case moderator
    case member
}

/// Somebody who is in a room.
package struct RoomMember: Hashable, Sendable {
    package var user: User
    package var role: RoomRole
    /// Until when they may not write there; nil where they may.
    package var mutedUntil: Timestamp?

    package init(user: User, role: RoomRole, mutedUntil: Timestamp? = nil) {
        self.user = user
        self.role = role
        self.mutedUntil = mutedUntil
    }
}

/// That a person is in a room, and how far they have read there.
package struct Membership: Hashable, Sendable {
    package var room: RoomID
    package var user: UserID
    package var role: RoomRole
    /// The last read `seq`; what follows it is unread. Never past the room's last `seq`.
    package var cursor: Int64
    package var joinedAt: Timestamp
    /// Nil where it is the usual one of the room's kind.
    package var level: NotifyLevel?

    package init(
        room: RoomID, user: UserID, role: RoomRole = .member, cursor: Int64, joinedAt: Timestamp,
        level: NotifyLevel? = nil
    ) {
        self.room = room
        self.user = user
        self.role = role
        self.cursor = cursor
        self.joinedAt = joinedAt
        self.level = level
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
    /// Those among the unread that name the asker or everyone, at most `Unread.exactLimit + 1`.
    package var mentions: Int
    /// Who is in a direct room, in the order of their ids; empty for other kinds.
    package var directUsers: [UserID]

    package init(
        room: Room, memberCount: Int, lastSeq: Int64, membership: Membership?, unread: Int, mentions: Int = 0,
        directUsers: [UserID] = []
    ) {
        self.room = room
        self.memberCount = memberCount
        self.lastSeq = lastSeq
        self.membership = membership
        self.unread = unread
        self.mentions = mentions
        self.directUsers = directUsers
    }
}
