import ByteCoding
import ChatModel
import ChatWire

extension ViewChange {
    /// The members `v` and the change's own, behind `f`.
    func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .screen(let screen):
            writer.member("v", "screen")
            writer.member("name", screen.rawValue)
        case .form(let form, let busy, let error, let done):
            writer.member("v", "form")
            writer.member("form", form.rawValue)
            writer.member("busy", busy)
            writer.key("error")
            writer.formError(error)
            writer.member("done", done)
        case .me(let user):
            writer.member("v", "me")
            writer.key("user")
            writer.me(user)
        case .blocks(let users):
            writer.member("v", "blocks")
            writer.key("users")
            writer.beginArray()
            for user in users { writer.string(user.description) }
            writer.endArray()
        case .preferences(let preferences):
            writer.member("v", "preferences")
            writer.key("preferences")
            writer.preferences(preferences)
        case .presence(let people, let reset):
            writer.member("v", "presence")
            writer.member("reset", reset)
            writer.key("users")
            writer.beginArray()
            for person in people { writer.presence(person) }
            writer.endArray()
        case .server(let server):
            writer.member("v", "server")
            writer.member("name", server.name)
            writer.member("registration", server.registration)
        case .connection(let state, let queued, let retryIn):
            writer.member("v", "connection")
            writer.member("state", state.rawValue)
            writer.member("queued", Int64(queued))
            writer.key("retryIn")
            if let retryIn { writer.int(retryIn) } else { writer.null() }
        case .channels(let open, let loading, let channels):
            writer.member("v", "channels")
            writer.member("open", open)
            writer.member("loading", loading)
            writer.key("channels")
            writer.beginArray()
            for channel in channels { writer.channel(channel) }
            writer.endArray()
        case .members(let members): writer.members(members)
        case .reports(let room, let open):
            writer.member("v", "reports")
            writer.member("room", room.description)
            writer.member("open", Int64(open))
        case .typing(let text):
            writer.member("v", "typing")
            writer.member("text", text)
        case .composer(let room, let thread, let draft):
            writer.member("v", "composer")
            writer.member("room", room.description)
            if let thread {
                writer.member("pane", "thread")
                writer.member("thread", thread)
            }
            writer.member("draft", draft)
        case .draft(let key, let text):
            writer.member("v", "draft")
            writer.member("room", key.room.description)
            if let thread = key.thread {
                writer.member("pane", "thread")
                writer.member("thread", thread)
            }
            writer.member("text", text)
        case .inThread(let change):
            writer.member("pane", "thread")
            change.writeMembers(to: &writer)
        case .composerEdit, .completions, .lists, .list, .edits, .thread: writeTalk(to: &writer)
        case .title(let unread):
            writer.member("v", "title")
            writer.member("unread", unread)
        case .notice(let text):
            writer.member("v", "notice")
            writer.member("text", text)
        case .answered(let id, let ok, let json):
            writer.member("v", "answered")
            writer.member("id", id)
            writer.member("ok", ok)
            writer.member("json", json)
        case .roomsReset, .roomsInsert, .roomsUpdate, .roomsRemove, .room: writeRooms(to: &writer)
        case .timelineReset, .timelineAppend, .timelinePrepend, .timelineUpdate, .timelineRemove, .timelineLoading,
            .timelineUnread, .timelineShow, .timelineDetached:
            writeTimeline(to: &writer)
        }
    }

    private func writeRooms(to writer: inout JSONWriter) {
        switch self {
        case .roomsReset(let rooms):
            writer.member("v", "rooms.reset")
            writer.key("rooms")
            writer.beginArray()
            for room in rooms { writer.room(room) }
            writer.endArray()
        case .roomsInsert(let index, let room): writer.room("rooms.insert", index, room)
        case .roomsUpdate(let index, let room): writer.room("rooms.update", index, room)
        case .roomsRemove(let index):
            writer.member("v", "rooms.remove")
            writer.member("index", Int64(index))
        case .room(let room, let state):
            writer.member("v", "room")
            writer.key("room")
            if let room { writer.room(room) } else { writer.null() }
            writer.member("state", state.rawValue)
        default: break
        }
    }

    private func writeTimeline(to writer: inout JSONWriter) {
        switch self {
        case .timelineReset(let rows, let atStart, let firstUnread):
            writer.member("v", "timeline.reset")
            writer.rows(rows)
            writer.member("atStart", atStart)
            writer.member("firstUnread", optional: firstUnread?.text)
        case .timelineAppend(let rows):
            writer.member("v", "timeline.append")
            writer.rows(rows)
        case .timelinePrepend(let rows, let atStart, let firstUnread):
            writer.member("v", "timeline.prepend")
            writer.rows(rows)
            writer.member("atStart", atStart)
            writer.member("firstUnread", optional: firstUnread?.text)
        case .timelineUpdate(let key, let row):
            writer.member("v", "timeline.update")
            writer.member("key", key.text)
            writer.key("row")
            writer.row(row)
        case .timelineRemove(let key):
            writer.member("v", "timeline.remove")
            writer.member("key", key.text)
        case .timelineLoading(let edge, let value):
            writer.member("v", "timeline.loading")
            writer.member("edge", edge.rawValue)
            writer.member("value", value)
        case .timelineUnread(let first):
            writer.member("v", "timeline.unread")
            writer.key("first")
            guard let first else { return writer.null() }
            writer.beginObject()
            writer.member("key", RowKey.event(first.seq).text)
            writer.member("at", first.at)
            writer.member("count", first.count)
            writer.endObject()
        case .timelineShow(let key):
            writer.member("v", "timeline.show")
            writer.member("key", key.text)
        case .timelineDetached(let on, let unread):
            writer.member("v", "timeline.detached")
            writer.member("on", on)
            writer.member("unread", unread)
        default: break
        }
    }
}

