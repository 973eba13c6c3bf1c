import ChatModel
import StorageAPI

/// The rules of who may see and do what, asked within a transaction.
extension ReadTransaction {
    /// The asker's account. Throws `session_expired` where it is gone or may not be used: its sessions have ended.
    func account(_ id: UserID) throws(ChatError) -> User {
        guard let user = try user(id), user.state == .active else { throw ChatError(.sessionExpired) }
        return user
    }

    /// Throws `session_expired` where the caller's session has ended, though a connection may have it still.
    func requireSession(of caller: Caller) throws(ChatError) {
        guard try sessions(of: caller.user).contains(where: { $0.id == caller.session }) else {
            throw ChatError(.sessionExpired)
        }
    }

    /// Throws `forbidden` where `sender` may not write in `room`, because the other one of a direct room of two has
    /// blocked them. Everywhere else people who block each other meet as others do.
    func refuseBlocked(_ sender: UserID, in room: RoomID) throws(ChatError) {
        guard let partner = try directPartner(of: sender, in: room), try isBlocked(sender, by: partner) else { return }
        throw ChatError.blocked
    }

    /// Throws `forbidden` where one of the two has blocked the other; it does not say which.
    func refuseBlocked(between first: UserID, and second: UserID) throws(ChatError) {
        if try isBlocked(first, by: second) { throw ChatError.blocked }
        if try isBlocked(second, by: first) { throw ChatError.blocked }
    }

    /// Throws `session_expired` for who is deactivated or deleted: what they asked before they heard of it is not done.
    func refuseInactive(_ asker: UserID) throws(ChatError) {
        guard try !isInactive(asker) else { throw ChatError(.sessionExpired) }
    }

    /// Somebody who can be made a member of a room. Throws `not_found` with the field `users` for an account that there
    /// is not, or that was deleted.
    func requirePerson(_ id: UserID) throws(ChatError) {
        guard let user = try user(id), user.state != .deleted else {
            throw ChatError(.notFound, "There is no account \(id).", field: "users")
        }
    }

    /// A room that `asker` may read: a channel by all but guests, any room by its members. Everything else is
    /// `not_found`, so that private rooms cannot be told from none.
    func readableRoom(_ id: RoomID, by asker: UserID) throws(ChatError) -> Room {
        try refuseInactive(asker)
        guard let room = try room(id) else { throw ChatError(.notFound, field: "room") }
        if try isMember(asker, of: id) { return room }
        guard room.kind == .channel, try account(asker).role != .guest else {
            throw ChatError(.notFound, field: "room")
        }
        return room
    }

    /// Why somebody who is not in the room `id` may not act in it: `not_member` where they could see it, else
    /// `not_found`.
    func refusalOfOutsider(_ id: RoomID, _ asker: UserID) throws(ChatError) -> ChatError {
        _ = try readableRoom(id, by: asker)
        return ChatError(.notMember, field: "room")
    }

    /// What `asker` is in the room `id`, which they may read; else `not_found`.
    func standing(of asker: UserID, in id: RoomID) throws(ChatError) -> Standing {
        let room = try readableRoom(id, by: asker)
        return Standing(room: room, asker: try account(asker), membership: try membership(of: asker, in: id))
    }

    /// Throws `forbidden` for guests.
    func refuseGuest(_ asker: UserID) throws(ChatError) {
        guard try account(asker).role != .guest else { throw ChatError(.forbidden) }
    }
}

extension ChatStore {
    /// As `write`, for what the caller asked. Throws `session_expired` where their session has ended by then: a connection
    /// hears of it a moment later, and what is asked on it meanwhile is not done.
    func write<Outcome: Sendable>(
        as caller: Caller, _ body: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Outcome
    ) async throws(ChatError) -> Outcome {
        try await write { transaction throws(ChatError) in
            try transaction.refuseEnded(caller)
            return try body(transaction)
        }
    }
}

extension WriteTransaction {
    /// Throws `session_expired` where the caller's session has just ended.
    func refuseEnded(_ caller: Caller) throws(ChatError) {
        guard try !hasEnded(caller.session) else { throw ChatError(.sessionExpired) }
    }
}

extension ChatError {
    fileprivate static var blocked: ChatError {
        ChatError(.forbidden, "You and this person cannot write to each other here.")
    }
}
