/// Whether somebody is there.
package enum PresenceState: String, Hashable, Sendable, CaseIterable {
    /// On at least one device.
    case online
    /// Connected, and at none of their devices.
    case away
    case offline
    /// Connected, and not to be disturbed.
    case dnd
}

/// Somebody's presence.
package struct Presence: Hashable, Sendable {
    package var user: UserID
    package var state: PresenceState
    /// Of who is offline, to the minute; nil where it is not known.
    package var lastSeen: Timestamp?

    package init(user: UserID, state: PresenceState, lastSeen: Timestamp? = nil) {
        self.user = user
        self.state = state
        self.lastSeen = lastSeen
    }
}

/// When somebody was last there.
package struct SeenPerson: Hashable, Sendable {
    package var user: UserID
    /// Nil where it is not known.
    package var lastSeen: Timestamp?

    package init(user: UserID, lastSeen: Timestamp?) {
        self.user = user
        self.lastSeen = lastSeen
    }
}
