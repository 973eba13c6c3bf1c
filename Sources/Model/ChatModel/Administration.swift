/// How people come to have an account, once the server has its owner.
package enum RegistrationMode: String, Hashable, Sendable, CaseIterable {
    /// Nobody registers, invited or not.
    case closed
    /// Whoever has an invitation of an owner's or administrator's; others' invitations bring into their room those who have
    /// an account.
    case administrators
    /// Whoever has an invitation, also a member's into a room.
    case invitation
    /// Everyone.
    case open
}

/// An account as those who run the server see it.
package struct AccountEntry: Hashable, Sendable {
    package var user: User
    /// When one of the sessions that it has was used last, to the hour; nil where it has none.
    package var lastSeen: Timestamp?

    package init(user: User, lastSeen: Timestamp?) {
        self.user = user
        self.lastSeen = lastSeen
    }
}

/// What becomes of the messages of somebody whose account is deleted.
package enum MessagesLeft: String, Hashable, Sendable, CaseIterable {
    /// They stay, under "Former member".
    case keep
    /// All of them lose their text, a few at a time.
    case erase
}

/// Leave to set a new password once, carried by a link. Its code is known to whom it was given; the store keeps the
/// code's hash, and one for each account.
package struct PasswordReset: Hashable, Sendable {
    package var user: UserID
    /// Nil where it was made at the command line.
    package var createdBy: UserID?
    package var createdAt: Timestamp
    package var expiresAt: Timestamp

    package init(user: UserID, createdBy: UserID?, createdAt: Timestamp, expiresAt: Timestamp) {
        self.user = user
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// That everything somebody wrote is being erased, and how far that has come.
package struct Erasure: Hashable, Sendable {
    package var author: UserID
    /// Who asked for it.
    package var actor: UserID
    /// Up to here nothing of it is left.
    package var through: Place

    package init(author: UserID, actor: UserID, through: Place) {
        self.author = author
        self.actor = actor
        self.through = through
    }
}
