package import ChatModel
import StorageAPI

extension Chat {
    /// Puts the caller's cursor back to just before `seq`, so that the message there and all after it count as unread.
    /// Never forward, where what is still unread would count as read, and never below 0. Answers where the cursor is
    /// then; the caller's devices are told if it moved.
    package func markUnread(from seq: Int64, in room: RoomID, by caller: Caller) async throws(ChatError) -> Int64 {
        let user = caller.user
        return try await store.write(as: caller) { [clock] transaction throws(ChatError) in
            try transaction.refuseInactive(user)
            guard let membership = try transaction.membership(of: user, in: room) else {
                throw try transaction.refusalOfOutsider(room, user)
            }
            let target = max(seq, 1) - 1
            guard target < membership.cursor else { return membership.cursor }
            try transaction.setCursor(target, of: user, in: room)
            try transaction.append(.cursorMoved(room: room, seq: target), for: user, at: clock.now())
            return target
        }
    }

    /// What the count of the caller's unread messages in `room` begins with. Throws `not_member`, `not_found`.
    package func whyUnread(_ room: RoomID, by caller: Caller) async throws(ChatError) -> UnreadReason {
        try await store.read { transaction throws(ChatError) in
            guard let summary = try transaction.summary(of: room, for: caller.user),
                let membership = summary.membership
            else { throw try transaction.refusalOfOutsider(room, caller.user) }
            let first = try transaction.firstUnread(in: room, after: membership.cursor, for: caller.user)
            return UnreadReason(unread: summary.unread, first: first)
        }
    }
}
