import ChatModel
import StorageAPI

/// The questions that reader and writer answer alike, from SQL.
protocol SnapshotReading: ReadTransaction {
    var connection: Connection { get }
}

extension SnapshotReading {
    func user(_ id: UserID) throws(ChatError) -> User? { try connection.user(id) }

    func users(_ ids: [UserID]) throws(ChatError) -> [User] {
        var users: [User] = []
        users.reserveCapacity(ids.count)
        for id in ids {
            if let user = try connection.user(id) { users.append(user) }
        }
        return users
    }

    func user(email: String) throws(ChatError) -> User? {
        try connection.first(.userByEmail, email) { row throws(ChatError) in try User(row) }
    }

    func user(handle: String) throws(ChatError) -> User? {
        try connection.first(.userByHandle, handle) { row throws(ChatError) in try User(row) }
    }

    func passwordHash(of user: UserID) throws(ChatError) -> String? {
        try connection.first(.passwordHash, user) { $0.text(0) }
    }

    func ownerExists() throws(ChatError) -> Bool {
        try connection.first(.ownerExists) { _ in true } ?? false
    }

    func setupTokenHash() throws(ChatError) -> [UInt8]? {
        try connection.first(.setting, Setting.setupToken) { $0.blob(0) }
    }

    func session(tokenHash: [UInt8]) throws(ChatError) -> Session? {
        try connection.first(.sessionByToken, tokenHash) { row throws(ChatError) in try Session(row) }
    }

    func sessions(of user: UserID) throws(ChatError) -> [Session] {
        try connection.all(.sessionsOfUser, user) { row throws(ChatError) in try Session(row) }
    }

    func invitation(codeHash: [UInt8]) throws(ChatError) -> Invitation? {
        try connection.first(.invitationByCode, codeHash) { row throws(ChatError) in
            try Invitation(row)
        }
    }

    func room(_ id: RoomID) throws(ChatError) -> Room? { try connection.room(id) }

    func channel(named name: String) throws(ChatError) -> Room? {
        try connection.first(.channelByKey, channelKey(name)) { row throws(ChatError) in
            try Room(row)
        }
    }

    func membership(of user: UserID, in room: RoomID) throws(ChatError) -> Membership? {
        try connection.first(.membership, user, room) { row throws(ChatError) in
            Membership(
                room: room, user: user, role: try row.roomRole(2), cursor: row.integer(0), joinedAt: row.time(1),
                level: try row.level(3))
        }
    }

    func isMember(_ user: UserID, of room: RoomID) throws(ChatError) -> Bool {
        try membership(of: user, in: room) != nil
    }

    func isArchived(_ room: RoomID) throws(ChatError) -> Bool { try connection.room(room)?.isArchived ?? false }

    func feed() throws(ChatError) -> RoomID? {
        try connection.first(.feed) { row throws(ChatError) in try row.id(0) }
    }

    func directRoom(of users: [UserID]) throws(ChatError) -> RoomID? {
        try connection.first(.roomByDirectKey, directKey(users)) { row throws(ChatError) in try row.id(0) }
    }

    func longestStanding(
        _ role: RoomRole, of room: RoomID, besides user: UserID, isActive: Bool
    ) throws(ChatError) -> UserID? {
        try connection.first(.longestStanding, room, role.rawValue, user, Int64(isActive ? 1 : 0)) {
            row throws(ChatError) -> UserID? in row.isNull(0) ? nil : try row.id(0)
        } ?? nil
    }

    func people(
        withPrefix prefix: String, sharingRoomWith asker: UserID?, scanning: Int
    ) throws(ChatError) -> [User] {
        let found = try connection.all(
            .peopleByPrefix, prefix, prefix + "\u{10FFFF}", asker, rowLimit(scanning)
        ) { row throws(ChatError) in try User(row) }
        var seen: Set<UserID> = []
        return found.filter { seen.insert($0.id).inserted }
    }

