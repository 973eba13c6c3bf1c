import ChatModel

extension User {
    /// From the columns id, email, name, picture, color, role, created_at, handle, state.
    init(_ row: Row) throws(ChatError) {
        guard let role = Role(rawValue: row.text(5)), let state = AccountState(rawValue: row.text(8)) else {
            throw .damagedRow
        }
        self.init(
            id: try row.id(0), email: row.text(1), handle: row.text(7), name: row.text(2),
            avatar: Avatar(picture: row.text(3), color: row.text(4)), role: role, state: state, createdAt: row.time(6))
        if email == noEmail { email = "" }
    }

    /// What stands in the column of addresses, each of which is there once.
    var storedEmail: String { email.isEmpty ? noEmail : email }

    /// What stands there for none.
    private var noEmail: String { "none:\(id)" }
}

extension Session {
    /// From the columns id, user, device, created_at, expires_at, last_used_at.
    init(_ row: Row) throws(ChatError) {
        self.init(
            id: try row.id(0), user: try row.id(1), device: row.text(2), createdAt: row.time(3), expiresAt: row.time(4),
            lastUsedAt: row.time(5))
    }
}

extension Invitation {
    /// From the columns id, created_by, role, uses_left, created_at, expires_at, room.
    init(_ row: Row) throws(ChatError) {
        guard let role = Role(rawValue: row.text(2)) else { throw .damagedRow }
        self.init(
            id: try row.id(0), createdBy: row.isNull(1) ? nil : try row.id(1), role: role,
            room: row.isNull(6) ? nil : try row.id(6), usesLeft: Int(clamping: row.integer(3)), createdAt: row.time(4),
            expiresAt: row.time(5))
    }
}

extension Room {
    /// From the columns id, kind, name, description, created_by, created_at, archived, slow_mode, retention.
    init(_ row: Row) throws(ChatError) {
        guard let kind = Kind(rawValue: row.text(1)) else { throw .damagedRow }
        self.init(
            id: try row.id(0), kind: kind, name: row.text(2), description: row.text(3), createdBy: try row.id(4),
            createdAt: row.time(5), isArchived: row.integer(6) != 0, slowMode: row.integer(7), retention: row.integer(8)
        )
    }
}

extension RoomSummary {
    /// From a room's columns, then member count, newest seq, the asker's membership (user, cursor, joined_at), unread,
    /// the asker's role, the direct room's key, the mentions among the unread and the asker's level.
    init(_ row: Row) throws(ChatError) {
        let room = try Room(row)
        var membership: Membership?
        if !row.isNull(11) {
            membership = Membership(
                room: room.id, user: try row.id(11), role: try row.roomRole(15), cursor: row.integer(12),
                joinedAt: row.time(13), level: try row.level(18))
        }
        self.init(
            room: room, memberCount: Int(clamping: row.integer(9)), lastSeq: row.integer(10), membership: membership,
            unread: membership == nil ? 0 : Int(clamping: row.integer(14)),
            mentions: membership == nil ? 0 : min(Int(clamping: row.integer(17)), Unread.exactLimit + 1),
            directUsers: row.isNull(16) ? [] : try people(ofDirectKey: row.text(16)))
    }
}

extension RoomMember {
    /// From a user's columns, then the role in the room and the end of the last mute there.
    init(_ row: Row) throws(ChatError) {
        self.init(user: try User(row), role: try row.roomRole(9), mutedUntil: row.timeUnlessZero(10))
    }
}

extension Report {
    /// From the columns id, room, seq, author, reporter, reason, at, state, resolved_by, and the message's kind and text.
    init(_ row: Row) throws(ChatError) {
        guard let state = State(rawValue: row.text(7)) else { throw .damagedRow }
        self.init(
            id: try row.id(0), room: try row.id(1), seq: row.integer(2), author: try row.id(3), reporter: try row.id(4),
            reason: row.text(5), at: row.time(6), state: state, resolvedBy: row.isNull(8) ? nil : try row.id(8),
            text: EventKind(rawValue: row.integer(9))?.isLiveMessage == true ? row.text(10) : nil)
    }
}

extension Row {
    /// Nil where the column is 0 or null.
    func timeUnlessZero(_ column: Int32) -> Timestamp? { integer(column) == 0 ? nil : time(column) }

    /// Nil where the column is null.
    func level(_ column: Int32) throws(ChatError) -> NotifyLevel? {
        if isNull(column) { return nil }
        guard let level = NotifyLevel(rawValue: text(column)) else { throw .damagedRow }
        return level
    }

    func roomRole(_ column: Int32) throws(ChatError) -> RoomRole {
        guard let role = RoomRole(rawValue: text(column)) else { throw .damagedRow }
        return role
    }
}

/// What stands for a direct room's people, whatever their order: their ids, the lowest first.
func directKey(_ users: [UserID]) -> String {
    Set(users).sorted().map(\.description).joined(separator: " ")
}

/// The people that `directKey` stands for.
func people(ofDirectKey key: String) throws(ChatError) -> [UserID] {
    var users: [UserID] = []
    for part in key.split(separator: " ") {
        guard let user = UserID(String(part)) else { throw .damagedRow }
        users.append(user)
    }
    return users
}
