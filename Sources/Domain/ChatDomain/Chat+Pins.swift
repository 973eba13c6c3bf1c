package import ChatModel
import StorageAPI

extension Chat {
    /// Puts a message among the room's pins, or takes it from there, and tells the room. Doing so again changes nothing.
    ///
    /// Moderators and owners; in groups and direct rooms every member. Who may not write does not pin. Throws
    /// `not_found` where there is no message with its text, `forbidden` past `Limits.pinsPerRoom`, `archived`, `muted`,
    /// `not_member`.
    package func pin(_ seq: Int64, in room: RoomID, _ isPinned: Bool, by caller: Caller) async throws(ChatError) {
        let user = caller.user
        try await store.write(as: caller) { [clock] transaction throws(ChatError) in
            let now = clock.now()
            let standing = try transaction.standing(of: user, in: room)
            try standing.requireCurator()
            if standing.membership != nil {
                _ = try transaction.requireWriter(user, in: room, at: now)
            } else {
                try standing.requireOpen()
            }
            _ = try transaction.liveMessage(seq, in: room)
            if isPinned, try !transaction.isPinned(seq, in: room) {
                guard try transaction.pinCount(of: room) < Limits.pinsPerRoom else {
                    throw ChatError(.forbidden, "A room has at most \(Limits.pinsPerRoom) pins.", field: "seq")
                }
            }
            guard try transaction.setPinned(isPinned, seq, in: room) else { return }
            try transaction.append(
                .messagePinned(target: seq, isPinned: isPinned), to: room, by: user, at: now, nonce: nil,
                fingerprint: 0)
        }
    }

    /// The room's pins, the newest first, and whether there are more. Whoever reads the room reads them.
    ///
    /// - Parameter before: the `seq` of the last one of the page before; a page ends at `Limits.pageBytes`.
    package func pins(
        of room: RoomID, before: Int64? = nil, for caller: Caller
    ) async throws(ChatError) -> (page: [RoomEvent], more: Bool) {
        try await store.read { transaction throws(ChatError) in
            let end = try transaction.readableEnd(of: room, for: caller.user)
            var found = try transaction.pins(of: room, for: caller.user).filter { $0.seq < end }
            if let before { found = Array(found.drop { $0.seq != before }.dropFirst()) }
            let kept = PageWeight.fitting(found.lazy.map(Optional.some))
            return (Array(found.prefix(kept)), found.count > kept)
        }
    }
}

extension Standing {
    /// Throws `not_member` for who is outside, `forbidden` for members of channels and of the feed.
    fileprivate func requireCurator() throws(ChatError) {
        switch room.kind {
        case .channel, .feed: try require(.moderator)
        case .group, .direct: guard membership != nil else { throw ChatError(.notMember, field: "room") }
        }
    }
}
