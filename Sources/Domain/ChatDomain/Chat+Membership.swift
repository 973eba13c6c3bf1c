package import ChatModel
import StorageAPI

extension Chat {
    /// Makes a channel with the caller as its first member, in one transaction. Guests may not.
    ///
    /// With a nonce, the same request again gives the same channel, as it is by then; another one with this nonce is
    /// `nonce_reused`. Throws `name_taken` for the name of another channel (without regard to case), `invalid_argument`,
    /// `too_long`, `forbidden`.
    package func createChannel(
        name: String, description: String = "", nonce: Nonce? = nil, by caller: Caller
    ) async throws(ChatError) -> RoomSummary {
        let name = try TextRules.line(name, Limits.channelNameCharacters, field: "name")
        let description = try TextRules.paragraph(
            description, atMost: Limits.channelDescriptionCharacters, field: "description")
        let fingerprint = Fingerprint.of(channel: name, description: description)
        let now = clock.now()
        let room = Room(
            id: identifiers.next(), kind: .channel, name: name, description: description, createdBy: caller.user,
            createdAt: now)
        let enters = Entrance(by: caller.user, at: now, roomsPerUser: settings.roomsPerUser)
        return try await store.write(as: caller) { transaction throws(ChatError) in
            if let made = try transaction.made(with: nonce, fingerprint, by: caller.user) { return made }
            try transaction.refuseGuest(caller.user)
            try transaction.insert(room)
            try transaction.append(.channelCreated(room), at: now)
            try transaction.enter(
                room.id, caller.user, enters, role: .owner, nonce: nonce, fingerprint: nonce == nil ? 0 : fingerprint)
            return try transaction.knownSummary(of: room.id, for: caller.user)
        }
    }

    /// Makes the caller a member of a channel; joining again changes nothing. Rooms the caller may not see are
    /// `not_found`; an archived one takes nobody new: `archived`.
    package func join(_ room: RoomID, by caller: Caller) async throws(ChatError) -> RoomSummary {
        let enters = Entrance(by: caller.user, at: clock.now(), roomsPerUser: settings.roomsPerUser)
        return try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            if standing.membership == nil {
                try standing.requireOpen()
                try transaction.enter(room, caller.user, enters)
            }
            return try transaction.knownSummary(of: room, for: caller.user)
        }
    }

    /// Makes others members, all of them or none; who is in it already stays as they are. For everyone in the room but
    /// guests, and for the server's administrators in a channel; nobody in a direct room.
    ///
    /// Throws `not_found` for a person that there is not, `not_member`, `forbidden` (also where the group is full or
    /// somebody in too many rooms), `archived`, `invalid_argument`.
    ///
    /// - Parameter users: 1 to 100.
    package func addMembers(
        _ users: [UserID], to room: RoomID, by caller: Caller
    ) async throws(ChatError) -> RoomSummary {
        guard Limits.membersPerRequest.contains(users.count) else {
            throw ChatError(.invalidArgument, "Add 1 to 100 people at once.", field: "users")
        }
        let enters = Entrance(by: caller.user, at: clock.now(), roomsPerUser: settings.roomsPerUser)
        return try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            try standing.require(.member)
            try standing.refuseInFeed()
            guard standing.asker.role != .guest else { throw ChatError(.forbidden) }
            try standing.requireOpen()
            for user in Set(users).sorted() where try !transaction.isMember(user, of: room) {
                try transaction.requirePerson(user)
                try transaction.enter(room, user, enters)
            }
            let summary = try transaction.knownSummary(of: room, for: caller.user)
            guard standing.room.kind == .channel || summary.memberCount <= Limits.groupMembers else {
                throw ChatError(.forbidden, "A group has at most \(Limits.groupMembers) members.", field: "users")
            }
            return summary
        }
    }

    /// Ends the caller's membership; leaving again changes nothing. A private room that the caller is not in is
    /// `not_found`, as one that does not exist. Nobody leaves a direct room: `forbidden`.
    ///
    /// The last owner leaves the room to whoever has moderated it for longest, else to the longest member, guests left
    /// out. A group that nobody is left in is deleted.
    package func leave(_ room: RoomID, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.refuseInactive(caller.user)
            let known = try transaction.room(room)
            guard let found = known, let membership = try transaction.membership(of: caller.user, in: room) else {
                guard known?.kind == .channel else { throw ChatError(.notFound, field: "room") }
                return
            }
            guard found.kind != .direct, found.kind != .feed else {
                throw ChatError(.forbidden, "Nobody leaves a direct room or the feed.", field: "room")
            }
            try transaction.leave(found, membership, at: now)
        }
    }
}

