package import ByteCoding
package import ChatModel

/// The values of docs/protocol.md as JSON objects.
extension JSONWriter {
    /// A person as others see them.
    package mutating func user(_ user: User) {
        beginObject()
        members(of: user)
        endObject()
    }

    /// A person as they and administrators see them: with their e-mail address, which a bot has not.
    package mutating func ownUser(_ user: User) {
        beginObject()
        members(of: user)
        if !user.email.isEmpty { member("email", user.email) }
        endObject()
    }

    /// A person as administrators list them: with their e-mail address, and when they were last there.
    mutating func account(_ entry: AccountEntry) {
        beginObject()
        members(of: entry.user)
        if !entry.user.email.isEmpty { member("email", entry.user.email) }
        if let lastSeen = entry.lastSeen { member("last_seen", lastSeen) }
        endObject()
    }

    /// A person with their part in the room whose members are listed.
    package mutating func member(_ member: RoomMember) {
        beginObject()
        members(of: member.user)
        self.member("room_role", member.role.rawValue)
        if let until = member.mutedUntil { self.member("muted_until", until) }
        endObject()
    }

    /// A person as a search shows them: with the e-mail address where the asker typed it.
    package mutating func found(_ user: User) { ownUser(user) }

    /// A room with its counts, as the asker sees it; with `page`, also its newest events.
    package mutating func room(_ summary: RoomSummary, page: RoomPage? = nil) {
        beginObject()
        members(of: summary.room)
        key("members")
        int(summary.memberCount)
        key("last_seq")
        int(summary.lastSeq)
        key("joined")
        bool(summary.membership != nil)
        if let membership = summary.membership {
            key("cursor")
            int(membership.cursor)
            key("unread")
            int(summary.unread)
            if summary.mentions > 0 { member("mentions", Int64(summary.mentions)) }
            member("role", membership.role.rawValue)
            if let level = membership.level { member("level", level.rawValue) }
        }
        if summary.room.kind == .direct {
            key("users")
            beginArray()
            for user in summary.directUsers { string(user.description) }
            endArray()
        }
        if let page {
            key("events")
            beginArray()
            for event in page.events { self.event(.room(event)) }
            endArray()
            member("more", page.more)
        }
        endObject()
    }

    /// A channel as the directory tells of it: without counts.
    package mutating func channel(_ room: Room) {
        beginObject()
        members(of: room)
        endObject()
    }

    package mutating func report(_ report: Report) {
        beginObject()
        member("id", report.id.description)
        member("room", report.room.description)
        member("seq", report.seq)
        if let text = report.text { member("message", text) }
        member("author", report.author.description)
        member("reporter", report.reporter.description)
        member("reason", report.reason)
        member("at", report.at)
        member("state", report.state.rawValue)
        if let user = report.resolvedBy { member("resolved_by", user.description) }
        endObject()
    }

    /// An error as answers and refusals carry it.
    package mutating func error(_ error: ChatError) {
        beginObject()
        member("code", error.code.rawValue)
        member("message", error.message)
        key("retry")
        bool(error.code.retryHelps)
        if let field = error.field { member("field", field) }
        if let wait = error.retryAfter {
            key("retry_after")
            int(wait)
        }
        endObject()
    }

    private mutating func members(of user: User) {
        member("id", user.id.description)
        member("name", user.name)
        member("handle", user.handle)
        member("avatar", user.avatar)
        member("role", user.role.rawValue)
        member("created_at", user.createdAt)
        if user.state != .active { member("state", user.state.rawValue) }
    }

    private mutating func members(of room: Room) {
        member("id", room.id.description)
        member("kind", room.kind.rawValue)
        member("name", room.name)
        member("description", room.description)
        member("created_by", room.createdBy.description)
        member("created_at", room.createdAt)
        member("archived", room.isArchived)
        if room.slowMode > 0 { member("slow_mode", room.slowMode) }
        if room.retention > 0 { member("retention", room.retention) }
    }

    mutating func member(_ name: String, _ avatar: Avatar) {
        key(name)
        beginObject()
        member("picture", avatar.picture)
        member("color", avatar.color)
        endObject()
    }

    mutating func member(_ name: String, _ text: String) {
        key(name)
        string(text)
    }

    mutating func member(_ name: String, _ time: Timestamp) {
        key(name)
        int(time.milliseconds)
    }

    mutating func member(_ name: String, _ number: Int64) {
        key(name)
        int(number)
    }

    mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        bool(flag)
    }
}
