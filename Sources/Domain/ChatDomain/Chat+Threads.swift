package import ChatModel
import StorageAPI

extension Chat {
    /// The newest replies in the thread of the root `thread`, or in that of the reply `thread`, with a `seq` below
    /// `before` (nil: the newest of all), oldest first, with the root as it is now and where the caller stands. Whoever
    /// reads the room reads its threads.
    ///
    /// Throws `not_found` with the field `thread` for what is neither.
    ///
    /// - Parameter limit: 1 to 200; a page also ends at `Limits.pageBytes`.
    package func thread(
        _ thread: Int64, in room: RoomID, before: Int64?, limit: Int = Limits.threadPage.usual, for caller: Caller
    ) async throws(ChatError) -> ThreadPage {
        let limit = try checked(limit, Limits.threadPage)
        let user = caller.user
        return try await store.read { transaction throws(ChatError) in
            let end = try transaction.readableEnd(of: room, for: user)
            guard thread < end else { throw ChatError(.notFound, field: "thread") }
            let thread = try transaction.event(thread, in: room)?.thread ?? thread
            let root = try transaction.root(thread, in: room, for: user)
            let found = try transaction.replies(
                to: thread, in: room, before: min(before ?? .max, end), limit: limit + 1, for: user)
            let page = found.suffix(limit)
            let kept = PageWeight.fitting(page.reversed().lazy.map(Optional.some))
            return ThreadPage(
                root: root, events: Array(page.suffix(kept)), more: found.count > kept,
                state: try transaction.threadState(of: user, thread: thread, in: room))
        }
    }

    /// Moves the caller's cursor in a thread that they follow forward to `seq`, never back and never past its newest
    /// reply; told to their devices if it moved. Answers where it is then; 0 where they do not follow the thread.
    ///
    /// Throws `not_member`, `not_found`.
    package func readThread(
        _ thread: Int64, in room: RoomID, to seq: Int64, by caller: Caller
    ) async throws(ChatError) -> Int64 {
        let user = caller.user
        return try await store.write(as: caller) { [clock] transaction throws(ChatError) in
            try transaction.requireMember(user, of: room)
            guard var follow = try transaction.follow(of: user, thread: thread, in: room), follow.isFollowing else {
                _ = try transaction.root(thread, in: room, for: nil)
                return 0
            }
            let target = min(seq, try transaction.lastReply(to: thread, in: room))
            guard target > follow.cursor else { return follow.cursor }
            follow.cursor = target
            try transaction.setFollow(follow, of: user, thread: thread, in: room)
            try transaction.append(
                .threadRead(room: room, thread: thread, seq: target), for: user, at: clock.now())
            return target
        }
    }

    /// The caller follows the thread from now on, with all of it read, or does no more, so that no mention brings them
    /// back. Doing so again changes nothing.
    ///
    /// Throws `not_member`, and `not_found` with the field `thread` for what is no root.
    package func followThread(
        _ thread: Int64, in room: RoomID, _ isFollowing: Bool, by caller: Caller
    ) async throws(ChatError) {
        let user = caller.user
        try await store.write(as: caller) { [clock] transaction throws(ChatError) in
            try transaction.requireMember(user, of: room)
            _ = try transaction.root(thread, in: room, for: nil)
            let old = try transaction.follow(of: user, thread: thread, in: room)
            guard old?.isFollowing != isFollowing else { return }
            let cursor = isFollowing ? try transaction.lastReply(to: thread, in: room) : old?.cursor ?? 0
            try transaction.setFollow(isFollowing, cursor: cursor, of: user, thread, room, at: clock.now())
        }
    }

    /// The threads that the caller follows and that have live replies, by their newest reply, the newest first.
    ///
    /// - Parameters:
    ///   - before: the `newest` of the last thread of the page before.
    ///   - limit: 1 to 100; a page also ends at `Limits.pageBytes`.
    package func threads(
        before: Place?, limit: Int = Limits.threadsPage.usual, for caller: Caller
    ) async throws(ChatError) -> (page: [FollowedThread], more: Bool) {
        let limit = try checked(limit, Limits.threadsPage)
        return try await store.read { transaction throws(ChatError) in
            try transaction.refuseInactive(caller.user)
            let found = try transaction.threads(of: caller.user, before: before, limit: limit + 1)
            let kept = PageWeight.fitting(found.prefix(limit).lazy.map { Optional($0.root) })
            return (Array(found.prefix(min(kept, limit))), found.count > min(kept, limit))
        }
    }
}

extension ReadTransaction {
    /// Throws `not_member` or `not_found`.
    func requireMember(_ user: UserID, of room: RoomID) throws(ChatError) {
        try refuseInactive(user)
        guard try isMember(user, of: room) else { throw try refusalOfOutsider(room, user) }
    }

    /// The message of the room itself at `seq`; also one that is gone, where replies hang on it. Throws `not_found`.
    fileprivate func root(_ seq: Int64, in room: RoomID, for reader: UserID?) throws(ChatError) -> RoomEvent {
        if let event = try event(seq, in: room, for: reader) {
            switch event.body {
            case .message(let message) where message.thread == nil: return event
            case .messageGone(_, nil, _): if try lastReply(to: seq, in: room) > 0 { return event }
            default: break
            }
        }
        throw ChatError(.notFound, "There is no thread of this seq.", field: "thread")
    }
}
