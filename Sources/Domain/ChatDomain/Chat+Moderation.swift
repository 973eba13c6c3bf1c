package import ChatModel
import StorageAPI

extension Chat {
    /// Ends somebody else's membership, which their devices hear as their last event of the room. Where they are not in
    /// it, nothing happens.
    ///
    /// For the room's maker while they are in it, owners and administrators; only an owner removes an owner. Throws
    /// `forbidden`, `not_member`, `not_found`, and `invalid_argument` for oneself, who leaves instead.
    package func removeMember(_ user: UserID, from room: RoomID, by caller: Caller) async throws(ChatError) {
        guard user != caller.user else {
            throw ChatError(.invalidArgument, "To go out of the room yourself, leave it.", field: "user")
        }
        let now = clock.now()
        try await store.write { transaction throws(ChatError) in
            let moderator = try transaction.moderator(caller.user, of: room)
            guard try transaction.isMember(user, of: room) else { return }
            if moderator.role != .owner, try transaction.user(user)?.role == .owner {
                throw ChatError(.forbidden, "Only an owner may remove an owner.", field: "user")
            }
            try transaction.append(
                .memberRemoved(user), to: room, by: caller.user, at: now, nonce: nil, fingerprint: 0)
            try transaction.deleteMembership(of: user, in: room)
        }
    }

    /// Takes the text of a message away for good and tells the room. Deleting it again changes nothing.
    ///
    /// One's own message while in the room; anybody's for who moderates it (see `removeMember`). Throws `forbidden`,
    /// `not_member`, and `not_found` for a room or a message that there is not.
    package func deleteMessage(_ seq: Int64, in room: RoomID, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write { transaction throws(ChatError) in
            _ = try transaction.readableRoom(room, by: caller.user)
            guard let event = try transaction.event(seq, in: room), event.isMessage else {
                throw ChatError(.notFound, "There is no message with this seq.", field: "seq")
            }
            let isOwn = event.actor == caller.user
            let isMember = try transaction.isMember(caller.user, of: room)
            if !isOwn || !isMember {
                _ = try transaction.moderator(caller.user, of: room)
            }
            guard try transaction.eraseMessage(seq, in: room) else { return }
            try transaction.append(
                .messageDeleted(target: seq, author: event.actor), to: room, by: caller.user, at: now, nonce: nil,
                fingerprint: 0)
        }
    }
}

extension RoomEvent {
    /// Whether it is a message, also one that was deleted.
    fileprivate var isMessage: Bool {
        switch body {
        case .message, .messageGone: true
        case .memberJoined, .memberLeft, .memberRemoved, .messageDeleted: false
        }
    }
}
