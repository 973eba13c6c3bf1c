package import ByteCoding
package import ChatModel

/// The values of docs/protocol.md read from JSON objects. Each is nil when a member that is used here is missing or of
/// the wrong type; unknown members, which a newer server may send, are ignored.
extension User {
    /// Somebody, or with an `email` oneself. A role that is not known here counts as `member`, a state as
    /// `deactivated`.
    package init?(_ json: JSON) {
        guard let id = UserID(json["id"]), let name = json.string("name"),
            let picture = json["avatar"]?.string("picture"), let color = json["avatar"]?.string("color")
        else { return nil }
        self.init(
            id: id, email: json.string("email") ?? "", handle: json.string("handle") ?? "", name: name,
            avatar: Avatar(picture: picture, color: color),
            role: json.string("role").flatMap { Role(rawValue: $0) } ?? .member,
            state: json.string("state").map { AccountState(rawValue: $0) ?? .deactivated } ?? .active,
            createdAt: Timestamp(json["created_at"]) ?? Timestamp(milliseconds: 0))
    }
}

extension Room {
    /// A kind that is not known here counts as `group`: members only.
    package init?(_ json: JSON) {
        guard let id = RoomID(json["id"]), let kind = json.string("kind"), let name = json.string("name"),
            let creator = UserID(json["created_by"])
        else { return nil }
        self.init(
            id: id, kind: Kind(rawValue: kind) ?? .group, name: name,
            description: json.string("description") ?? "", createdBy: creator,
            createdAt: Timestamp(json["created_at"]) ?? Timestamp(milliseconds: 0),
            isArchived: json.bool("archived") ?? false,
            slowMode: max(json.int("slow_mode") ?? 0, 0), retention: max(json.int("retention") ?? 0, 0))
    }
}

extension RoomMember {
    /// A part that is not known here, or not told, counts as `member`.
    package init?(_ json: JSON) {
        guard let user = User(json) else { return nil }
        self.init(
            user: user, role: json.string("room_role").flatMap { RoomRole(rawValue: $0) } ?? .member,
            mutedUntil: Timestamp(json["muted_until"]))
    }
}

extension RoomSummary {
    /// `reader` is who asked: the membership is theirs. When they joined is not told and reads as 0.
    package init?(_ json: JSON, reader: UserID) {
        guard let room = Room(json), let members = json.int("members"), let lastSeq = json.int("last_seq"),
            lastSeq >= 0, let joined = json.bool("joined")
        else { return nil }
        var membership: Membership?
        var (unread, mentions) = (0, 0)
        if joined {
            guard let cursor = json.int("cursor"), let count = json.int("unread") else { return nil }
            membership = Membership(
                room: room.id, user: reader,
                role: json.string("role").flatMap { RoomRole(rawValue: $0) } ?? .member,
                cursor: min(max(cursor, 0), lastSeq),
                joinedAt: Timestamp(milliseconds: 0),
                level: json.string("level").flatMap { NotifyLevel(rawValue: $0) })
            unread = Int(clamping: min(max(count, 0), Int64(Unread.exactLimit) + 1))
            mentions = Unread.received(json["mentions"])
        }
        var directUsers: [UserID] = []
        for value in (json.array("users") ?? []).prefix(Limits.directMembers.upperBound) {
            if let user = UserID(value) { directUsers.append(user) }
        }
        self.init(
            room: room, memberCount: Int(clamping: min(max(members, 0), Int64(Int32.max))), lastSeq: lastSeq,
            membership: membership, unread: unread, mentions: mentions, directUsers: directUsers)
    }
}

extension ChatError {
    /// An error as answers carry it. A code that is not known here becomes `unavailable` or `forbidden`, by whether
    /// the server says that a retry helps.
    package init(_ json: JSON) {
        let code = json.string("code").flatMap { ErrorCode(rawValue: $0) }
        let retry = json.bool("retry") ?? false
        let wait = json.int("retry_after")
        self.init(
            code ?? (retry ? .unavailable : .forbidden), json.string("message"),
            field: json.string("field"),
            retryAfter: wait.map { min(max($0, 0), 3_600_000) })
    }
}

extension Identifier {
    package init?(_ json: JSON?) {
        guard let text = json?.stringValue else { return nil }
        self.init(text)
    }
}

extension Place {
    package init?(_ json: JSON?) {
        guard let text = json?.stringValue else { return nil }
        self.init(text)
    }
}

extension Timestamp {
    package init?(_ json: JSON?) {
        guard let value = json?.intValue else { return nil }
        self.init(milliseconds: value)
    }
}
