import ChatModel
import StorageAPI

extension WriterTransaction {
    func insert(_ room: Room) throws(ChatError) { try insert(room, directKey: nil, pair: nil) }

    func insert(_ room: Room, directFor users: [UserID]) throws(ChatError) {
        try insert(room, directKey: directKey(users), pair: DirectPair(users))
    }

    private func insert(_ room: Room, directKey: String?, pair: DirectPair?) throws(ChatError) {
        let key = room.kind == .channel ? channelKey(room.name) : nil
        if key != nil, try isTaken(room.name) { throw ChatError(.nameTaken, field: "name") }
        if room.kind == .feed, try feed() != nil { throw ChatError(.nameTaken, "There is a feed.", field: "name") }
        try willWrite()
        try connection.run(
            .insertRoom, room.id, room.kind.rawValue, room.name, key, room.description, room.createdBy, room.createdAt,
            Int64(room.isArchived ? 1 : 0), directKey, room.slowMode, room.retention)
        memory.set(
            WriterMemory.RoomFacts(lastSeq: 0, isArchived: room.isArchived, pair: pair, slowMode: room.slowMode),
            of: room.id)
        if key != nil { memory.add(channel: room.name) }
    }

    func update(_ room: Room) throws(ChatError) {
        guard let old = try self.room(room.id) else { throw ChatError(.notFound) }
        let (oldKey, key) = room.kind == .channel ? (channelKey(old.name), channelKey(room.name)) : (nil, nil)
        let isRenamed = key != oldKey
        if isRenamed, try isTaken(room.name, besides: old.name) { throw ChatError(.nameTaken, field: "name") }
        var facts = try facts(of: room.id)
        facts.isArchived = room.isArchived
        facts.slowMode = room.slowMode
        try willWrite()
        try connection.run(
            .updateRoom, room.id, room.name, isRenamed ? key : nil, room.description,
            Int64(room.isArchived ? 1 : 0), room.slowMode,
            room.retention)
        if isRenamed {
            memory.remove(channel: old.name)
            memory.add(channel: room.name)
        }
        memory.set(facts, of: room.id)
    }

    func delete(_ room: RoomID) throws(ChatError) {
        guard let old = try self.room(room) else { throw ChatError(.notFound) }
        let members = try connection.all(.memberIDs, room) { row throws(ChatError) -> UserID in try row.id(0) }
        try willWrite()
        try connection.run(.departAll, room, memory.lastPlace)
        try connection.run(.deleteMembershipsOfRoom, room)
        try connection.run(.deleteDraftsOfRoom, room)
        try connection.run(.deleteSavedInRoom, room)
        try connection.run(.deleteScheduledInRoom, room)
        try deleteModeration(of: room)
        try connection.run(.deleteInvitationsIntoRoom, room)
        try connection.run(.deleteRoom, room)
        try connection.run(.insertDeletedRoom, room)
        for user in members { try connection.run(.deleteFollows, user, room) }
        for user in members { memory.set(nil, WriterMemory.MembershipKey(user: user, room: room)) }
        if old.kind == .channel { memory.remove(channel: old.name) }
        memory.forget(room)
    }

    func eraseDeletedRooms(limit: Int) throws(ChatError) -> Bool {
        let found = try connection.first(.deletedRoom) { row throws(ChatError) -> RoomID? in
            row.isNull(0) ? nil : try row.id(0)
        }
        guard let room = found ?? nil else { return false }
        try willWrite()
        let last = try connection.first(.lastToErase, room, rowLimit(max(1, limit))) { row in
            row.isNull(0) ? nil : row.integer(0)
        }
        if let last = last ?? nil {
            try connection.run(.eraseEvents, room, last)
            try blank(0...last, in: room)
            try connection.run(.deleteThreads, room, last)
        } else {
            try connection.run(.deleteDeletedRoom, room)
        }
        return true
    }

    func setRole(_ role: RoomRole, of user: UserID, in room: RoomID) throws(ChatError) {
        try willWrite()
        try connection.run(.setRole, user, room, role.rawValue)
        guard connection.changes > 0 else { throw ChatError(.notMember) }
        memory.forget(WriterMemory.MembershipKey(user: user, room: room))
    }

    /// Whether a channel's name is like `name`, besides the one that is called `own` now.
    private func isTaken(_ name: String, besides own: String? = nil) throws(ChatError) -> Bool {
        if memory.channels(like: name) == nil {
            memory.learn(channels: try connection.all(.channelKeys) { $0.text(0) })
        }
        let isOwn = own.map { ChannelLikeness.of($0) == ChannelLikeness.of(name) } ?? false
        return (memory.channels(like: name) ?? 0) > (isOwn ? 1 : 0)
    }

    /// Throws `not_found` where room or account is missing and `invalid_argument` where the membership exists.
    func insert(_ membership: Membership) throws(ChatError) {
        let (user, room) = (membership.user, membership.room)
        guard try self.room(room) != nil, try self.user(user) != nil else { throw ChatError(.notFound) }
        guard try self.membership(of: user, in: room) == nil else {
            throw ChatError(.invalidArgument, "This person is a member already.", field: "user")
        }
        try willWrite()
        let place = placeOfChange(user, room, joined: true)
        try connection.run(
            .insertMembership, user, room, membership.cursor, membership.joinedAt, place, membership.role.rawValue)
        try connection.run(.deleteDeparture, user, room)
        try changed(room, by: 1)
        memory.forget(WriterMemory.MembershipKey(user: user, room: room))
    }

    func deleteMembership(of user: UserID, in room: RoomID) throws(ChatError) {
        guard try membership(of: user, in: room) != nil else { return }
        try willWrite()
        let event = change(of: user, in: room, joined: false)
        try connection.run(.deleteMembership, user, room)
        try connection.run(.deleteFollows, user, room)
        try connection.run(.deleteDraftsOfMember, user, room)
        try connection.run(.deleteScheduledOfMember, user, room)
        try connection.run(.insertDeparture, user, room, event?.place ?? memory.lastPlace + 1, event?.removedSeq)
        try changed(room, by: -1)
        memory.set(nil, WriterMemory.MembershipKey(user: user, room: room))
    }

    /// Throws `not_member` where there is no such membership.
    func setCursor(_ seq: Int64, of user: UserID, in room: RoomID) throws(ChatError) {
        try willWrite()
        try connection.run(.setCursor, user, room, seq)
        guard connection.changes > 0 else { throw ChatError(.notMember) }
    }

    private func changed(_ room: RoomID, by difference: Int64) throws(ChatError) {
        try connection.run(.countMembers, room, difference)
    }

    /// The place of the event that goes with the membership's change: the one this body appended, else the next.
    private func placeOfChange(_ user: UserID, _ room: RoomID, joined: Bool) -> Int64 {
        change(of: user, in: room, joined: joined)?.place ?? memory.lastPlace + 1
    }

    private func change(of user: UserID, in room: RoomID, joined: Bool) -> JoinOrLeave? {
        joins.last { $0.user == user && $0.room == room && $0.joined == joined }
    }
}
