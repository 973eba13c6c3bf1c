package import ChatModel
import StorageAPI

extension Chat {
    /// Ends somebody else's membership, which their devices hear as their last event of the room. Where they are not in
    /// it, nothing happens.
    ///
    /// Moderators remove members; owners of the room, and the server's owners and administrators, everyone, but only an
    /// owner of the server one of its owners. Throws `forbidden` (also in a direct room), `not_member`, `not_found`, and
    /// `invalid_argument` for oneself, who leaves instead.
    package func removeMember(_ user: UserID, from room: RoomID, by caller: Caller) async throws(ChatError) {
        guard user != caller.user else {
            throw ChatError(.invalidArgument, "To go out of the room yourself, leave it.", field: "user")
        }
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            try standing.require(.moderator)
            try standing.refuseInFeed()
            guard let membership = try transaction.membership(of: user, in: room) else { return }
            guard standing.part == .owner || membership.role == .member else {
                throw ChatError(.forbidden, "Only an owner of the room may remove its moderators.", field: "user")
            }
            if standing.asker.role != .owner, try transaction.user(user)?.role == .owner {
                throw ChatError(.forbidden, "Only an owner may remove an owner.", field: "user")
            }
            try transaction.handOver(from: membership, by: caller.user, at: now)
            try transaction.append(
                .memberRemoved(user), to: room, by: caller.user, at: now, nonce: nil, fingerprint: 0)
            try transaction.end(membership, at: now)
            try transaction.record(.memberRemoved, by: caller.user, user: user, room: room, at: now)
        }
    }

    /// Gives a member another part in the room. Owners of the room only, who keep it at least one owner.
    ///
    /// Throws `forbidden` (also for a guest who would be more than a member), `not_member`, `not_found`.
    package func setRole(
        _ role: RoomRole, of user: UserID, in room: RoomID, by caller: Caller
    ) async throws(ChatError) {
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            try standing.require(.owner)
            if role == .owner, standing.room.kind == .feed {
                throw ChatError(.forbidden, "The server's owners and administrators are the feed's.", field: "role")
            }
            guard let membership = try transaction.membership(of: user, in: room) else {
                throw ChatError(.notFound, "This person is not in the room.", field: "user")
            }
            guard membership.role != role else { return }
            if role != .member, try transaction.user(user)?.role == .guest {
                throw ChatError(.forbidden, "A guest is a member and no more.", field: "user")
            }
            if membership.role == .owner {
                let others = try transaction.longestStanding(.owner, of: room, besides: user, isActive: true)
                guard others != nil || standing.room.kind == .feed else {
                    throw ChatError(.forbidden, "Make somebody else an owner first.", field: "user")
                }
            }
            try transaction.setRole(role, of: user, in: room)
            try transaction.append(
                .roleChanged(user, role), to: room, by: caller.user, at: now, nonce: nil, fingerprint: 0)
            try transaction.record(
                .memberRole, by: caller.user, user: user, room: room, detail: role.rawValue, at: now)
        }
    }

    /// Takes the text of a message away for good and tells the room. Deleting it again changes nothing.
    ///
    /// One's own message while in the room; anybody's for its moderators and owners. Throws `forbidden`,
    /// `not_member`, and `not_found` for a room or a message that there is not.
    package func deleteMessage(_ seq: Int64, in room: RoomID, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            _ = try transaction.readableRoom(room, by: caller.user)
            guard let event = try transaction.event(seq, in: room), event.isMessage else {
                throw ChatError(.notFound, "There is no message with this seq.", field: "seq")
            }
            let isOwn = event.actor == caller.user
            let isMember = try transaction.isMember(caller.user, of: room)
            if !isOwn || !isMember {
                try transaction.standing(of: caller.user, in: room).require(.moderator)
            }
            guard try transaction.eraseMessage(seq, in: room) else { return }
            try transaction.append(
                .messageDeleted(target: seq, author: event.actor, thread: event.thread), to: room, by: caller.user,
                at: now, nonce: nil, fingerprint: 0)
            guard !isOwn else { return }
            try transaction.record(
                .messageDeleted, by: caller.user, user: event.actor, room: room, detail: "\(seq)", at: now)
        }
    }
}

extension RoomEvent {
    /// Whether it is a message, also one that was deleted.
    fileprivate var isMessage: Bool {
        switch body {
        case .message, .messageGone: true
        case .memberJoined, .memberLeft, .memberRemoved, .memberMuted, .roleChanged, .messageDeleted, .messageEdited,
            .reaction, .messagePinned, .messagesExpired, .roomUpdated, .roomArchived, .roomRules, .roomDeleted:
            false
        }
    }

    /// The root of the thread that it is a reply in, live or gone.
    var thread: Int64? {
        switch body {
        case .message(let message): message.thread
        case .messageGone(_, let thread, _): thread
        default: nil
        }
    }
}
