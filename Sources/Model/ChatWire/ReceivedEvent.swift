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
        let kind = json["kind"]?.stringValue ?? ""
        let at = Timestamp(json["at"]) ?? Timestamp(milliseconds: 0)
        if let useq = json["useq"]?.intValue {
            self = Self.person(json, kind, useq, at, reader)
        } else if let dseq = json["dseq"]?.intValue {
            self = Self.directory(json, kind, dseq, at)
        } else if let room = RoomID(json["room"]), let seq = json["seq"]?.intValue, seq > 0 {
            guard let body = RoomEvent.Body(json, kind), let actor = UserID(json["user"]) else {
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
            guard let room = RoomID(json["room"]), let seq = json["seq"]?.intValue, seq >= 0 else { return .unknown }
            body = .cursorMoved(room: room, seq: seq)
        case "thread.cursor":
            guard let room = RoomID(json["room"]), let thread = JSON.seq(json["thread"]),
                let seq = json["seq"]?.intValue, seq >= 0
            else { return .unknown }
            body = .threadRead(room: room, thread: thread, seq: seq)
        case "thread.followed":
            guard let room = RoomID(json["room"]), let thread = JSON.seq(json["thread"]),
                let isFollowing = json["following"]?.boolValue
            else { return .unknown }
            let follow = ThreadFollow(isFollowing: isFollowing, cursor: max(json["cursor"]?.intValue ?? 0, 0))
            body = .threadFollowed(room: room, thread: thread, follow)
        case "block.changed":
            guard let user = UserID(json["user"]), let isBlocked = json["blocked"]?.boolValue else { return .unknown }
            body = .blockChanged(user, isBlocked: isBlocked)
        case "level":
            guard let room = RoomID(json["room"]),
                let level = json["level"]?.stringValue.flatMap({ NotifyLevel(rawValue: $0) })
            else { return .unknown }
            body = .levelChanged(room: room, level)
        case "preferences":
            guard let preferences = json["preferences"].flatMap({ Preferences($0) }) else { return .unknown }
            body = .preferencesChanged(preferences)
        case "saved":
            guard let room = RoomID(json["room"]), let seq = json["seq"]?.intValue, seq > 0,
                let isSaved = json["saved"]?.boolValue
            else { return .unknown }
            body = .savedChanged(SavedMark(room: room, seq: seq), isSaved: isSaved)
        case "draft":
            guard let key = DraftKey(json), let text = json["text"]?.stringValue else { return .unknown }
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

extension RoomEvent.Body {
    fileprivate init?(_ json: JSON, _ kind: String) {
        switch kind {
        case "message":
            guard let id = MessageID(json["id"]) else { return nil }
            if json["gone"]?.boolValue == true {
                self = .messageGone(id: id, thread: JSON.seq(json["thread"]), replies: Replies(json["replies"]))
            } else {
                guard let message = Message(json) else { return nil }
                self = .message(message)
            }
        case "message.deleted":
            guard let target = json["target"]?.intValue, target > 0, let author = UserID(json["author"]) else {
                return nil
            }
            self = .messageDeleted(target: target, author: author, thread: JSON.seq(json["thread"]))
        case "message.edited":
            guard let target = JSON.seq(json["target"]), let author = UserID(json["author"]) else { return nil }
            let message = Message(json)
            guard message != nil || json["gone"]?.boolValue == true else { return nil }
            self = .messageEdited(target: target, author: author, message)
        case "reaction":
            guard let target = JSON.seq(json["target"]), let isOn = json["on"]?.boolValue else { return nil }
            self = .reaction(target: target, emoji: json["emoji"]?.stringValue ?? "", isOn: isOn)
        case "message.pinned":
            guard let target = JSON.seq(json["target"]), let isPinned = json["pinned"]?.boolValue else { return nil }
            self = .messagePinned(target: target, isPinned: isPinned)
        case "member.removed":
            guard let user = UserID(json["member"]) else { return nil }
            self = .memberRemoved(user)
        case "member.joined":
            guard let user = UserID(json["member"]) else { return nil }
            self = .memberJoined(user)
        case "member.left":
            guard let user = UserID(json["member"]) else { return nil }
            self = .memberLeft(user)
        case "member.role":
            guard let user = UserID(json["member"]),
                let role = json["role"]?.stringValue.flatMap({ RoomRole(rawValue: $0) })
            else { return nil }
            self = .roleChanged(user, role)
        case "room.updated":
            guard let name = json["name"]?.stringValue else { return nil }
            self = .roomUpdated(name: name, description: json["description"]?.stringValue ?? "")
        case "room.archived":
            guard let isArchived = json["archived"]?.boolValue else { return nil }
            self = .roomArchived(isArchived)
        case "room.rules":
            guard let slowMode = json["slow_mode"]?.intValue, let retention = json["retention"]?.intValue else {
                return nil
            }
            self = .roomRules(slowMode: max(slowMode, 0), retention: max(retention, 0))
        case "member.muted":
            guard let user = UserID(json["member"]), let until = json["until"] else { return nil }
            guard until.isNull || until.intValue != nil else { return nil }
            self = .memberMuted(user, until: Timestamp(until))
        case "messages.expired":
            guard let through = json["through"]?.intValue, through > 0 else { return nil }
            self = .messagesExpired(through: through)
        case "room.deleted": self = .roomDeleted
        default: return nil
        }
    }
}
