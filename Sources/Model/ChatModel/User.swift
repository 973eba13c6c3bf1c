/// A person or bot with an account.
package struct User: Hashable, Sendable {
    package var id: UserID
    /// Lower-cased; unique. Shown to its owner and to administrators only.
    package var email: String
    /// A short name that only one person has: 2 to 32 of `a–z 0–9 . _ -`, the first a letter or digit. Empty for a
    /// deleted account.
    package var handle: String
    package var name: String
    package var avatar: Avatar
    package var role: Role
    package var state: AccountState
    package var createdAt: Timestamp

    package init(
        id: UserID, email: String, handle: String, name: String, avatar: Avatar, role: Role,
        state: AccountState = .active, createdAt: Timestamp
    ) {
        self.id = id
        self.email = email
        self.handle = handle
        self.name = name
        self.avatar = avatar
        self.role = role
        self.state = state
        self.createdAt = createdAt
    }
}

/// Whether somebody can use their account.
package enum AccountState: String, Hashable, Sendable, CaseIterable {
    /// May log in. Either of the others may follow.
    case active
    /// May not log in, and keeps all that is theirs. Either of the others may follow.
    case deactivated
    /// What was the person's own is gone; the account stands for a former member in what they wrote. Final.
    case deleted
}

/// What a person may do on the whole server; room roles are a membership's.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Runs the server; the first account is one.
    case owner
    /// Invites and moderates, as the owner does, but does not make owners.
    case admin
    case member
    /// Hears only what concerns the rooms they were added to.
    case guest
    case bot

    /// Whether this role may invite people and make administrators' changes.
    package var administers: Bool { self == .owner || self == .admin }
}

/// A picture's name on a background colour, as chosen at registration.
package struct Avatar: Hashable, Sendable {
    /// A name such as "fox"; clients map it to their own pictures. 1 to 64 letters, digits, `-`, `_`.
    package var picture: String
    /// `#rrggbb`, lower case.
    package var color: String

    package init(picture: String, color: String) {
        self.picture = picture
        self.color = color
    }
}
