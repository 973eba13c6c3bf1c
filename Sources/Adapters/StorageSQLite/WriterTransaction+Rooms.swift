import ChatModel
import StorageAPI

extension WriterTransaction {
    func insert(_ room: Room) throws(ChatError) {
        let key = room.kind == .channel ? channelKey(room.name) : nil
        if key != nil, try channel(named: room.name) != nil { throw ChatError(.nameTaken, field: "name") }
        try willWrite()
        try connection.run(.insertRoom) {
            $0.set(1, room.id)
            $0.set(2, room.kind.rawValue)
            $0.set(3, room.name)
            if let key { $0.set(4, key) }
            $0.set(5, room.description)
            $0.set(6, room.createdBy)
            $0.set(7, room.createdAt)
        }
        memory.set(0, ofRoom: room.id)
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
        try connection.run(.insertMembership) {
            $0.set(1, user)
            $0.set(2, room)
            $0.set(3, membership.cursor)
            $0.set(4, membership.joinedAt)
            $0.set(5, place)
        }
        try connection.run(.deleteDeparture) {
            $0.set(1, user)
            $0.set(2, room)
        }
        try changed(room, by: 1)
        memory.set(true, WriterMemory.MembershipKey(user: user, room: room))
    }

    func deleteMembership(of user: UserID, in room: RoomID) throws(ChatError) {
        guard try membership(of: user, in: room) != nil else { return }
        try willWrite()
        let place = placeOfChange(user, room, joined: false)
        try connection.run(.deleteMembership) {
            $0.set(1, user)
            $0.set(2, room)
        }
        try connection.run(.insertDeparture) {
            $0.set(1, user)
            $0.set(2, room)
            $0.set(3, place)
        }
        try changed(room, by: -1)
        memory.set(false, WriterMemory.MembershipKey(user: user, room: room))
    }

    /// Throws `not_member` where there is no such membership.
    func setCursor(_ seq: Int64, of user: UserID, in room: RoomID) throws(ChatError) {
        try willWrite()
        try connection.run(.setCursor) {
            $0.set(1, user)
            $0.set(2, room)
            $0.set(3, seq)
        }
        guard connection.changes > 0 else { throw ChatError(.notMember) }
    }

    private func changed(_ room: RoomID, by difference: Int64) throws(ChatError) {
        try connection.run(.countMembers) {
            $0.set(1, room)
            $0.set(2, difference)
        }
    }

    /// The place of the event that goes with the membership's change: the one this body appended, else the next.
    private func placeOfChange(_ user: UserID, _ room: RoomID, joined: Bool) -> Int64 {
        let event = joins.last { $0.user == user && $0.room == room && $0.joined == joined }
        return event?.place ?? memory.lastPlace + 1
    }
}
