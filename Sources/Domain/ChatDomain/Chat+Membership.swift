package import ChatModel
import StorageAPI

extension Chat {
    /// Makes a channel with the caller as its first member, in one transaction. Guests may not.
    ///
    /// Throws `name_taken` for the name of another channel (without regard to case), `invalid_argument`, `too_long`,
    /// `forbidden`.
    package func createChannel(
        name: String, description: String = "", by caller: Caller
    ) async throws(ChatError) -> RoomSummary {
        let name = try TextRules.line(name, Limits.channelNameCharacters, field: "name")
        let description = try TextRules.paragraph(
            description, atMost: Limits.channelDescriptionCharacters, field: "description")
        let now = clock.now()
        let room = Room(
            id: identifiers.next(), kind: .channel, name: name, description: description, createdBy: caller.user,
            createdAt: now)
        return try await store.write { [settings] transaction throws(ChatError) in
            try transaction.refuseGuest(caller.user)
            try transaction.insert(room)
            try transaction.append(.channelCreated(room), at: now)
            try transaction.enter(room.id, caller.user, at: now, roomsPerUser: settings.roomsPerUser)
            return try transaction.knownSummary(of: room.id, for: caller.user)
        }
    }

    /// Makes the caller a member of a channel; joining again changes nothing. Rooms the caller may not see are
    /// `not_found`.
    package func join(_ room: RoomID, by caller: Caller) async throws(ChatError) -> RoomSummary {
        let now = clock.now()
        return try await store.write { [settings] transaction throws(ChatError) in
            _ = try transaction.readableRoom(room, by: caller.user)
            if try !transaction.isMember(caller.user, of: room) {
                try transaction.enter(room, caller.user, at: now, roomsPerUser: settings.roomsPerUser)
            }
            return try transaction.knownSummary(of: room, for: caller.user)
        }
    }

    /// Ends the caller's membership; leaving again changes nothing. A private room that the caller is not in is
    /// `not_found`, as one that does not exist.
    package func leave(_ room: RoomID, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write { transaction throws(ChatError) in
            guard try transaction.isMember(caller.user, of: room) else {
                guard try transaction.room(room)?.kind == .channel else { throw ChatError(.notFound, field: "room") }
                return
            }
            try transaction.append(
                .memberLeft(caller.user), to: room, by: caller.user, at: now, nonce: nil, fingerprint: 0)
            try transaction.deleteMembership(of: caller.user, in: room)
        }
    }
}

extension WriteTransaction {
    /// Makes `user`, who is not in `room`, a member for whom all before is read. Throws `forbidden` past the limit of
    /// rooms.
    fileprivate func enter(
        _ room: RoomID, _ user: UserID, at now: Timestamp, roomsPerUser: Int
    ) throws(ChatError) {
        guard try roomIDs(of: user).count < roomsPerUser else {
            throw ChatError(.forbidden, "You are in \(roomsPerUser) rooms, the most there may be. Leave one first.")
        }
        try insert(Membership(room: room, user: user, cursor: lastSeq(of: room), joinedAt: now))
        let event = try append(.memberJoined(user), to: room, by: user, at: now, nonce: nil, fingerprint: 0)
        try setCursor(event.seq, of: user, in: room)
        // Else the person's stream would end with where the cursor stood when they were here before.
        try append(.cursorMoved(room: room, seq: event.seq), for: user, at: now)
    }
}
