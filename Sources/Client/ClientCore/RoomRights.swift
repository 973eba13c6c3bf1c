package import ChatModel

/// What the person may do in a room, as docs/permissions.md has it: what they may not is not offered. The server decides.
package struct RoomRights: Hashable, Sendable {
    /// Whom somebody may take out of the room.
    package enum Removal: String, Hashable, Sendable, CaseIterable {
        case nobody = "none"
        /// Those who are no more than members.
        case members
        case everybody = "all"
    }

    package var writes = false
    package var addsPeople = false
    package var removes = Removal.nobody
    /// Changes the room's name and description.
    package var renames = false
    /// Gives parts, archives, opens again and deletes.
    package var decides = false
    package var leaves = false

    package init() {}

    /// - Parameters:
    ///   - part: the person's own in this room, which they are in.
    ///   - role: the person's on the server.
    package init(in room: Room, part: RoomRole, role: Role) {
        writes = !room.isArchived
        // The feed is named, and nothing else about it is decided.
        if room.kind == .feed { renames = role.administers || part != .member }
        guard room.kind == .channel || room.kind == .group else { return }
        leaves = true
        addsPeople = !room.isArchived && role != .guest
        switch role.administers ? .owner : part {
        case .owner: (removes, renames, decides) = (.everybody, !room.isArchived, true)
        case .moderator: (removes, renames) = (.members, !room.isArchived)
        case .member: break
        }
    }
}
