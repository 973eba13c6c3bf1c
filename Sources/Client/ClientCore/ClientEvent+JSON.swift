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
        guard let json = try? JSON.parse(text), let name = json.string("e"), let now = json.int("now"),
            let kind = ClientEventName(rawValue: name).flatMap({ Kind.read($0, json) })
        else { return nil }
        self.init(now: now, kind)
    }
}

extension ClientEvent.Kind {
    /// Nil as `ClientEvent.init(json:)` is. Each function hands on the names that are not its own.
    fileprivate static func read(_ name: ClientEventName, _ json: JSON) -> ClientEvent.Kind? {
        switch name {
        case .start:
            guard let start = ClientStart(json) else { return nil }
            return .start(start)
        case .socketOpen: return .socketOpened
        case .socketText:
            guard let text = json.string("text") else { return nil }
            return .socketText(text)
        case .socketClosed: return .socketClosed
        case .timer:
            guard let id = json.string("id"), let timer = ClientTimer(rawValue: id) else { return nil }
            return .timer(timer)
        case .online:
            guard let value = json.bool("value") else { return nil }
            return .online(value)
        case .visible:
            guard let value = json.bool("value") else { return nil }
            return .visible(value)
        case .away:
            guard let value = json.bool("value") else { return nil }
            return .away(value)
        case .httpAnswer:
            guard let id = json.int("id"), let status = json.int("status") else { return nil }
            return .httpAnswer(id: id, status: status, body: json.string("body") ?? "")
        case .stored:
            guard let text = json.string("key"), let key = ClientStoreKey(rawValue: text),
                let ok = json.bool("ok")
            else { return nil }
            return .stored(key, ok: ok)
        default: return account(name, json)
        }
    }

    private static func account(_ name: ClientEventName, _ json: JSON) -> ClientEvent.Kind? {
        switch name {
        case .setup:
            guard let account = ClientAccount(json) else { return nil }
            return .setUp(account)
        case .register:
            guard let account = ClientAccount(json) else { return nil }
            return .register(account)
        case .login:
            guard let email = json.string("email"), let password = json.string("password") else {
                return nil
            }
            return .logIn(email: email, password: password)
        case .logout: return .logOut
        case .reset:
            guard let password = json.string("password") else { return nil }
            return .reset(password: password)
        case .formShow:
            guard let name = json.string("form"), let form = FormName(rawValue: name) else { return nil }
            return .showForm(form)
        default: return chat(name, json)
        }
    }

    private static func chat(_ name: ClientEventName, _ json: JSON) -> ClientEvent.Kind? {
        let room = json.string("room").flatMap { RoomID($0) }
        let text = json.string("text")
        switch name {
        case .channelCreate:
            guard let name = json.string("name") else { return nil }
            return .createChannel(name: name, description: json.string("description") ?? "")
        case .groupCreate:
            guard let name = json.string("name"), let users = ids(json["users"]) else { return nil }
            return .createGroup(name: name, description: json.string("description") ?? "", users: users)
        case .channelDrop, .groupDrop: return .giveUpMaking
        case .directOpen:
            guard let users = ids(json["users"]), !users.isEmpty else { return nil }
            return .direct(users)
        case .presenceWatch:
            guard let users = ids(json["users"]) else { return nil }
            return .watch(users)
        case .membersShow: return .showMembers(room)
        case .membersMore: return .moreMembers
        case .ask:
            guard let id = json.int("id"), let name = json.string("name"),
                let arguments = json.string("arguments")
            else { return nil }
            return .ask(id: id, name: name, arguments: arguments)
        case .channelsBrowse:
            guard let open = json.bool("open") else { return nil }
            return .browseChannels(open)
        case .outboxAdopt:
            guard let outbox = json.string("outbox") else { return nil }
            return .adopt(outbox: outbox)
        case .messageUnread, .messageErase:
            guard let room, let seq = json.int("seq"), seq > 0 else { return nil }
            return name == .messageErase ? .delete(room, seq: seq) : .markUnread(room, seq: seq)
        case .retry:
            guard let nonce = json.string("nonce") else { return nil }
            return .retry(nonce: nonce)
        case .discard:
            guard let nonce = json.string("nonce") else { return nil }
            return .discard(nonce: nonce)
        case .roomOpen:
            guard let room else { return nil }
            return .openRoom(room)
        case .channelJoin:
            guard let room else { return nil }
            return .join(room)
        case .channelLeave:
            guard let room else { return nil }
            return .leave(room)
        case .draft:
            guard let room, let text else { return nil }
            return .draft(room, thread: json.int("thread"), text: text)
        case .send:
            guard let room, let text else { return nil }
            return .send(room, text: text, thread: json.int("thread"), reply: json.int("reply"))
        case .timelineReached:
            guard let room, let name = json.string("edge"), let edge = ClientEdge(rawValue: name) else {
                return nil
            }
            return .timelineReached(room, edge, thread: json.int("thread"))
        case .timelineUnread:
            guard let room else { return nil }
            return .goToFirstUnread(room)
        case .timelineNewest:
            guard let room else { return nil }
            return .goToNewest(room)
        case .timelineLeft:
            guard let room else { return nil }
            return .timelineLeft(room, thread: json.int("thread"))
        default: return talk(name, json)
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
        guard let digits = json.string("entropy"), let entropy = ClientStart.entropy(digits),
            let path = json.string("path"), let origin = json.string("origin")
        else { return nil }
        self.init(
            entropy: entropy, path: path, origin: origin, online: json.bool("online") ?? true,
            utcOffset: json.int("utcOffset") ?? 0, device: json.string("device"),
            snapshot: json["stored"]?.string("snapshot"), outbox: json["stored"]?.string("outbox"))
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
        guard let email = json.string("email"), let password = json.string("password"),
            let name = json.string("name"), let picture = json.string("picture"),
            let color = json.string("color")
        else { return nil }
        self.init(email: email, password: password, name: name, avatar: Avatar(picture: picture, color: color))
    }
}
