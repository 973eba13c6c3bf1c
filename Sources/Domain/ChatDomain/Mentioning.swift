import ChatMarkup
import ChatModel
import StorageAPI

/// Whom a text names, before it is asked who of them is called by it. Read outside of the transaction, whose thread is
/// everybody's.
struct NamedPeople: Sendable {
    /// In the order in which they come first, at most `Limits.mentionedUsers`.
    var users: [UserID] = []
    var everyone = false

    /// A text without a `<` costs one look at its bytes.
    init(in text: String) {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return }
        let found = TextMentions(in: text)
        users = Array(found.people.prefix(Limits.mentionedUsers))
        everyone = found.everyone
    }
}

extension ReadTransaction {
    /// Whom a message of the author's calls that names `named`: members of the room who have not blocked the author, and
    /// everyone where the author may. In the order of their ids.
    ///
    /// - Parameter role: the author's part in the room.
    func mentions(
        of named: NamedPeople, by author: UserID, _ role: RoomRole, in room: RoomID
    ) throws(ChatError) -> Mentions {
        var mentions = Mentions()
        for user in named.users where try isMember(user, of: room) {
            if try !isBlocked(author, by: user) { mentions.users.append(user) }
        }
        mentions.users.sort()
        if named.everyone { mentions.everyone = try mayCallEveryone(author, role, in: room) }
        return mentions
    }

    private func mayCallEveryone(_ author: UserID, _ role: RoomRole, in room: RoomID) throws(ChatError) -> Bool {
        guard let kind = try self.room(room)?.kind else { return false }
        switch kind {
        case .group, .direct: return true
        case .channel, .feed:
            if role.rank >= RoomRole.moderator.rank { return true }
            return try account(author).role.administers
        }
    }
}
