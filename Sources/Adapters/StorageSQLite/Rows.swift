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
    }
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
    /// From the columns id, created_by, role, uses_left, created_at, expires_at.
    init(_ row: Row) throws(ChatError) {
        guard let role = Role(rawValue: row.text(2)) else { throw .damagedRow }
        self.init(
            id: try row.id(0), createdBy: row.isNull(1) ? nil : try row.id(1), role: role,
            usesLeft: Int(clamping: row.integer(3)), createdAt: row.time(4), expiresAt: row.time(5))
    }
}

extension Room {
    /// From the columns id, kind, name, description, created_by, created_at, archived.
    init(_ row: Row) throws(ChatError) {
        guard let kind = Kind(rawValue: row.text(1)) else { throw .damagedRow }
        self.init(
            id: try row.id(0), kind: kind, name: row.text(2), description: row.text(3), createdBy: try row.id(4),
            createdAt: row.time(5), isArchived: row.integer(6) != 0)
    }
}

extension RoomSummary {
    /// From a room's columns, then member count, newest seq, the asker's membership (user, cursor, joined_at), unread,
    /// the asker's role and the direct room's key.
    init(_ row: Row) throws(ChatError) {
        let room = try Room(row)
        var membership: Membership?
        if !row.isNull(9) {
            membership = Membership(
                room: room.id, user: try row.id(9), role: try row.roomRole(13), cursor: row.integer(10),
                joinedAt: row.time(11))
        }
        self.init(
            room: room, memberCount: Int(clamping: row.integer(7)), lastSeq: row.integer(8), membership: membership,
            unread: membership == nil ? 0 : Int(clamping: row.integer(12)),
            directUsers: row.isNull(14) ? [] : try people(ofDirectKey: row.text(14)))
    }
}

extension RoomMember {
    /// From a user's columns, then the role in the room.
    init(_ row: Row) throws(ChatError) { self.init(user: try User(row), role: try row.roomRole(9)) }
}

extension Row {
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
