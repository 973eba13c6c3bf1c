import ByteCoding
import ChatModel
import ChatWire

/// What the client shows at once when it starts again, and the place from which it then reads what it missed.
struct Snapshot: Sendable {
    static let version: Int64 = 1
    /// Newest events kept of each room that was open lately.
    static let eventsPerRoom = 50
    static let draftLimit = Limits.drafts

    var me: User
    var safe: Place
    var useq: Int64
    var dseq: Int64
    var recent: [RoomID] = []
    var rooms: [RoomState] = []
    var people: [Person] = []
    /// How far threads were read that the server has not heard of.
    var threads: [(key: ThreadStanding.Key, seq: Int64)] = []
    /// Nil where they were not known.
    var blocks: [UserID]?
    /// Nil where they were not known.
    var preferences: Preferences?
    var drafts: [(key: DraftKey, text: String, at: Int64, isChanged: Bool)] = []
    /// In the order of rooms and numbers; nil where they were not known.
    var saved: [SavedMark]?
    /// Whether they are what the server had then, and what it has yet to hear.
    var knowsDrafts = false

    init(me: User, safe: Place, useq: Int64, dseq: Int64) {
        self.me = me
        self.safe = safe
        self.useq = useq
        self.dseq = dseq
    }

    func encoded() -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("v", Snapshot.version)
        writer.key("me")
        writer.ownUser(me)
        writer.member("safe", safe.description)
        writer.member("useq", useq)
        writer.member("dseq", dseq)
        writer.key("recent")
        writer.beginArray()
        for room in recent { writer.string(room.description) }
        writer.endArray()
        writer.key("rooms")
        writer.beginArray()
        for room in rooms { write(room, to: &writer) }
        writer.endArray()
        writer.key("people")
        writer.beginArray()
        for person in people {
            writer.beginObject()
            writer.member("id", person.id.description)
            writer.member("name", person.name)
            if !person.handle.isEmpty { writer.member("handle", person.handle) }
            writer.avatar(person.avatar)
            writer.member("role", person.role.rawValue)
            writer.endObject()
        }
        writer.endArray()
        writer.key("threads")
        writer.beginArray()
        for thread in threads {
            writer.beginObject()
            writer.member("room", thread.key.room.description)
            writer.member("root", thread.key.root)
            writer.member("seq", thread.seq)
            writer.endObject()
        }
        writer.endArray()
        if let blocks {
            writer.key("blocks")
            writer.beginArray()
            for user in blocks { writer.string(user.description) }
            writer.endArray()
        }
        if let preferences {
            writer.key("preferences")
            writer.preferences(preferences)
        }
        if let saved {
            writer.key("saved")
            writer.savedMarks(saved)
        }
        writer.key("drafts")
        writer.beginArray()
        for draft in drafts.prefix(Snapshot.draftLimit) {
            writer.beginObject()
            writer.member("room", draft.key.room.description)
            if let thread = draft.key.thread { writer.member("thread", thread) }
            writer.member("text", draft.text)
            writer.member("at", draft.at)
            writer.member("changed", draft.isChanged)
            writer.endObject()
        }
        writer.endArray()
        writer.member("knowsDrafts", knowsDrafts)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(_ room: RoomState, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("room")
        writer.room(room.summary)
        writer.member("confirmed", room.confirmedCursor)
        if room.countedSeq != room.lastSeq { writer.member("counted", room.countedSeq) }
        if room.count != .exact { writer.member("exact", false) }
        if room.wish?.kind == .readThenUnread { writer.member("noFurther", true) }
        if !room.shells.isEmpty {
            writer.key("shells")
            writer.beginArray()
            for seq in room.shells.inOrder() { writer.int(seq) }
            writer.endArray()
        }
        if room.window.state == .ready, recent.contains(room.room.id) {
            let events = room.window.events.suffix(Snapshot.eventsPerRoom)
            writer.member("atStart", room.window.atStart && events.count == room.window.events.count)
            writer.key("events")
            writer.beginArray()
            for event in events { writer.event(.room(event)) }
            writer.endArray()
        }
        writer.endObject()
    }
}

extension Snapshot {
    /// Nil for what `encoded` of this version did not write.
    init?(stored text: String) {
        guard let json = try? JSON.parse(Array(text.utf8)), json.int("v") == Snapshot.version,
            let me = json["me"].flatMap({ User($0) }), let safe = Place(json["safe"]),
            let useq = json.int("useq"), let dseq = json.int("dseq"),
            let rooms = json.array("rooms")
        else { return nil }
        self.init(me: me, safe: safe, useq: useq, dseq: dseq)
        for value in rooms {
            guard let room = RoomState(stored: value, reader: me.id) else { return nil }
            self.rooms.append(room)
        }
        for value in json.array("recent") ?? [] {
            if let room = RoomID(value) { recent.append(room) }
        }
        for value in json.array("people") ?? [] {
            guard let id = UserID(value["id"]), let name = value.string("name"),
                let picture = value["avatar"]?.string("picture"),
                let color = value["avatar"]?.string("color")
            else { continue }
            let role = value.string("role").flatMap { Role(rawValue: $0) } ?? .member
            people.append(
                Person(
                    id: id, name: name, handle: value.string("handle") ?? "",
                    avatar: Avatar(picture: picture, color: color), role: role))
        }
        for value in json.array("threads") ?? [] {
            guard let room = RoomID(value["room"]), let root = value.int("root"), let seq = value.int("seq"), seq > 0
            else { continue }
            threads.append((ThreadStanding.Key(room: room, root: root), seq))
        }
        if let values = json.array("blocks") {
            var users: [UserID] = []
            for value in values.prefix(Limits.blocks) {
                if let user = UserID(value) { users.append(user) }
            }
            blocks = users
        }
        saved = SavedMark.list(json["saved"])
        preferences = json["preferences"].flatMap { Preferences($0) }
        for value in (json.array("drafts") ?? []).prefix(Snapshot.draftLimit) {
            guard let room = RoomID(value["room"]), let text = value.string("text") else { continue }
            // Before there were drafts on the server none was told to it.
            drafts.append(
                (
                    DraftKey(room: room, thread: value.int("thread")), text, value.int("at") ?? 0,
                    value.bool("changed") ?? true
                ))
        }
        knowsDrafts = json.bool("knowsDrafts") ?? false
    }
}

extension RoomState {
    fileprivate init?(stored json: JSON, reader: UserID) {
        guard let value = json["room"], let summary = RoomSummary(value, reader: reader), summary.membership != nil,
            let confirmed = json.int("confirmed")
        else { return nil }
        var window = TimelineWindow()
        if let values = json.array("events") {
            var events: [RoomEvent] = []
            for value in values {
                guard case .known(.room(let event)) = ReceivedEvent(value, reader: reader),
                    event.room == summary.room.id
                else { return nil }
                events.append(event)
            }
            window = TimelineWindow(restored: events, atStart: json.bool("atStart") ?? false)
        }
        var kept = Kept(confirmedCursor: confirmed, countedSeq: json.int("counted") ?? summary.lastSeq)
        kept.isExact = json.bool("exact") ?? true
        kept.isReadNoFurther = json.bool("noFurther") ?? false
        for value in json.array("shells") ?? [] {
            if let seq = value.intValue { kept.shells.insert(seq) }
        }
        self.init(summary, kept: kept, window: window)
    }
}
