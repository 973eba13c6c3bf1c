import ChatModel
import StorageAPI

extension SnapshotReading {
    func sendFacts(of user: UserID, in room: RoomID) throws(ChatError) -> SendFacts? {
        guard let member = try connection.memberFacts(of: user, in: room), let found = try connection.room(room) else {
            return nil
        }
        return SendFacts(
            isArchived: found.isArchived, slowMode: found.slowMode, role: member.role, mutedUntil: member.mutedUntil,
            lastSend: member.lastSend)
    }

    func mutedUntil(_ user: UserID, in room: RoomID) throws(ChatError) -> Timestamp? {
        try connection.first(.mutedUntil, room, user) { $0.timeUnlessZero(0) } ?? nil
    }

    func mutes(at now: Timestamp) throws(ChatError) -> [Mute] {
        try connection.all(.mutes, now) { row throws(ChatError) in
            Mute(user: try row.id(0), room: try row.id(1), until: row.time(2))
        }
    }

    func isBanned(_ user: UserID, from room: RoomID) throws(ChatError) -> Bool {
        try connection.first(.ban, room, user) { _ in true } ?? false
    }

    func banCount(of room: RoomID) throws(ChatError) -> Int {
        try connection.first(.banCount, room) { Int(clamping: $0.integer(0)) } ?? 0
    }

    func bans(of room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [User] {
        try connection.all(.bansOfRoom, room, after.map { Int64(bitPattern: $0.rawValue) } ?? -1, rowLimit(limit)) {
            row throws(ChatError) in try User(row)
        }
    }

    func report(_ id: ReportID) throws(ChatError) -> Report? {
        try connection.first(.reportByID, id) { row throws(ChatError) in try Report(row) }
    }

    func reports(
        of room: RoomID, state: Report.State?, before: ReportID?, limit: Int
    ) throws(ChatError) -> [Report] {
        try connection.all(
            .reportsOfRoom, room, before.map { Int64(bitPattern: $0.rawValue) } ?? .max, state?.rawValue,
            rowLimit(limit)
        ) { row throws(ChatError) in try Report(row) }
    }

    func reports(
        for asker: UserID, state: Report.State?, before: ReportID?, limit: Int
    ) throws(ChatError) -> [Report] {
        try connection.all(
            .reportsForAsker, asker, before.map { Int64(bitPattern: $0.rawValue) } ?? .max, state?.rawValue,
            rowLimit(limit)
        ) { row throws(ChatError) in try Report(row) }
    }

    func openReports(by reporter: UserID) throws(ChatError) -> Int {
        try connection.first(.openReports, reporter) { Int(clamping: $0.integer(0)) } ?? 0
    }

    func openReports(of room: RoomID, limit: Int) throws(ChatError) -> Int {
        try connection.first(.openReportsOfRoom, room, rowLimit(limit)) { Int(clamping: $0.integer(0)) } ?? 0
    }

    func keepers(of room: RoomID, limit: Int) throws(ChatError) -> [UserID] {
        try connection.all(.keepersOfRoom, room, rowLimit(limit)) { row throws(ChatError) in try row.id(0) }
    }

    func administrators(limit: Int) throws(ChatError) -> [UserID] {
        try connection.all(.administrators, rowLimit(limit)) { row throws(ChatError) in try row.id(0) }
    }

    func retainedRooms(after: RoomID?, limit: Int) throws(ChatError) -> [Room] {
        try connection.all(.retainedRooms, after.map { Int64(bitPattern: $0.rawValue) } ?? -1, rowLimit(limit)) {
            row throws(ChatError) in try Room(row)
        }
    }
}

extension Connection {
    /// Nil where `user` is no member of `room`.
    func memberFacts(of user: UserID, in room: RoomID) throws(ChatError) -> WriterMemory.MemberFacts? {
        try first(.memberFacts, user, room) { row throws(ChatError) in
            WriterMemory.MemberFacts(
                role: try row.roomRole(0), mutedUntil: row.timeUnlessZero(1), lastSend: row.timeUnlessZero(2))
        }
    }
}
