/// Of which of a room's messages somebody wants to be told.
package enum NotifyLevel: String, Hashable, Sendable, CaseIterable {
    case all
    /// Those that name them, or everyone.
    case mentions
    /// The room is silent.
    case nothing = "none"
}

extension Room.Kind {
    /// What holds in such a room until the person chooses another.
    package var usualLevel: NotifyLevel {
        switch self {
        case .group, .direct: .all
        case .channel, .feed: .mentions
        }
    }
}

extension RoomSummary {
    /// The asker's; the usual one where they are not a member.
    package var level: NotifyLevel { membership?.level ?? room.kind.usualLevel }
}
