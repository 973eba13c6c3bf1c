package import ChatModel
import StorageAPI

extension Chat {
    /// Makes a private room with the caller as its owner and `users` as members, all in one transaction. Guests may not.
    ///
    /// With a nonce, the same request again gives the same room, as it is by then; another one with this nonce is
    /// `nonce_reused`. Throws `not_found` for a person that there is not, `forbidden` where somebody is in too many
    /// rooms, `rate_limited`, `invalid_argument`, `too_long`.
    ///
    /// - Parameter users: others to be in it, 1 to 999; the caller and repetitions do not count.
    package func createGroup(
        name: String, description: String = "", users: [UserID], nonce: Nonce? = nil, by caller: Caller
    ) async throws(ChatError) -> RoomSummary {
        let name = try TextRules.line(name, Limits.channelNameCharacters, field: "name")
        let description = try TextRules.paragraph(
            description, atMost: Limits.channelDescriptionCharacters, field: "description")
        let others = Set(users).subtracting([caller.user]).sorted()
        guard (1..<Limits.groupMembers).contains(others.count) else {
            throw ChatError(
                .invalidArgument, "A group has 1 to \(Limits.groupMembers - 1) members besides you.", field: "users")
        }
        try rates.makeGroup(caller.user)
        let fingerprint = Fingerprint.of(group: name, description: description, users: others)
        let now = clock.now()
        let room = Room(
            id: identifiers.next(), kind: .group, name: name, description: description, createdBy: caller.user,
            createdAt: now)
        let enters = Entrance(by: caller.user, at: now, roomsPerUser: settings.roomsPerUser)
        return try await store.write(as: caller) { transaction throws(ChatError) in
            if let made = try transaction.made(with: nonce, fingerprint, by: caller.user) { return made }
            try transaction.refuseGuest(caller.user)
            for user in others { try transaction.requirePerson(user) }
            try transaction.insert(room)
            try transaction.enter(
                room.id, caller.user, enters, role: .owner, nonce: nonce, fingerprint: nonce == nil ? 0 : fingerprint)
            for user in others { try transaction.enter(room.id, user, enters) }
            return try transaction.knownSummary(of: room.id, for: caller.user)
        }
    }
}

extension WriteTransaction {
    /// The room that `user` made with this nonce before, as it is now; nil where there was none. Throws `nonce_reused` for
    /// what has another fingerprint, and `not_found` where the room is not theirs to see any more.
    func made(with nonce: Nonce?, _ fingerprint: UInt64, by user: UserID) throws(ChatError) -> RoomSummary? {
        guard let nonce, let earlier = try sent(nonce, by: user) else { return nil }
        guard earlier.fingerprint == fingerprint, case .memberJoined(user) = earlier.event.body else {
            throw ChatError(.nonceReused, field: "nonce")
        }
        let made = try readableRoom(earlier.event.room, by: user)
        return try knownSummary(of: made.id, for: user)
    }
}
