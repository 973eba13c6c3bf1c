import ChatModel
import StorageAPI

/// As what somebody who registers comes in.
struct Admission: Sendable {
    var role: Role
    /// Where they are a member from the beginning.
    var room: RoomID?
}

extension ReadTransaction {
    /// Whether somebody may register, with the invitation that has this hash or without one, and as what.
    ///
    /// Throws `registration_closed`, `invitation_invalid`, and `invalid_argument` where one is needed.
    func admission(_ codeHash: [UInt8]?, at now: Timestamp) throws(ChatError) -> Admission {
        guard try ownerExists() else { throw ChatError(.registrationClosed) }
        let mode = try registrationMode()
        guard mode != .closed else {
            throw ChatError(.registrationClosed, "Nobody can register on this server. Ask its owner for an account.")
        }
        guard let codeHash else {
            guard mode == .open else {
                throw ChatError(
                    .invalidArgument, "To register here you need an invitation. Ask for a link.", field: "invitation")
            }
            return Admission(role: .member)
        }
        let invitation = try validInvitation(codeHash: codeHash, at: now)
        if mode == .administrators, let maker = invitation.createdBy, try user(maker)?.role.administers != true {
            throw ChatError(
                .registrationClosed,
                "Only an owner or administrator of this server invites new people. Ask one of them for a link.")
        }
        return Admission(role: invitation.role, room: invitation.room)
    }

    /// Throws `invitation_invalid` for one that admits nobody: unknown, used up, ended, or made by somebody who might not
    /// make it any more.
    func validInvitation(codeHash: [UInt8], at now: Timestamp) throws(ChatError) -> Invitation {
        guard let invitation = try invitation(codeHash: codeHash), invitation.usesLeft > 0, now < invitation.expiresAt,
            try isBacked(invitation)
        else { throw ChatError(.invitationInvalid, field: "invitation") }
        return invitation
    }

    /// Whether who made the invitation might make it now, and its room takes members.
    private func isBacked(_ invitation: Invitation) throws(ChatError) -> Bool {
        var maker: User?
        if let id = invitation.createdBy {
            guard let user = try user(id), user.state == .active else { return false }
            maker = user
        }
        guard let room = invitation.room else {
            guard let maker else { return true }
            return maker.role.mayInvite(invitation.role)
        }
        guard let found = try self.room(room), !found.isArchived else { return false }
        guard let maker else { return true }
        return try mayAddMembers(maker, to: found)
    }

    /// Whether `user` may bring others into the room: whoever is in it, and the server's administrators into a channel,
    /// but no guests; nobody into a direct room or the feed.
    func mayAddMembers(_ user: User, to room: Room) throws(ChatError) -> Bool {
        guard user.role != .guest, room.kind != .direct, room.kind != .feed else { return false }
        if room.kind == .channel, user.role.administers { return true }
        return try isMember(user.id, of: room.id)
    }
}

extension Role {
    /// Whether somebody of this role invites people to be of the role `other`.
    func mayInvite(_ other: Role) -> Bool { administers && (other != .admin || self == .owner) }
}

extension WriteTransaction {
    /// As `admission`, and takes one use of the invitation.
    func admit(_ codeHash: [UInt8]?, at now: Timestamp) throws(ChatError) -> Admission {
        let admission = try admission(codeHash, at: now)
        if let codeHash, let invitation = try invitation(codeHash: codeHash) {
            try setUsesLeft(invitation.usesLeft - 1, of: invitation.id)
        }
        return admission
    }

    /// Makes `user` a member of the room that an invitation led them to. Throws `forbidden` where there is no place.
    func enter(
        _ room: RoomID, by user: UserID, invitedAt now: Timestamp, roomsPerUser: Int
    ) throws(ChatError) {
        try enter(room, user, Entrance(by: user, at: now, roomsPerUser: roomsPerUser))
        guard let summary = try summary(of: room, for: user), summary.room.kind != .channel else { return }
        guard summary.memberCount <= Limits.groupMembers else {
            throw ChatError(.forbidden, "A group has at most \(Limits.groupMembers) members, and this one is full.")
        }
    }
}
