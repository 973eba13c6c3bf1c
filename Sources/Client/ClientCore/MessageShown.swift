package import ChatModel

/// What the person may do with a message, as docs/permissions.md has it: what they may not is not offered. The server
/// decides.
package struct MessageRights: Hashable, Sendable {
    package var edits = false
    /// Sees what it said before.
    package var seesEdits = false
    package var deletes = false
    package var pins = false
    package var reacts = false
    package var reports = false
    /// Begins a thread; what there is of one can be read all the same.
    package var replies = false

    package init() {}

    /// - Parameters:
    ///   - part: the person's own in this room, which they are in.
    ///   - role: the person's on the server.
    init(mine: Bool, in room: Room, part: RoomRole, role: Role) {
        let curates = room.kind != .direct && (role.administers || part != .member)
        let writes = !room.isArchived
        edits = mine && writes
        (deletes, seesEdits) = (mine || curates, mine || curates)
        pins = writes && (curates || room.kind == .group || room.kind == .direct)
        (reacts, replies) = (writes, writes)
        // In a direct room there is nobody to report to.
        reports = !mine && room.kind != .direct
    }
}

/// The message that another one answers.
package struct QuoteShown: Hashable, Sendable {
    /// Code points of its text, at most.
    static let length = 140

    package var seq: Int64
    /// The author's name; empty as long as the message is not here.
    package var author: String
    package var text: String
    package var isGone = false
}

/// The thread that hangs on a message.
package struct ThreadShown: Hashable, Sendable {
    package var count: Int
    /// Empty, the number, or `999+`.
    package var unread: String
    /// Of the unread, those that name the person or everyone; as `unread`.
    package var mentions: String
    /// Of the newest reply, in milliseconds since 1970.
    package var at: Int64
    package var isFollowing: Bool
    /// Who wrote the newest, each once, the newest first.
    package var faces: [Person] = []
}

/// One emoji below a message.
package struct ReactionShown: Hashable, Sendable {
    package var emoji: String
    package var count: Int
    package var mine: Bool
    /// Such as `Emma, John and 3 others`.
    package var names: String
}

/// What stands before a name that can be completed.
package enum CompletionMark: String, Hashable, Sendable, CaseIterable {
    case person = "@"
    case room = "#"
}

package struct CompletionItem: Hashable, Sendable {
    /// What completes the word, with its mark.
    package var insert: String
    package var name: String
    package var note: String
    package var id: String = ""
    package var avatar: Avatar?
    package var kind: Room.Kind?
}
