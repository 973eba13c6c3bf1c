package import ChatModel
import StorageAPI

extension Chat {
    /// Puts the caller's cursor just before `seq`, back as well as forward, so that the message there and all after it
    /// count as unread. Never below 0 nor past the room's last event. Answers where the cursor is then; the caller's
    /// devices are told if it moved.
    package func markUnread(from seq: Int64, in room: RoomID, by caller: Caller) async throws(ChatError) -> Int64 {
        let user = caller.user
        return try await store.write { [clock] transaction throws(ChatError) in
            guard let membership = try transaction.membership(of: user, in: room) else {
                throw try transaction.refusalOfOutsider(room, user)
            }
            let target = min(max(seq, 1) - 1, try transaction.lastSeq(of: room))
            guard target != membership.cursor else { return target }
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
