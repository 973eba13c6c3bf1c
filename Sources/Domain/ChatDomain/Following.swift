import ChatModel
import StorageAPI

/// Who follows a thread by what happens in it. Their own devices hear it.
extension WriteTransaction {
    /// After the reply `event` to `root`: who wrote it follows the thread, with all of it read; whose message the root is
    /// and whom the reply calls follow it from this reply on, unless they ever did.
    func gatherFollowers(
        of root: RoomEvent, after event: RoomEvent, _ message: Message, at now: Timestamp
    ) throws(ChatError) {
        let (thread, room) = (root.seq, root.room)
        if try follow(of: event.actor, thread: thread, in: room)?.isFollowing != true {
            try setFollow(true, cursor: event.seq, of: event.actor, thread, room, at: now)
        }
        if root.actor != event.actor, try isMember(root.actor, of: room) {
            try beginFollowing(root.actor, thread, before: event, at: now)
        }
        try gatherMentioned(by: event, message, at: now)
    }

    /// Those whom the reply `event` calls follow its thread from it on, unless they ever did.
    func gatherMentioned(by event: RoomEvent, _ message: Message, at now: Timestamp) throws(ChatError) {
        guard let thread = message.thread else { return }
        for user in message.mentions.users where user != event.actor {
            try beginFollowing(user, thread, before: event, at: now)
        }
    }

    private func beginFollowing(
        _ user: UserID, _ thread: Int64, before reply: RoomEvent, at now: Timestamp
    ) throws(ChatError) {
        guard try follow(of: user, thread: thread, in: reply.room) == nil else { return }
        try setFollow(true, cursor: reply.seq - 1, of: user, thread, reply.room, at: now)
    }

    /// Keeps it and tells the person's devices.
    func setFollow(
        _ isFollowing: Bool, cursor: Int64, of user: UserID, _ thread: Int64, _ room: RoomID, at now: Timestamp
    ) throws(ChatError) {
        let follow = ThreadFollow(isFollowing: isFollowing, cursor: cursor)
        try setFollow(follow, of: user, thread: thread, in: room)
        try append(.threadFollowed(room: room, thread: thread, follow), for: user, at: now)
    }
}
