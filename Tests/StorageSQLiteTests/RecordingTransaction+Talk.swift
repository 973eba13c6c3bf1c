import ChatModel
import StorageAPI

extension RecordingTransaction {
    func editMessage(
        _ seq: Int64, in room: RoomID, text: String, mentions: Mentions, at time: Timestamp
    ) throws(ChatError) -> Bool {
        let edited = try base.editMessage(seq, in: room, text: text, mentions: mentions, at: time)
        if edited { log.note(.editMessage) }
        return edited
    }

    func setReaction(
        _ emoji: String, _ isOn: Bool, by user: UserID, to seq: Int64, in room: RoomID
    ) throws(ChatError) -> Bool {
        let changed = try base.setReaction(emoji, isOn, by: user, to: seq, in: room)
        if changed { log.note(.setReaction) }
        return changed
    }

    func setPinned(_ isPinned: Bool, _ seq: Int64, in room: RoomID) throws(ChatError) -> Bool {
        let changed = try base.setPinned(isPinned, seq, in: room)
        if changed { log.note(.setPinned) }
        return changed
    }

    func setFollow(_ follow: ThreadFollow, of user: UserID, thread: Int64, in room: RoomID) throws(ChatError) {
        try base.setFollow(follow, of: user, thread: thread, in: room)
        log.note(.setFollow)
    }

    // MARK: - Questions, passed on

    func event(_ seq: Int64, in room: RoomID, for reader: UserID?) throws(ChatError) -> RoomEvent? {
        try base.event(seq, in: room, for: reader)
    }
    func edits(of seq: Int64, in room: RoomID, after number: Int64) throws(ChatError) -> [MessageVersion] {
        try base.edits(of: seq, in: room, after: number)
    }
    func editCount(of seq: Int64, in room: RoomID) throws(ChatError) -> Int {
        try base.editCount(of: seq, in: room)
    }
    func reactionCounts(
        of emoji: String, on seq: Int64, in room: RoomID, by user: UserID
    ) throws(ChatError) -> ReactionCounts {
        try base.reactionCounts(of: emoji, on: seq, in: room, by: user)
    }
    func isPinned(_ seq: Int64, in room: RoomID) throws(ChatError) -> Bool { try base.isPinned(seq, in: room) }
    func pinCount(of room: RoomID) throws(ChatError) -> Int { try base.pinCount(of: room) }
    func pins(of room: RoomID, for reader: UserID?) throws(ChatError) -> [RoomEvent] {
        try base.pins(of: room, for: reader)
    }
    func mentions(of user: UserID, before place: Place?, limit: Int) throws(ChatError) -> [RoomEvent] {
        try base.mentions(of: user, before: place, limit: limit)
    }
    func replies(
        to thread: Int64, in room: RoomID, before: Int64?, limit: Int, for reader: UserID?
    ) throws(ChatError) -> [RoomEvent] {
        try base.replies(to: thread, in: room, before: before, limit: limit, for: reader)
    }
    func lastReply(to thread: Int64, in room: RoomID) throws(ChatError) -> Int64 {
        try base.lastReply(to: thread, in: room)
    }
    func follow(of user: UserID, thread: Int64, in room: RoomID) throws(ChatError) -> ThreadFollow? {
        try base.follow(of: user, thread: thread, in: room)
    }
    func follows(of user: UserID, in room: RoomID, after root: Int64, limit: Int) throws(ChatError) -> [OwnThread] {
        try base.follows(of: user, in: room, after: root, limit: limit)
    }
    func reactions(
        by user: UserID, in room: RoomID, after seq: Int64, limit: Int
    ) throws(ChatError) -> [OwnReaction] {
        try base.reactions(by: user, in: room, after: seq, limit: limit)
    }
    func threadState(of user: UserID, thread: Int64, in room: RoomID) throws(ChatError) -> ThreadState {
        try base.threadState(of: user, thread: thread, in: room)
    }
    func threads(of user: UserID, before place: Place?, limit: Int) throws(ChatError) -> [FollowedThread] {
        try base.threads(of: user, before: place, limit: limit)
    }
}