    func people(outside room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [User] {
        try connection.all(
            .usersOutside, room, after.map { Int64(bitPattern: $0.rawValue) } ?? -1, rowLimit(limit)
        ) { row throws(ChatError) in try User(row) }
    }

    func shareRoom(_ user: UserID, _ other: UserID) throws(ChatError) -> Bool {
        try connection.first(.sharedRoom, user, other) { _ in true } ?? false
    }

    func lastSeq(of room: RoomID) throws(ChatError) -> Int64 {
        try connection.newest(in: .room(room))?.seq ?? 0
    }

    func roomIDs(of user: UserID) throws(ChatError) -> [RoomID] {
        try connection.all(.memberships, user) { row throws(ChatError) in try row.id(0) }
    }

    func rooms(of user: UserID) throws(ChatError) -> [RoomSummary] {
        try connection.all(.summariesOfUser, user) { row throws(ChatError) in try RoomSummary(row) }
    }

    func summary(of room: RoomID, for asker: UserID) throws(ChatError) -> RoomSummary? {
        try connection.summary(of: room, for: asker)
    }

    func channels(after: RoomID?, limit: Int, for asker: UserID) throws(ChatError) -> [RoomSummary] {
        try connection.all(
            .channelSummaries, asker, after.map { Int64(bitPattern: $0.rawValue) } ?? -1, rowLimit(limit)
        ) { row throws(ChatError) in try RoomSummary(row) }
    }

    func members(of room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [RoomMember] {
        try connection.all(.membersOfRoom, room, after.map { Int64(bitPattern: $0.rawValue) } ?? -1, rowLimit(limit)) {
            row throws(ChatError) in try RoomMember(row)
        }
    }

    func history(
        of room: RoomID, before: Int64?, limit: Int, for reader: UserID?
    ) throws(ChatError) -> [RoomEvent] {
        let connection = connection
        let newestFirst = try connection.all(.history, room, before ?? .max, rowLimit(limit)) { row throws(ChatError) in
            try connection.roomEvent(row, for: reader)
        }
        return newestFirst.reversed()
    }

    func history(
        of room: RoomID, after: Int64, before: Int64, limit: Int, for reader: UserID?
    ) throws(ChatError) -> [RoomEvent] {
        let connection = connection
        return try connection.all(.historyAfter, room, after, before, rowLimit(limit)) { row throws(ChatError) in
            try connection.roomEvent(row, for: reader)
        }
    }

    func firstUnread(in room: RoomID, after cursor: Int64, for reader: UserID) throws(ChatError) -> RoomEvent? {
        let connection = connection
        return try connection.first(.firstUnread, room, cursor, reader) { row throws(ChatError) in
            try connection.roomEvent(row)
        }
    }

    func removal(of user: UserID, from room: RoomID) throws(ChatError) -> Int64? {
        try connection.first(.removal, user, room) { $0.integer(0) }
    }

    func changes(for user: UserID, since: Place, limit: Int, directory: Bool) throws(ChatError) -> Changes {
        try ChangesQuery(connection: connection, user: user, since: since, now: place)
            .page(limit: max(1, limit), directory: directory)
    }

    func sent(_ nonce: Nonce, by user: UserID) throws(ChatError) -> SentRecord? {
        switch nonce {
        case .counted(let instance, let counter):
            guard let device = try connection.device(of: user, instance: instance) else { return nil }
            return try connection.sent(counter: counter, device: device)
        case .text(let text): return try connection.sent(text: text, by: user)
        }
    }
}

enum Setting {
    static let setupToken = "setup_token_hash"
    /// How people register.
    static let registration = "registration"
    /// The place of the newest event that was pruned, as eight bytes, the highest first.
    static let horizon = "prune_horizon"
    /// The place up to which events were looked at for pruning, in the same form.
    static let pruned = "pruned_through"
}

/// What a channel is looked up by: its name in lower case, without what nobody sees. Which names are alike is
/// `ChannelLikeness`'s to say; names that differ in it differ in this too.
func channelKey(_ name: String) -> String {
    let seen = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    return String(String.UnicodeScalarView(seen)).lowercased()
}

/// SQLite takes a negative limit for none at all.
func rowLimit(_ limit: Int) -> Int64 { Int64(max(0, limit)) }

extension Connection {
    func summary(of room: RoomID, for asker: UserID) throws(ChatError) -> RoomSummary? {
        try first(.summaryOfRoom, asker, room) { row throws(ChatError) in try RoomSummary(row) }
    }
}
