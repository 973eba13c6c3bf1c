package import ByteCoding
package import ChatModel

/// An event as a client hears it. Places are the server's own and not told: they read as `Place.start`.
package enum ReceivedEvent: Hashable, Sendable {
    case known(Event)
    /// A room's event of a kind that a newer server tells: it has its number and nothing else to show.
    case unknownInRoom(RoomID, seq: Int64)
    /// What is of no known stream or kind.
    case unknown

    /// Reads the object of an `event` frame or an element of an answer's `events`. `reader` is whose own stream it is.
    package init(_ json: JSON, reader: UserID) {
        let kind = json.string("kind") ?? ""
        let at = Timestamp(json["at"]) ?? Timestamp(milliseconds: 0)
        if let useq = json.int("useq") {
            self = Self.person(json, kind, useq, at, reader)
        } else if let dseq = json.int("dseq") {
            self = Self.directory(json, kind, dseq, at)
        } else if let room = RoomID(json["room"]), let seq = json.int("seq"), seq > 0 {
            guard let body = RoomEventName(rawValue: kind).flatMap({ RoomEvent.Body.read(json, $0) }),
                let actor = UserID(json["user"])
            else {
                self = .unknownInRoom(room, seq: seq)
                return
            }
            self = .known(
                .room(RoomEvent(place: .start, room: room, seq: seq, at: at, actor: actor, body: body)))
        } else {
            self = .unknown
        }
    }

    private static func person(
        _ json: JSON, _ kind: String, _ useq: Int64, _ at: Timestamp, _ reader: UserID
    ) -> ReceivedEvent {
        let body: PersonEvent.Body
        switch kind {
        case "cursor":
            guard let room = RoomID(json["room"]), let seq = json.int("seq"), seq >= 0 else { return .unknown }
            body = .cursorMoved(room: room, seq: seq)
        case "thread.cursor":
            guard let room = RoomID(json["room"]), let thread = JSON.seq(json["thread"]),
                let seq = json.int("seq"), seq >= 0
            else { return .unknown }
            body = .threadRead(room: room, thread: thread, seq: seq)
        case "thread.followed":
            guard let room = RoomID(json["room"]), let thread = JSON.seq(json["thread"]),
                let isFollowing = json.bool("following")
            else { return .unknown }
            let follow = ThreadFollow(isFollowing: isFollowing, cursor: max(json.int("cursor") ?? 0, 0))
            body = .threadFollowed(room: room, thread: thread, follow)
        case "block.changed":
            guard let user = UserID(json["user"]), let isBlocked = json.bool("blocked") else { return .unknown }
            body = .blockChanged(user, isBlocked: isBlocked)
        case "level":
            guard let room = RoomID(json["room"]),
                let level = json.string("level").flatMap({ NotifyLevel(rawValue: $0) })
            else { return .unknown }
            body = .levelChanged(room: room, level)
        case "preferences":
            guard let preferences = json["preferences"].flatMap({ Preferences($0) }) else { return .unknown }
            body = .preferencesChanged(preferences)
        case "saved":
            guard let room = RoomID(json["room"]), let seq = json.int("seq"), seq > 0,
                let isSaved = json.bool("saved")
            else { return .unknown }
            body = .savedChanged(SavedMark(room: room, seq: seq), isSaved: isSaved)
        case "draft":
            guard let key = DraftKey(json), let text = json.string("text") else { return .unknown }
            body = .draftChanged(key, text: text)
        case "scheduled":
            guard let id = ScheduledID(json["id"]),
                let state = json["state"]?.stringValue.flatMap({ ScheduledState(rawValue: $0) })
            else { return .unknown }
            body = .scheduledChanged(id, state)
        default: return .unknown
        }
        return .known(.person(PersonEvent(place: .start, user: reader, useq: useq, at: at, body: body)))
    }

    private static func directory(_ json: JSON, _ kind: String, _ dseq: Int64, _ at: Timestamp) -> ReceivedEvent {
        switch kind {
        case "channel.created":
            guard let value = json["channel"], let room = Room(value) else { return .unknown }
            return .known(.directory(DirectoryEvent(place: .start, dseq: dseq, at: at, body: .channelCreated(room))))
        case "channel.updated":
            guard let value = json["channel"], let room = Room(value) else { return .unknown }
            return .known(.directory(DirectoryEvent(place: .start, dseq: dseq, at: at, body: .channelUpdated(room))))
        case "channel.deleted":
            guard let room = RoomID(json["room"]) else { return .unknown }
            return .known(.directory(DirectoryEvent(place: .start, dseq: dseq, at: at, body: .channelDeleted(room))))
        case "user.registered":
            guard let value = json["person"], let user = User(value) else { return .unknown }
            return .known(.directory(DirectoryEvent(place: .start, dseq: dseq, at: at, body: .userRegistered(user))))
        case "user.updated":
            guard let value = json["user"], let user = User(value) else { return .unknown }
            return .known(.directory(DirectoryEvent(place: .start, dseq: dseq, at: at, body: .userUpdated(user))))
        default: return .unknown
        }
    }
}

