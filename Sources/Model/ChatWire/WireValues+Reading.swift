package import ByteCoding
package import ChatModel

/// The values of docs/protocol.md read from JSON objects. Each is nil when a member that is used here is missing or of
/// the wrong type; unknown members, which a newer server may send, are ignored.
extension User {
    /// Somebody, or with an `email` oneself. A role that is not known here counts as `member`, a state as
    /// `deactivated`.
    package init?(_ json: JSON) {
        guard let id = UserID(json["id"]), let name = json["name"]?.stringValue,
            let picture = json["avatar"]?["picture"]?.stringValue, let color = json["avatar"]?["color"]?.stringValue
        else { return nil }
        self.init(
            id: id, email: json["email"]?.stringValue ?? "", handle: json["handle"]?.stringValue ?? "", name: name,
            avatar: Avatar(picture: picture, color: color),
            role: json["role"]?.stringValue.flatMap { Role(rawValue: $0) } ?? .member,
            state: json["state"]?.stringValue.map { AccountState(rawValue: $0) ?? .deactivated } ?? .active,
            createdAt: Timestamp(json["created_at"]) ?? Timestamp(milliseconds: 0))
    }
}

extension Room {
    /// A kind that is not known here counts as `group`: members only.
    package init?(_ json: JSON) {
        guard let id = RoomID(json["id"]), let kind = json["kind"]?.stringValue, let name = json["name"]?.stringValue,
            let creator = UserID(json["created_by"])
        else { return nil }
        self.init(
            id: id, kind: Kind(rawValue: kind) ?? .group, name: name,
            description: json["description"]?.stringValue ?? "", createdBy: creator,
            createdAt: Timestamp(json["created_at"]) ?? Timestamp(milliseconds: 0),
            isArchived: json["archived"]?.boolValue ?? false,
            slowMode: max(json["slow_mode"]?.intValue ?? 0, 0), retention: max(json["retention"]?.intValue ?? 0, 0))
    }
}

extension RoomMember {
    /// A part that is not known here, or not told, counts as `member`.
    package init?(_ json: JSON) {
        guard let user = User(json) else { return nil }
        self.init(
            user: user, role: json["room_role"]?.stringValue.flatMap { RoomRole(rawValue: $0) } ?? .member,
            mutedUntil: Timestamp(json["muted_until"]))
    }
}

extension RoomSummary {
    /// `reader` is who asked: the membership is theirs. When they joined is not told and reads as 0.
    package init?(_ json: JSON, reader: UserID) {
        guard let room = Room(json), let members = json["members"]?.intValue, let lastSeq = json["last_seq"]?.intValue,
            lastSeq >= 0, let joined = json["joined"]?.boolValue
        else { return nil }
        var membership: Membership?
        var (unread, mentions) = (0, 0)
        if joined {
            guard let cursor = json["cursor"]?.intValue, let count = json["unread"]?.intValue else { return nil }
            membership = Membership(
                room: room.id, user: reader,
                role: json["role"]?.stringValue.flatMap { RoomRole(rawValue: $0) } ?? .member,
                cursor: min(max(cursor, 0), lastSeq),
                joinedAt: Timestamp(milliseconds: 0),
                level: json["level"]?.stringValue.flatMap { NotifyLevel(rawValue: $0) })
            unread = Int(clamping: min(max(count, 0), Int64(Unread.exactLimit) + 1))
            mentions = Unread.received(json["mentions"])
        }
        var directUsers: [UserID] = []
        for value in (json["users"]?.arrayValue ?? []).prefix(Limits.directMembers.upperBound) {
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
        let code = json["code"]?.stringValue.flatMap { ErrorCode(rawValue: $0) }
        let retry = json["retry"]?.boolValue ?? false
        let wait = json["retry_after"]?.intValue
        self.init(
            code ?? (retry ? .unavailable : .forbidden), json["message"]?.stringValue,
            field: json["field"]?.stringValue,
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
