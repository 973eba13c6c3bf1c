import ChatModel
import StorageAPI

extension WriterTransaction {
    func sendFacts(of user: UserID, in room: RoomID) throws(ChatError) -> SendFacts? {
        guard let member = try memberFacts(of: user, in: room) else { return nil }
        let facts = try facts(of: room)
        return SendFacts(
            isArchived: facts.isArchived, slowMode: facts.slowMode, role: member.role, mutedUntil: member.mutedUntil,
            lastSend: member.lastSend)
    }

    func memberFacts(of user: UserID, in room: RoomID) throws(ChatError) -> WriterMemory.MemberFacts? {
        let key = WriterMemory.MembershipKey(user: user, room: room)
        if let known = memory.member(key) { return known }
        let found = try connection.memberFacts(of: user, in: room)
        memory.learn(found, key)
        return found
    }

    func setMute(until: Timestamp?, of user: UserID, in room: RoomID) throws(ChatError) {
        try willWrite()
        try connection.run(.setMute, room, user, until ?? Timestamp(milliseconds: 0))
        memory.forget(WriterMemory.MembershipKey(user: user, room: room))
    }

    func noteSend(by user: UserID, in room: RoomID, at time: Timestamp) throws(ChatError) {
        let key = WriterMemory.MembershipKey(user: user, room: room)
        guard var member = try memberFacts(of: user, in: room) else { throw ChatError(.notMember) }
        try willWrite()
        try connection.run(.setSendTime, room, user, time)
        member.lastSend = time
        memory.set(member, key)
    }

    func ban(_ user: UserID, from room: RoomID, by actor: UserID, at time: Timestamp) throws(ChatError) {
        try willWrite()
        try connection.run(.insertBan, room, user, actor, time)
    }

    func unban(_ user: UserID, from room: RoomID) throws(ChatError) -> Bool {
        try willWrite()
        try connection.run(.deleteBan, room, user)
        return connection.changes > 0
    }

    func insert(_ report: Report) throws(ChatError) -> Bool {
        try willWrite()
        try connection.run(
            .insertReport, report.id, report.room, report.seq, report.author, report.reporter, report.reason, report.at,
            report.state.rawValue)
        return connection.changes > 0
    }

    func update(_ report: Report) throws(ChatError) {
        try willWrite()
        try connection.run(.updateReport, report.id, report.state.rawValue, report.resolvedBy)
        guard connection.changes > 0 else { throw ChatError(.notFound) }
    }

    /// What was decided in a room that goes.
    func deleteModeration(of room: RoomID) throws(ChatError) {
        try connection.run(.deleteRestraints, room)
        try connection.run(.deleteBans, room)
        try connection.run(.deleteReports, room)
    }

    // MARK: - Retention

    func expireMessages(
        in room: RoomID, before: Timestamp, now: Timestamp, limit: Int
    ) throws(ChatError) -> Expiry {
        guard let start = try connection.first(.expiredThrough, room, read: { $0.integer(0) }) else {
            throw ChatError(.notFound)
        }
        let limit = max(1, limit)
        let old = try oldEvents(of: room, after: start, before: before, now: now, limit: limit)
        guard let last = old.last else { return Expiry(through: start, erased: 0, more: false) }
        try willWrite()
        let erased = try eraseMessages(start &+ 1...max(last, start &+ 1), in: room)
        try connection.run(.setExpiredThrough, room, last)
        return Expiry(through: last, erased: erased, more: old.count == limit)
    }

    /// The numbers of the next events that are old, at most `limit`.
    private func oldEvents(
        of room: RoomID, after start: Int64, before: Timestamp, now: Timestamp, limit: Int
    ) throws(ChatError) -> [Int64] {
        func next(_ limit: Int) throws(ChatError) -> [(seq: Int64, at: Timestamp)] {
            try connection.all(.eventsToExpire, room, start, rowLimit(limit)) { ($0.integer(0), $0.time(1)) }
        }
        var found = try next(limit)
        if found.count == limit, let last = found.last, last.at > now {
            found = try next(limit.multipliedReportingOverflow(by: 100).partialValue)
        }
        let candidates = found.prefix { $0.at < before || $0.at > now }
        guard let lastOld = candidates.lastIndex(where: { $0.at <= now }) else { return [] }
        return candidates[...lastOld].prefix(limit).map(\.seq)
    }
}
