/// What somebody said in a room.
package struct Message: Hashable, Sendable {
    /// Names the message for good.
    package var id: MessageID
    /// Chat Markdown as it was sent, or as it was edited last.
    package var text: String
    /// The `seq` of the root of the thread that it is a reply in; nil where it stands in the room itself.
    package var thread: Int64?
    /// The `seq` of the message that it answers, to be shown as a quote.
    package var replyTo: Int64?
    package var mentions: Mentions
    /// Nil where it is as it was sent.
    package var editedAt: Timestamp?
    /// What others made of it, where it was looked up for a reader: an event that is heard has none.
    package var responses: Responses?

    package init(
        id: MessageID, text: String, thread: Int64? = nil, replyTo: Int64? = nil, mentions: Mentions = Mentions(),
        editedAt: Timestamp? = nil, responses: Responses? = nil
    ) {
        self.id = id
        self.text = text
        self.thread = thread
        self.replyTo = replyTo
        self.mentions = mentions
        self.editedAt = editedAt
        self.responses = responses
    }
}

/// Whom a message calls.
package struct Mentions: Hashable, Sendable {
    /// Members of the room, in the order of their ids.
    package var users: [UserID]
    /// Everybody in the room.
    package var everyone: Bool

    package init(users: [UserID] = [], everyone: Bool = false) {
        self.users = users
        self.everyone = everyone
    }

    package var isEmpty: Bool { users.isEmpty && !everyone }

    package func names(_ user: UserID) -> Bool { everyone || users.contains(user) }
}

/// What others made of a message, as one reader sees it.
package struct Responses: Hashable, Sendable {
    /// In the order in which the emoji were first used.
    package var reactions: [Reaction]
    /// Of a root that has live replies.
    package var replies: Replies?
    package var isPinned: Bool

    package init(reactions: [Reaction] = [], replies: Replies? = nil, isPinned: Bool = false) {
        self.reactions = reactions
        self.replies = replies
        self.isPinned = isPinned
    }

    package var isEmpty: Bool { reactions.isEmpty && replies == nil && !isPinned }
}

/// One emoji on a message, with those who put it there.
package struct Reaction: Hashable, Sendable {
    package var emoji: String
    package var count: Int
    /// The first `Limits.shownReactors` of them.
    package var users: [UserID]
    /// Whether the reader is one of them.
    package var isMine: Bool

    package init(emoji: String, count: Int, users: [UserID], isMine: Bool) {
        self.emoji = emoji
        self.count = count
        self.users = users
        self.isMine = isMine
    }
}

/// What a thread has besides its root.
package struct Replies: Hashable, Sendable {
    /// Live ones.
    package var count: Int
    /// Of the newest live one.
    package var lastSeq: Int64
    package var lastAt: Timestamp
    /// Who wrote the newest, each once, the newest first; at most `Limits.shownRepliers`.
    package var users: [UserID]

    package init(count: Int, lastSeq: Int64, lastAt: Timestamp, users: [UserID]) {
        self.count = count
        self.lastSeq = lastSeq
        self.lastAt = lastAt
        self.users = users
    }
}

/// What a message said before it was edited.
package struct MessageVersion: Hashable, Sendable {
    package var text: String
    /// Since when it said so.
    package var at: Timestamp

    package init(text: String, at: Timestamp) {
        self.text = text
        self.at = at
    }
}