extension JSONWriter {
    fileprivate mutating func formError(_ error: FormError?) {
        guard let error else { return null() }
        beginObject()
        member("field", optional: error.field)
        member("message", error.message)
        endObject()
    }

    fileprivate mutating func me(_ user: User) {
        beginObject()
        member("id", user.id.description)
        member("name", user.name)
        avatar(user.avatar)
        member("role", user.role.rawValue)
        member("email", user.email)
        endObject()
    }

    fileprivate mutating func room(_ name: String, _ index: Int, _ room: RoomItem) {
        member("v", name)
        member("index", Int64(index))
        key("room")
        self.room(room)
    }

    fileprivate mutating func room(_ room: RoomItem) {
        beginObject()
        member("id", room.id.description)
        member("kind", room.kind.rawValue)
        member("section", room.section.rawValue)
        member("name", room.name)
        member("description", room.description)
        member("members", Int64(room.members))
        member("unread", room.unread)
        if !room.mentions.isEmpty { member("mentions", room.mentions) }
        member("marked", room.marked)
        member("selected", room.selected)
        member("archived", room.isArchived)
        member("part", room.part.rawValue)
        member("level", room.level.rawValue)
        member("slowMode", room.slowMode)
        member("retention", room.retention)
        rights(room.rights)
        key("people")
        beginArray()
        for person in room.people { self.person(person) }
        endArray()
        endObject()
    }

    fileprivate mutating func presence(_ presence: Presence) {
        beginObject()
        member("id", presence.user.description)
        member("state", presence.state.rawValue)
        if let lastSeen = presence.lastSeen { member("last_seen", lastSeen.milliseconds) }
        endObject()
    }

    private mutating func rights(_ rights: RoomRights) {
        key("can")
        beginObject()
        member("write", rights.writes)
        member("add", rights.addsPeople)
        member("remove", rights.removes.rawValue)
        member("rename", rights.renames)
        member("decide", rights.decides)
        member("leave", rights.leaves)
        endObject()
    }

    fileprivate mutating func members(_ view: MembersShown) {
        member("v", "members")
        member("room", optional: view.room?.description)
        member("loading", view.loading)
        member("more", view.more)
        member("error", optional: view.error)
        key("members")
        beginArray()
        for item in view.members {
            beginObject()
            key("person")
            person(item.person)
            member("part", item.part.rawValue)
            member("me", item.me)
            key("mutedUntil")
            if let until = item.mutedUntil { int(until) } else { null() }
            endObject()
        }
        endArray()
    }

    mutating func person(_ person: Person) {
        beginObject()
        member("id", person.id.description)
        member("name", person.name)
        avatar(person.avatar)
        member("role", person.role.rawValue)
        endObject()
    }

    fileprivate mutating func channel(_ channel: ChannelItem) {
        beginObject()
        member("id", channel.id.description)
        member("name", channel.name)
        member("description", channel.description)
        member("members", Int64(channel.members))
        member("joined", channel.joined)
        member("archived", channel.isArchived)
        endObject()
    }

    fileprivate mutating func rows(_ rows: [Row]) {
        key("rows")
        beginArray()
        for row in rows { self.row(row) }
        endArray()
    }

    mutating func row(_ row: Row) {
        beginObject()
        member("key", row.key.text)
        member("kind", row.kind.rawValue)
        member("text", row.text)
        member("at", row.at)
        key("author")
        if let author = row.author { person(author) } else { null() }
        member("mine", row.mine)
        member("follows", row.follows)
        member("state", row.state.rawValue)
        member("error", optional: row.error)
        member("nonce", optional: row.nonce)
        member("gone", row.isGone)
        if row.isSaved { member("saved", true) }
        if row.kind == .message { message(row) }
        endObject()
    }

    mutating func avatar(_ avatar: Avatar) {
        key("avatar")
        beginObject()
        member("picture", avatar.picture)
        member("color", avatar.color)
        endObject()
    }
}
