package import ChatModel
import StorageAPI

/// Who may not write in a room for a while, and who may not be in it.
extension Chat {
    /// Takes a member's word for so many seconds, or (nil) gives it back; it outlives their membership. Moderators and
    /// owners, over whom they may remove.
    ///
    /// Throws `not_found` for who is neither in the room nor muted in it, `invalid_argument` for oneself, `forbidden`
    /// (also in a direct room), `not_member`.
    package func mute(
        _ user: UserID, in room: RoomID, seconds: Int64?, by caller: Caller
    ) async throws(ChatError) {
        guard user != caller.user else {
            throw ChatError(.invalidArgument, "Nobody mutes themselves.", field: "user")
        }
        guard seconds.map(Limits.mute.contains) ?? true else {
            throw ChatError(.invalidArgument, "A mute lasts 60 to 31536000 seconds.", field: "seconds")
        }
        let now = clock.now()
        let until = seconds.map { now.advanced(bySeconds: $0) }
        try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            try standing.require(.moderator)
            let membership = try transaction.membership(of: user, in: room)
            let isMuted = try transaction.mutedUntil(user, in: room).map { $0 > now } ?? false
            guard membership != nil || isMuted else {
                throw ChatError(.notFound, "This person is not in the room.", field: "user")
            }
            try transaction.requireRank(of: standing, over: user, membership)
            guard isMuted || until != nil else { return }
            try transaction.setMute(until: until, of: user, in: room)
            try transaction.append(
                .memberMuted(user, until: until), to: room, by: caller.user, at: now, nonce: nil, fingerprint: 0)
            try transaction.record(
                until == nil ? .memberUnmuted : .memberMuted, by: caller.user, user: user, room: room,
                detail: seconds.map(String.init) ?? "", at: now)
        }
    }

    /// Keeps somebody out of the room, whose membership ends as if they were removed; or no longer. Doing so again
    /// changes nothing. Moderators and owners, over whom they may remove.
    ///
    /// Throws `not_found` for nobody's account, `invalid_argument` for oneself, `forbidden` (also in a direct room),
    /// `not_member`.
    package func setBan(
        _ isBanned: Bool, of user: UserID, from room: RoomID, by caller: Caller
    ) async throws(ChatError) {
        guard !isBanned || user != caller.user else {
            throw ChatError(.invalidArgument, "Nobody bans themselves.", field: "user")
        }
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            try standing.require(.moderator)
            try standing.refuseInFeed()
            guard isBanned else {
                guard try transaction.unban(user, from: room) else { return }
                return try transaction.record(.memberUnbanned, by: caller.user, user: user, room: room, at: now)
            }
            guard try transaction.user(user) != nil else {
                throw ChatError(.notFound, "There is no account \(user).", field: "user")
            }
            let membership = try transaction.membership(of: user, in: room)
            try transaction.requireRank(of: standing, over: user, membership)
            if try transaction.isBanned(user, from: room) { return }
            guard try transaction.banCount(of: room) < Limits.bansPerRoom else {
                throw ChatError(.forbidden, "At most \(Limits.bansPerRoom) people are banned from a room.")
            }
            try transaction.ban(user, from: room, by: caller.user, at: now)
            if let membership { try transaction.remove(membership, by: caller.user, at: now) }
            try transaction.record(.memberBanned, by: caller.user, user: user, room: room, at: now)
        }
    }

    /// Who is banned from the room, in the order of their ids. Moderators and owners.
    ///
    /// - Parameter limit: 1 to 200.
    package func bans(
        of room: RoomID, after: UserID?, limit: Int = Limits.bansPage.usual, for caller: Caller
    ) async throws(ChatError) -> (page: [User], more: Bool) {
        let limit = try checked(limit, Limits.bansPage)
        return try await store.read { transaction throws(ChatError) in
            try transaction.standing(of: caller.user, in: room).require(.moderator)
            return firstPage(try transaction.bans(of: room, after: after, limit: limit + 1), of: limit)
        }
    }

    /// The mutes that are not over, in every room: for a door, which hears of later ones by events.
    package func mutes() async throws(ChatError) -> [Mute] {
        let now = clock.now()
        return try await store.read { transaction throws(ChatError) in try transaction.mutes(at: now) }
    }
}

extension ReadTransaction {
    /// Moderators act upon members; owners of the room upon everyone, but only an owner of the server upon one of its
    /// owners. `membership` is the other's, where they are in the room.
    func requireRank(of standing: Standing, over user: UserID, _ membership: Membership?) throws(ChatError) {
        guard standing.part == .owner || membership?.role ?? .member == .member else {
            throw ChatError(
                .forbidden, "Only an owner of the room may do this to its moderators and owners.", field: "user")
        }
        if standing.asker.role != .owner, try self.user(user)?.role == .owner {
            throw ChatError(.forbidden, "Only an owner of the server may do this to an owner.", field: "user")
        }
    }
}

extension WriteTransaction {
    /// Ends the membership, which the person's devices hear as their last event of the room.
    func remove(_ membership: Membership, by actor: UserID, at now: Timestamp) throws(ChatError) {
        let (user, room) = (membership.user, membership.room)
        try handOver(from: membership, by: actor, at: now)
        try append(.memberRemoved(user), to: room, by: actor, at: now, nonce: nil, fingerprint: 0)
        try end(membership, at: now)
    }
}
