import ChatModel

/// What somebody is in a room that they may read, and so what they may do there (docs/permissions.md).
struct Standing {
    var room: Room
    var asker: User
    /// Nil where they are not in it.
    var membership: Membership?

    /// The part by which they act: owners and administrators of the server are owners of every channel, and of the
    /// groups that they are in. In a direct room all are alike. Nil for who is not in it and is none of these.
    var part: RoomRole? {
        if room.kind == .direct { return membership == nil ? nil : .member }
        if asker.role.administers { return .owner }
        return membership?.role
    }

    /// Throws `not_member` for who has no part in it, `forbidden` for who has a lesser one than `least` and for
    /// everyone in a direct room.
    func require(_ least: RoomRole) throws(ChatError) {
        guard let part else { throw ChatError(.notMember, field: "room") }
        guard room.kind != .direct else {
            throw ChatError(.forbidden, "A direct room is its people's for ever and has no owner.", field: "room")
        }
        guard part.rank >= least.rank else { throw ChatError(.forbidden) }
    }

    /// Throws `forbidden` in the feed, which everyone is in for ever.
    func refuseInFeed() throws(ChatError) {
        guard room.kind != .feed else {
            throw ChatError(
                .forbidden, "The feed is everyone's: nobody joins, leaves or is removed, and it stays.", field: "room")
        }
    }

    /// Throws `archived`.
    func requireOpen() throws(ChatError) {
        if room.isArchived { throw ChatError(.archived, field: "room") }
    }
}

extension RoomRole {
    /// Who has a higher one may do all that who has a lower one may.
    var rank: Int {
        switch self {
        case .member: 0
        case .moderator: 1
        case .owner: 2
        }
    }
}
