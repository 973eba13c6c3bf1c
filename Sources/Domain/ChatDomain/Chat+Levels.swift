package import ChatModel
import StorageAPI

extension Chat {
    /// Says of which messages of a room the caller wants to be told; told to their devices. Saying so again changes
    /// nothing, and a new membership begins with the usual level of the room's kind.
    ///
    /// Throws `not_member`, `not_found`.
    package func setLevel(_ level: NotifyLevel, in room: RoomID, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.refuseInactive(caller.user)
            guard let found = try transaction.room(room),
                let membership = try transaction.membership(of: caller.user, in: room)
            else { throw try transaction.refusalOfOutsider(room, caller.user) }
            let kept = level == found.kind.usualLevel ? nil : level
            guard kept != membership.level else { return }
            try transaction.setLevel(kept, of: caller.user, in: room)
            try transaction.append(.levelChanged(room: room, level), for: caller.user, at: now)
        }
    }
}

extension WriteTransaction {
    /// Takes a membership away, with what the person had in the room of their own. The event that tells the room is the
    /// caller's.
    func end(_ membership: Membership, at now: Timestamp) throws(ChatError) {
        let (user, room) = (membership.user, membership.room)
        // Else the person's stream would end with what they had chosen, and say so of the membership that may follow.
        if membership.level != nil, let kind = try self.room(room)?.kind {
            try append(.levelChanged(room: room, kind.usualLevel), for: user, at: now)
        }
        try deleteMembership(of: user, in: room)
    }
}
