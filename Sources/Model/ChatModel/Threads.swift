/// Where somebody stands in a thread that they follow, or did.
package struct ThreadFollow: Hashable, Sendable {
    /// False where they stopped by themselves: a mention does not bring them back.
    package var isFollowing: Bool
    /// The `seq` of the last reply that they have read.
    package var cursor: Int64

    package init(isFollowing: Bool, cursor: Int64) {
        self.isFollowing = isFollowing
        self.cursor = cursor
    }
}

/// What a thread is for one reader.
package struct ThreadState: Hashable, Sendable {
    package var isFollowing: Bool
    package var cursor: Int64
    /// Live replies after the cursor that are not the reader's, at most `Unread.exactLimit + 1`; 0 where they do not
    /// follow it.
    package var unread: Int
    /// Those among them that name the reader or everyone.
    package var mentions: Int

    package init(isFollowing: Bool = false, cursor: Int64 = 0, unread: Int = 0, mentions: Int = 0) {
        self.isFollowing = isFollowing
        self.cursor = cursor
        self.unread = unread
        self.mentions = mentions
    }
}

/// A thread in the list of those that somebody follows.
package struct FollowedThread: Hashable, Sendable {
    /// The message that it hangs on, which may be gone.
    package var root: RoomEvent
    /// Where its newest live reply stands: the list's order.
    package var newest: Place
    package var state: ThreadState

    package init(root: RoomEvent, newest: Place, state: ThreadState) {
        self.root = root
        self.newest = newest
        self.state = state
    }
}

/// A part of a thread, as one reader sees it.
package struct ThreadPage: Hashable, Sendable {
    package var root: RoomEvent
    /// Replies, the oldest first.
    package var events: [RoomEvent]
    /// Whether there are older ones.
    package var more: Bool
    package var state: ThreadState

    package init(root: RoomEvent, events: [RoomEvent], more: Bool, state: ThreadState) {
        self.root = root
        self.events = events
        self.more = more
        self.state = state
    }
}
