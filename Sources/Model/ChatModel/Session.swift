/// A device that is logged in. Its token is known to the device alone; the store keeps the token's hash.
package struct Session: Hashable, Sendable {
    package var id: SessionID
    package var user: UserID
    /// What the device calls itself, such as "roost-tui on kestrel"; up to 100 characters.
    package var device: String
    package var createdAt: Timestamp
    package var expiresAt: Timestamp
    /// When a connection last had it; kept to the hour.
    package var lastUsedAt: Timestamp

    /// A session without a time of its last use was used when it was made.
    package init(
        id: SessionID, user: UserID, device: String, createdAt: Timestamp, expiresAt: Timestamp,
        lastUsedAt: Timestamp? = nil
    ) {
        self.id = id
        self.user = user
        self.device = device
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt ?? createdAt
    }
}

/// Leave to register, or to come into a room, carried by a link. Its code is known to whom it was given; the store keeps the code's hash.
package struct Invitation: Hashable, Sendable {
    package var id: InvitationID
    /// Nil where an operator made it at the command line.
    package var createdBy: UserID?
    /// Of who registers with it.
    package var role: Role
    /// The room that it leads into; nil where it makes an account and no more.
    package var room: RoomID?
    /// How many may still use it.
    package var usesLeft: Int
    package var createdAt: Timestamp
    package var expiresAt: Timestamp

    package init(
        id: InvitationID, createdBy: UserID?, role: Role, room: RoomID? = nil, usesLeft: Int, createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.createdBy = createdBy
        self.role = role
        self.room = room
        self.usesLeft = usesLeft
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