/// The kinds of a room's events.
private enum RoomEventName: String {
    case message
    case messageDeleted = "message.deleted"
    case messageEdited = "message.edited"
    case reaction
    case messagePinned = "message.pinned"
    case memberRemoved = "member.removed"
    case memberJoined = "member.joined"
    case memberLeft = "member.left"
    case memberRole = "member.role"
    case roomUpdated = "room.updated"
    case roomArchived = "room.archived"
    case roomRules = "room.rules"
    case memberMuted = "member.muted"
    case messagesExpired = "messages.expired"
    case roomDeleted = "room.deleted"
}

extension RoomEvent.Body {
    /// Nil for a kind that is not known here, and for what lacks what its kind needs.
    fileprivate static func read(_ json: JSON, _ kind: RoomEventName) -> RoomEvent.Body? {
        switch kind {
        case .message:
            guard let id = MessageID(json["id"]) else { return nil }
            if json.bool("gone") == true {
                return .messageGone(id: id, thread: JSON.seq(json["thread"]), replies: Replies(json["replies"]))
            } else {
                guard let message = Message(json) else { return nil }
                return .message(message)
            }
        case .messageDeleted:
            guard let target = json.int("target"), target > 0, let author = UserID(json["author"]) else {
                return nil
            }
            return .messageDeleted(target: target, author: author, thread: JSON.seq(json["thread"]))
        case .messageEdited:
            guard let target = JSON.seq(json["target"]), let author = UserID(json["author"]) else { return nil }
            let message = Message(json)
            guard message != nil || json.bool("gone") == true else { return nil }
            return .messageEdited(target: target, author: author, message)
        case .reaction:
            guard let target = JSON.seq(json["target"]), let isOn = json.bool("on") else { return nil }
            return .reaction(target: target, emoji: json.string("emoji") ?? "", isOn: isOn)
        case .messagePinned:
            guard let target = JSON.seq(json["target"]), let isPinned = json.bool("pinned") else { return nil }
            return .messagePinned(target: target, isPinned: isPinned)
        case .memberRemoved:
            guard let user = UserID(json["member"]) else { return nil }
            return .memberRemoved(user)
        case .memberJoined:
            guard let user = UserID(json["member"]) else { return nil }
            return .memberJoined(user)
        case .memberLeft:
            guard let user = UserID(json["member"]) else { return nil }
            return .memberLeft(user)
        case .memberRole:
            guard let user = UserID(json["member"]),
                let role = json.string("role").flatMap({ RoomRole(rawValue: $0) })
            else { return nil }
            return .roleChanged(user, role)
        case .roomUpdated:
            guard let name = json.string("name") else { return nil }
            return .roomUpdated(name: name, description: json.string("description") ?? "")
        case .roomArchived:
            guard let isArchived = json.bool("archived") else { return nil }
            return .roomArchived(isArchived)
        case .roomRules:
            guard let slowMode = json.int("slow_mode"), let retention = json.int("retention") else {
                return nil
            }
            return .roomRules(slowMode: max(slowMode, 0), retention: max(retention, 0))
        case .memberMuted:
            guard let user = UserID(json["member"]), let until = json["until"] else { return nil }
            guard until.isNull || until.intValue != nil else { return nil }
            return .memberMuted(user, until: Timestamp(until))
        case .messagesExpired:
            guard let through = json.int("through"), through > 0 else { return nil }
            return .messagesExpired(through: through)
        case .roomDeleted: return .roomDeleted
        }
    }
}
