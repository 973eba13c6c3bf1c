/// An act of somebody who runs the server or a room, written down for those who run the server.
package struct AuditEntry: Hashable, Sendable {
    /// Ids grow in the order in which the acts were done, whatever the clock said.
    package var id: AuditEntryID
    package var at: Timestamp
    /// Who did it; nil where it was done at the server's command line.
    package var actor: UserID?
    package var action: AuditAction
    /// To whom, where it was done to somebody.
    package var user: UserID?
    /// In which room, where it was done in one.
    package var room: RoomID?
    /// What `action` says of itself; empty where there is nothing to say.
    package var detail: String

    package init(
        id: AuditEntryID, at: Timestamp, actor: UserID?, action: AuditAction, user: UserID? = nil,
        room: RoomID? = nil, detail: String = ""
    ) {
        self.id = id
        self.at = at
        self.actor = actor
        self.action = action
        self.user = user
        self.room = room
        self.detail = detail
    }
}

/// What was done, with what its entry's `detail` holds. A name, once released, keeps its meaning.
package enum AuditAction: String, Hashable, Sendable, CaseIterable {
    /// The new role on the server.
    case userRole = "user.role"
    case userDeactivated = "user.deactivated"
    case userReactivated = "user.reactivated"
    /// `keep` or `erase`: what became of their messages.
    case userDeleted = "user.deleted"
    /// A link that sets a new password.
    case resetMade = "reset.made"
    case botMade = "bot.made"
    /// A new token, which voids the old one.
    case botToken = "bot.token"
    /// The role that it gives; `room` where it leads into one.
    case invitationMade = "invitation.made"
    case invitationRevoked = "invitation.revoked"
    /// Who may register now.
    case registrationChanged = "registration.changed"
    case roomArchived = "room.archived"
    /// Taken out of the archive.
    case roomOpened = "room.opened"
    /// A channel's name; nothing of a private room.
    case roomDeleted = "room.deleted"
    /// As `roomDeleted`, with the new name; or `slow_mode N` and `retention N`, where these were changed.
    case roomUpdated = "room.updated"
    case memberRemoved = "member.removed"
    case memberBanned = "member.banned"
    case memberUnbanned = "member.unbanned"
    /// For how many seconds.
    case memberMuted = "member.muted"
    case memberUnmuted = "member.unmuted"
    /// The new part in the room.
    case memberRole = "member.role"
    /// The `seq` of a message that `user` had written; only where somebody else deleted it.
    case messageDeleted = "message.deleted"
    /// `resolved` or `dismissed`.
    case reportResolved = "report.resolved"
}
