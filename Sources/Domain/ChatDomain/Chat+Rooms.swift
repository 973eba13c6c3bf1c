package import ChatModel
import StorageAPI

extension Chat {
    /// The rooms that the caller is in, and the place as of which this is true.
    package func rooms(for caller: Caller) async throws(ChatError) -> (rooms: [RoomSummary], place: Place) {
        try await store.read { transaction throws(ChatError) in
            (try transaction.rooms(of: caller.user), transaction.place)
        }
    }

    /// What to subscribe a connection of `user` to, and the place as of which this is true.
    package func roomIDs(of user: UserID) async throws(ChatError) -> (ids: [RoomID], place: Place) {
        try await store.read { transaction throws(ChatError) in
            (try transaction.roomIDs(of: user), transaction.place)
        }
    }

    /// All channels in the order of their ids. Throws `forbidden` for guests.
    ///
    /// - Parameters:
    ///   - after: the last id of the page before.
    ///   - limit: 1 to 200.
    package func channels(
        after: RoomID?, limit: Int = Limits.channelsPage.usual, for caller: Caller
    ) async throws(ChatError) -> (page: [RoomSummary], more: Bool) {
        let limit = try checked(limit, Limits.channelsPage)
        return try await store.read { transaction throws(ChatError) in
            try transaction.refuseGuest(caller.user)
            return firstPage(
                try transaction.channels(after: after, limit: limit + 1, for: caller.user), of: limit)
        }
    }

    /// One room. Channels are readable by all but guests, other rooms by their members; else `not_found`.
    package func room(_ id: RoomID, for caller: Caller) async throws(ChatError) -> RoomSummary {
        try await store.read { transaction throws(ChatError) in
            _ = try transaction.readableRoom(id, by: caller.user)
            return try transaction.knownSummary(of: id, for: caller.user)
        }
    }

    /// Who is in a room that the caller may read, in the order of their ids.
    ///
    /// - Parameter limit: 1 to 200.
    package func members(
        of room: RoomID, after: UserID?, limit: Int = Limits.membersPage.usual, for caller: Caller
    ) async throws(ChatError) -> (page: [RoomMember], more: Bool) {
        let limit = try checked(limit, Limits.membersPage)
        let now = clock.now()
        return try await store.read { transaction throws(ChatError) in
            _ = try transaction.readableRoom(room, by: caller.user)
            let found = try transaction.members(of: room, after: after, limit: limit + 1)
            return firstPage(found.map { $0.shown(at: now) }, of: limit)
        }
    }

    func checked(_ limit: Int, _ size: PageSize) throws(ChatError) -> Int {
        guard size.range.contains(limit) else {
            throw ChatError(.invalidArgument, "A page holds 1 to \(size.most).", field: "limit")
        }
        return limit
    }
}

/// The first `limit` of what was asked for with one more than that, and whether there was one more.
func firstPage<Element>(_ found: [Element], of limit: Int) -> (page: [Element], more: Bool) {
    (Array(found.prefix(limit)), found.count > limit)
}

extension RoomMember {
    /// Without a mute that is over.
    fileprivate func shown(at now: Timestamp) -> RoomMember {
        guard let until = mutedUntil, until <= now else { return self }
        var member = self
        member.mutedUntil = nil
        return member
    }
}

extension ReadTransaction {
    /// The summary of a room that was just seen in this transaction.
    func knownSummary(of room: RoomID, for asker: UserID) throws(ChatError) -> RoomSummary {
        guard let summary = try summary(of: room, for: asker) else { throw ChatError(.notFound, field: "room") }
        return summary
    }
}
