package import ByteCoding
package import ChatModel

/// What the server tells: an event's name with its one object.
package enum ReceivedNotice: Hashable, Sendable {
    /// `user` is nil while not logged in; `safe` comes with it.
    case ready(ServerFacts, user: User?, safe: Place?)
    /// `safe` is nil where a frame carries none that can be read.
    case event(JSON, safe: Place?)
    case gap(since: Place)
    /// At most four ids, oldest first; `count` is at least their number.
    case typing(RoomID, users: [UserID], count: Int)
    /// Those of a room's threads of which it changed, each as `typing`; at most eight.
    case threadTyping(RoomID, [ThreadTyping])
    /// How many of the room's reports are open, for who may read them.
    case reports(RoomID, open: Int)
    /// At most 200 people.
    case presence([Presence])
    case ended

    /// Nil for a name that is not known here, and for an object that lacks what its name needs.
    package init?(name: String, arguments: ArraySlice<JSON>) {
        guard let json = arguments.first, json.objectValue != nil else { return nil }
        switch name {
        case "event": self = .event(json, safe: Place(json["safe"]))
        case "typing":
            guard let room = RoomID(json["room"]), let typing = ThreadTyping(json, thread: 0) else { return nil }
            self = .typing(room, users: typing.users, count: typing.count)
        case "thread.typing":
            guard let room = RoomID(json["room"]), let values = json.array("threads") else { return nil }
            var threads: [ThreadTyping] = []
            for value in values.prefix(8) {
                guard let thread = value.int("thread"), let typing = ThreadTyping(value, thread: thread) else {
                    continue
                }
                threads.append(typing)
            }
            self = .threadTyping(room, threads)
        case "reports":
            guard let room = RoomID(json["room"]), let open = json.int("open") else { return nil }
            self = .reports(room, open: Int(clamping: max(0, min(open, Int64(Int32.max)))))
        case "presence":
            guard let people = Presence.list(json["users"]) else { return nil }
            self = .presence(people)
        case "gap":
            guard let since = Place(json["since"]) else { return nil }
            self = .gap(since: since)
        case "ready":
            guard let facts = json["server"].flatMap({ ServerFacts($0) }) else { return nil }
            guard let value = json["user"], !value.isNull else {
                self = .ready(facts, user: nil, safe: nil)
                return
            }
            guard let user = User(value) else { return nil }
            self = .ready(facts, user: user, safe: Place(json["safe"]))
        case "ended": self = .ended
        default: return nil
        }
    }
}

extension ThreadTyping {
    fileprivate init?(_ json: JSON, thread: Int64) {
        guard let values = json.array("users"), let count = json.int("count") else { return nil }
        var users: [UserID] = []
        for value in values.prefix(4) {
            if let user = UserID(value) { users.append(user) }
        }
        self.init(
            thread: thread, users: users,
            count: Int(clamping: max(min(count, Int64(Int32.max)), Int64(users.count))))
    }
}

extension ServerFacts {
    fileprivate init?(_ json: JSON) {
        guard let name = json.string("name"), let setup = json.bool("setup") else { return nil }
        self.init(
            name: name, version: json.string("version") ?? "", setup: setup,
            registration: json.string("registration") ?? "")
    }
}
