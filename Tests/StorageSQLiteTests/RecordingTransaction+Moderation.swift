import ChatModel
import StorageAPI

extension RecordingTransaction {
    func setMute(until: Timestamp?, of user: UserID, in room: RoomID) throws(ChatError) {
        try base.setMute(until: until, of: user, in: room)
        log.note(.setMute)
    }

    func noteSend(by user: UserID, in room: RoomID, at time: Timestamp) throws(ChatError) {
        try base.noteSend(by: user, in: room, at: time)
        log.note(.noteSend)
    }

    func ban(_ user: UserID, from room: RoomID, by actor: UserID, at time: Timestamp) throws(ChatError) {
        try base.ban(user, from: room, by: actor, at: time)
        log.note(.ban)
    }

    func unban(_ user: UserID, from room: RoomID) throws(ChatError) -> Bool {
        let lifted = try base.unban(user, from: room)
        if lifted { log.note(.unban) }
        return lifted
    }

    func insert(_ report: Report) throws(ChatError) -> Bool {
        let inserted = try base.insert(report)
        if inserted { log.note(.insertReport) }
        return inserted
    }

    func update(_ report: Report) throws(ChatError) {
        try base.update(report)
        log.note(.updateReport)
    }

    func expireMessages(
        in room: RoomID, before: Timestamp, now: Timestamp, limit: Int
    ) throws(ChatError) -> Expiry {
        let expiry = try base.expireMessages(in: room, before: before, now: now, limit: limit)
        if expiry.erased > 0 { log.note(.expireMessages) }
        return expiry
    }

    // MARK: - Questions, passed on

    func sendFacts(of user: UserID, in room: RoomID) throws(ChatError) -> SendFacts? {
        try base.sendFacts(of: user, in: room)
    }
    func mutedUntil(_ user: UserID, in room: RoomID) throws(ChatError) -> Timestamp? {
        try base.mutedUntil(user, in: room)
    }
    func mutes(at now: Timestamp) throws(ChatError) -> [Mute] { try base.mutes(at: now) }
    func isBanned(_ user: UserID, from room: RoomID) throws(ChatError) -> Bool {
        try base.isBanned(user, from: room)
    }
    func banCount(of room: RoomID) throws(ChatError) -> Int { try base.banCount(of: room) }
    func bans(of room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [User] {
        try base.bans(of: room, after: after, limit: limit)
    }
    func report(_ id: ReportID) throws(ChatError) -> Report? { try base.report(id) }
    func reports(
        of room: RoomID, state: Report.State?, before: ReportID?, limit: Int
    ) throws(ChatError) -> [Report] {
        try base.reports(of: room, state: state, before: before, limit: limit)
    }
    func reports(
        for asker: UserID, state: Report.State?, before: ReportID?, limit: Int
    ) throws(ChatError) -> [Report] {
        try base.reports(for: asker, state: state, before: before, limit: limit)
    }
    func openReports(by reporter: UserID) throws(ChatError) -> Int { try base.openReports(by: reporter) }
    func openReports(of room: RoomID, limit: Int) throws(ChatError) -> Int {
        try base.openReports(of: room, limit: limit)
    }
    func keepers(of room: RoomID, limit: Int) throws(ChatError) -> [UserID] { try base.keepers(of: room, limit: limit) }
    func administrators(limit: Int) throws(ChatError) -> [UserID] { try base.administrators(limit: limit) }
    func retainedRooms(after: RoomID?, limit: Int) throws(ChatError) -> [Room] {
        try base.retainedRooms(after: after, limit: limit)
    }
}
