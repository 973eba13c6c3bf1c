import ByteCoding
import ChatModel

extension ClientEvent {
    /// Reads the JSON spelling of an event: an object with `e`, `now` and the event's own members.
    ///
    /// Nil for what is no event: an unknown name, a member that is missing or of another type. Unknown members are
    /// ignored.
    package init?(json text: [UInt8]) { self.init(json: text.span) }

    package init?(json text: Span<UInt8>) {
        // A stored snapshot comes as one string: the text is long, but its elements are few.
        guard let json = try? JSON.parse(text), let name = json["e"]?.stringValue, let now = json["now"]?.intValue,
            let kind = Kind(name, json)
        else { return nil }
        self.init(now: now, kind)
    }
}

extension ClientEvent.Kind {
    fileprivate init?(_ name: String, _ json: JSON) {
        switch name {
        case "start", "socket.open", "socket.text", "socket.closed", "timer", "online", "visible", "away",
            "http.answer", "stored":
            self.init(shell: name, json)
        case "setup", "register", "login", "logout", "reset", "form.show":
            self.init(account: name, json)
        default: self.init(chat: name, json)
        }
    }

    private init?(shell name: String, _ json: JSON) {
        switch name {
        case "start":
            guard let start = ClientStart(json) else { return nil }
            self = .start(start)
        case "socket.open": self = .socketOpened
        case "socket.text":
            guard let text = json["text"]?.stringValue else { return nil }
            self = .socketText(text)
        case "socket.closed": self = .socketClosed
        case "timer":
            guard let id = json["id"]?.stringValue, let timer = ClientTimer(rawValue: id) else { return nil }
            self = .timer(timer)
        case "online":
            guard let value = json["value"]?.boolValue else { return nil }
            self = .online(value)
        case "visible":
            guard let value = json["value"]?.boolValue else { return nil }
            self = .visible(value)
        case "away":
            guard let value = json["value"]?.boolValue else { return nil }
            self = .away(value)
        case "http.answer":
            guard let id = json["id"]?.intValue, let status = json["status"]?.intValue else { return nil }
            self = .httpAnswer(id: id, status: status, body: json["body"]?.stringValue ?? "")
        case "stored":
            guard let text = json["key"]?.stringValue, let key = ClientStoreKey(rawValue: text),
                let ok = json["ok"]?.boolValue
            else { return nil }
            self = .stored(key, ok: ok)
        default: return nil
        }
    }

    private init?(account name: String, _ json: JSON) {
        switch name {
        case "setup":
            guard let account = ClientAccount(json) else { return nil }
            self = .setUp(account)
        case "register":
            guard let account = ClientAccount(json) else { return nil }
            self = .register(account)
        case "login":
            guard let email = json["email"]?.stringValue, let password = json["password"]?.stringValue else {
                return nil
            }
            self = .logIn(email: email, password: password)
        case "logout": self = .logOut
        case "reset":
            guard let password = json["password"]?.stringValue else { return nil }
            self = .reset(password: password)
        case "form.show":
            guard let name = json["form"]?.stringValue, let form = FormName(rawValue: name) else { return nil }
            self = .showForm(form)
        default: return nil
        }
    }

    private init?(chat name: String, _ json: JSON) {
        let room = json["room"]?.stringValue.flatMap { RoomID($0) }
        let text = json["text"]?.stringValue
        switch name {
        case "channel.create":
            guard let name = json["name"]?.stringValue else { return nil }
            self = .createChannel(name: name, description: json["description"]?.stringValue ?? "")
        case "group.create":
            guard let name = json["name"]?.stringValue, let users = ids(json["users"]) else { return nil }
            self = .createGroup(name: name, description: json["description"]?.stringValue ?? "", users: users)
        case "channel.drop", "group.drop": self = .giveUpMaking
        case "direct.open":
            guard let users = ids(json["users"]), !users.isEmpty else { return nil }
            self = .direct(users)
        case "presence.watch":
            guard let users = ids(json["users"]) else { return nil }
            self = .watch(users)
        case "members.show": self = .showMembers(room)
        case "members.more": self = .moreMembers
        case "ask":
            guard let id = json["id"]?.intValue, let name = json["name"]?.stringValue,
                let arguments = json["arguments"]?.stringValue
            else { return nil }
            self = .ask(id: id, name: name, arguments: arguments)
        case "channels.browse":
            guard let open = json["open"]?.boolValue else { return nil }
            self = .browseChannels(open)
        case "outbox.adopt":
            guard let outbox = json["outbox"]?.stringValue else { return nil }
            self = .adopt(outbox: outbox)
        case "message.unread", "message.delete":
            guard let room, let seq = json["seq"]?.intValue, seq > 0 else { return nil }
            self = name == "message.delete" ? .delete(room, seq: seq) : .markUnread(room, seq: seq)
        case "retry":
            guard let nonce = json["nonce"]?.stringValue else { return nil }
            self = .retry(nonce: nonce)
        case "discard":
            guard let nonce = json["nonce"]?.stringValue else { return nil }
            self = .discard(nonce: nonce)
        case "room.open":
            guard let room else { return nil }
            self = .openRoom(room)
        case "channel.join":
            guard let room else { return nil }
            self = .join(room)
        case "channel.leave":
            guard let room else { return nil }
            self = .leave(room)
        case "draft":
            guard let room, let text else { return nil }
            self = .draft(room, thread: json["thread"]?.intValue, text: text)
        case "send":
            guard let room, let text else { return nil }
            self = .send(room, text: text)
        case "timeline.reached":
            guard let room, let name = json["edge"]?.stringValue, let edge = ClientEdge(rawValue: name) else {
                return nil
            }
            self = .timelineReached(room, edge)
        case "timeline.unread":
            guard let room else { return nil }
            self = .goToFirstUnread(room)
        case "timeline.left":
            guard let room else { return nil }
            self = .timelineLeft(room)
        default: return nil
        }
    }
}

/// Nil where one is none.
private func ids(_ json: JSON?) -> [UserID]? {
    guard let values = json?.arrayValue else { return nil }
    var ids: [UserID] = []
    for value in values {
        guard let id = value.stringValue.flatMap({ UserID($0) }) else { return nil }
        ids.append(id)
    }
    return ids
}

extension ClientStart {
    fileprivate init?(_ json: JSON) {
        guard let digits = json["entropy"]?.stringValue, let entropy = ClientStart.entropy(digits),
            let path = json["path"]?.stringValue, let origin = json["origin"]?.stringValue
        else { return nil }
        self.init(
            entropy: entropy, path: path, origin: origin, online: json["online"]?.boolValue ?? true,
            utcOffset: json["utcOffset"]?.intValue ?? 0, device: json["device"]?.stringValue ?? "Web browser",
            snapshot: json["stored"]?["snapshot"]?.stringValue, outbox: json["stored"]?["outbox"]?.stringValue)
    }

    /// 32 hexadecimal digits.
    private static func entropy(_ digits: String) -> (high: UInt64, low: UInt64)? {
        guard digits.utf8.count == 32 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for digit in digits.utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit &- UInt8(ascii: "a") &+ 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit &- UInt8(ascii: "A") &+ 10
            default: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(value)
        }
        return (high, low)
    }
}

extension ClientAccount {
    fileprivate init?(_ json: JSON) {
        guard let email = json["email"]?.stringValue, let password = json["password"]?.stringValue,
            let name = json["name"]?.stringValue, let picture = json["picture"]?.stringValue,
            let color = json["color"]?.stringValue
        else { return nil }
        self.init(email: email, password: password, name: name, avatar: Avatar(picture: picture, color: color))
    }
}