/// By whom and when people come into a room.
struct Entrance: Sendable {
    /// Who lets them in; themselves where they join.
    var by: UserID
    var at: Timestamp
    var roomsPerUser: Int
}

extension WriteTransaction {
    /// Ends a membership by its person's own going.
    func leave(_ room: Room, _ membership: Membership, at now: Timestamp) throws(ChatError) {
        let user = membership.user
        try handOver(from: membership, by: user, at: now)
        try append(.memberLeft(user), to: room.id, by: user, at: now, nonce: nil, fingerprint: 0)
        try end(membership, at: now)
        if room.kind == .group, try members(of: room.id, after: nil, limit: 1).isEmpty {
            try delete(room, by: user, at: now)
        }
    }

    /// Where the last owner goes, makes another one, before the going is told; not in the feed, which has none of its own.
    func handOver(from leaving: Membership, by actor: UserID, at now: Timestamp) throws(ChatError) {
        let (room, user) = (leaving.room, leaving.user)
        guard leaving.role == .owner, try self.room(room)?.kind != .feed,
            let next = try heir(of: room, besides: user)
        else { return }
        try setRole(.owner, of: next, in: room)
        try append(.roleChanged(next, .owner), to: room, by: actor, at: now, nonce: nil, fingerprint: 0)
    }

    /// Who becomes the owner of the room that `user` leaves: nobody where it has another one. Somebody who is deactivated
    /// looks after nothing, so that they come last.
    private func heir(of room: RoomID, besides user: UserID) throws(ChatError) -> UserID? {
        for isActive in [true, false] {
            for role in [RoomRole.owner, .moderator, .member] {
                let found = try longestStanding(role, of: room, besides: user, isActive: isActive)
                if let found { return role == .owner ? nil : found }
            }
        }
        return nil
    }

    /// Takes the room away from everyone, and tells them.
    func delete(_ room: Room, by actor: UserID, at now: Timestamp) throws(ChatError) {
        try append(.roomDeleted, to: room.id, by: actor, at: now, nonce: nil, fingerprint: 0)
        try delete(room.id)
        if room.kind == .channel { try append(.channelDeleted(room.id), at: now) }
    }

    /// Makes `user`, who is not in `room`, a member for whom all before is read. Throws `forbidden` past the limit of
    /// rooms, and `banned` for who is kept out of it (`forbidden` for who lets them in).
    func enter(
        _ room: RoomID, _ user: UserID, _ entrance: Entrance, role: RoomRole = .member, nonce: Nonce? = nil,
        fingerprint: UInt64 = 0
    ) throws(ChatError) {
        let most = entrance.roomsPerUser
        guard try roomIDs(of: user).count < most else {
            guard user == entrance.by else {
                throw ChatError(.forbidden, "Somebody is in \(most) rooms, the most there may be.", field: "users")
            }
            throw ChatError(.forbidden, "You are in \(most) rooms, the most there may be. Leave one first.")
        }
        if try isBanned(user, from: room) {
            guard user == entrance.by else {
                throw ChatError(.forbidden, "Somebody is banned from this room.", field: "users")
            }
            throw ChatError(.banned, field: "room")
        }
        try insert(Membership(room: room, user: user, role: role, cursor: lastSeq(of: room), joinedAt: entrance.at))
        let event = try append(
            .memberJoined(user), to: room, by: entrance.by, at: entrance.at, nonce: nonce, fingerprint: fingerprint)
        try setCursor(event.seq, of: user, in: room)
        // Else the person's stream would end with where the cursor stood when they were here before.
        try append(.cursorMoved(room: room, seq: event.seq), for: user, at: entrance.at)
    }
}
