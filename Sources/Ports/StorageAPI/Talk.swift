package import ChatModel

/// Questions about what became of messages, and about threads. A message that is read for a `reader` carries its
/// `Responses` as they see them; for nil it carries none.
package protocol TalkQueries {
    /// The event of `room` with this number, as it is now; nil where there is none.
    func event(_ seq: Int64, in room: RoomID, for reader: UserID?) throws(ChatError) -> RoomEvent?

    /// What the message said before, the oldest first, without the first `number`; empty where it was never edited.
    func edits(of seq: Int64, in room: RoomID, after number: Int64) throws(ChatError) -> [MessageVersion]
    func editCount(of seq: Int64, in room: RoomID) throws(ChatError) -> Int

    /// What a reaction with `emoji` by `user` has to be held against.
    func reactionCounts(
        of emoji: String, on seq: Int64, in room: RoomID, by user: UserID
    ) throws(ChatError) -> ReactionCounts

    /// What `user` put on messages of `room` with a `seq` above `seq`, by `seq`, at most `limit`.
    func reactions(by user: UserID, in room: RoomID, after seq: Int64, limit: Int) throws(ChatError) -> [OwnReaction]
    /// The threads of `room` with a root above `root` that `user` follows or stopped following, by root, at most `limit`.
    func follows(of user: UserID, in room: RoomID, after root: Int64, limit: Int) throws(ChatError) -> [OwnThread]

    func isPinned(_ seq: Int64, in room: RoomID) throws(ChatError) -> Bool
    func pinCount(of room: RoomID) throws(ChatError) -> Int
    /// The newest pin first.
    func pins(of room: RoomID, for reader: UserID?) throws(ChatError) -> [RoomEvent]

    /// Messages that name `user` or everyone, are not theirs and stand before `place` (nil: from the end), in the rooms
    /// that they are in, newest first, at most `limit`.
    func mentions(of user: UserID, before place: Place?, limit: Int) throws(ChatError) -> [RoomEvent]

    /// The newest `limit` replies in the thread of the root `thread`, live or gone, with a `seq` below `before` (nil: from
    /// the end), oldest first.
    func replies(
        to thread: Int64, in room: RoomID, before: Int64?, limit: Int, for reader: UserID?
    ) throws(ChatError) -> [RoomEvent]
    /// The `seq` of the thread's newest reply, live or gone; 0 where there is none.
    func lastReply(to thread: Int64, in room: RoomID) throws(ChatError) -> Int64
    /// Nil where `user` never followed the thread, or came into the room again since.
    func follow(of user: UserID, thread: Int64, in room: RoomID) throws(ChatError) -> ThreadFollow?
    func threadState(of user: UserID, thread: Int64, in room: RoomID) throws(ChatError) -> ThreadState
    /// The threads with live replies that `user` follows and whose newest one stands before `place` (nil: all), the
    /// newest first, at most `limit`.
    func threads(of user: UserID, before place: Place?, limit: Int) throws(ChatError) -> [FollowedThread]
}

extension TalkQueries {
    /// As `event(_:in:for:)` for nobody.
    package func event(_ seq: Int64, in room: RoomID) throws(ChatError) -> RoomEvent? {
        try event(seq, in: room, for: nil)
    }
}

/// What is kept of it. `append` keeps what a message itself brings: its thread's count, its mentions.
package protocol TalkChanges {
    /// Gives the message at `seq` another text and other mentions and keeps the text it had. False, and nothing changes,
    /// where there is no message with its text.
    func editMessage(
        _ seq: Int64, in room: RoomID, text: String, mentions: Mentions, at time: Timestamp
    ) throws(ChatError) -> Bool
    /// False where it was so already.
    func setReaction(
        _ emoji: String, _ isOn: Bool, by user: UserID, to seq: Int64, in room: RoomID
    ) throws(ChatError) -> Bool
    /// False where it was so already.
    func setPinned(_ isPinned: Bool, _ seq: Int64, in room: RoomID) throws(ChatError) -> Bool
    func setFollow(_ follow: ThreadFollow, of user: UserID, thread: Int64, in room: RoomID) throws(ChatError)
}

/// What stands on a message already.
package struct ReactionCounts: Hashable, Sendable {
    /// Whether the emoji that is asked for is there, from the one who asks.
    package var isMine: Bool
    /// Whether it is there, from anybody.
    package var isUsed: Bool
    /// Different ones, of everybody; 0 where `isUsed`, which makes them no more.
    package var emoji: Int
    /// Those of the one who asks.
    package var own: Int

    package init(isMine: Bool, isUsed: Bool, emoji: Int, own: Int) {
        self.isMine = isMine
        self.isUsed = isUsed
        self.emoji = emoji
        self.own = own
    }
}
