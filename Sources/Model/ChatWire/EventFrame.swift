import ByteCoding
package import ChatModel

/// The one argument of the server's `event`, encoded once for everyone who hears it.
package enum EventFrame {
    /// Where the 13 letters of `safe` stand in every frame.
    package static let safeRange = 9..<22

    /// `{"safe":"…", …}` as docs/protocol.md, "event", has it.
    package static func encode(_ event: Event, safe: Place) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("safe", safe.description)
        writer.members(of: event)
        writer.endObject()
        return writer.bytes
    }

    /// Puts another `safe` into a frame that `encode` made.
    package static func setSafe(_ safe: Place, in frame: inout [UInt8]) {
        guard frame.count >= safeRange.upperBound else { return }
        frame.replaceSubrange(safeRange, with: safe.description.utf8)
    }
}

extension JSONWriter {
    /// An event in an answer: as in a frame, but without `safe`.
    package mutating func event(_ event: Event) {
        beginObject()
        members(of: event)
        endObject()
    }

    fileprivate mutating func members(of event: Event) {
        switch event {
        case .room(let event): members(of: event)
        case .person(let event): members(of: event)
        case .directory(let event): members(of: event)
        }
    }

    private mutating func members(of event: RoomEvent) {
        member("room", event.room.description)
        member("seq", event.seq)
        switch event.body {
        case .message(let message):
            head("message", event.at)
            member("user", event.actor.description)
            members(of: message)
        case .memberJoined(let user):
            head("member.joined", event.at)
            member("user", event.actor.description)
            member("member", user.description)
        case .memberLeft(let user):
            head("member.left", event.at)
            member("user", event.actor.description)
            member("member", user.description)
        case .memberRemoved(let user):
            head("member.removed", event.at)
            member("user", event.actor.description)
            member("member", user.description)
        case .messageDeleted(let target, let author, let thread):
            head("message.deleted", event.at)
            member("user", event.actor.description)
            member("target", target)
            member("author", author.description)
            if let thread { member("thread", thread) }
        case .messageGone(let id, let thread, let replies):
            head("message", event.at)
            member("user", event.actor.description)
            member("id", id.description)
            member("gone", true)
            if let thread { member("thread", thread) }
            if let replies { member("replies", replies) }
        case .messageEdited(let target, let author, let message):
            head("message.edited", event.at)
            member("user", event.actor.description)
            member("target", target)
            member("author", author.description)
            if let message { members(of: message) } else { member("gone", true) }
        case .reaction(let target, let emoji, let isOn):
            head("reaction", event.at)
            member("user", event.actor.description)
            member("target", target)
            member("on", isOn)
            if emoji.isEmpty { member("gone", true) } else { member("emoji", emoji) }
        case .messagePinned(let target, let isPinned):
            head("message.pinned", event.at)
            member("user", event.actor.description)
            member("target", target)
            member("pinned", isPinned)
        case .roleChanged(let user, let role):
            head("member.role", event.at)
            member("user", event.actor.description)
            member("member", user.description)
            member("role", role.rawValue)
        case .roomUpdated(let name, let description):
            head("room.updated", event.at)
            member("user", event.actor.description)
            member("name", name)
            member("description", description)
        case .roomArchived(let isArchived):
            head("room.archived", event.at)
            member("user", event.actor.description)
            member("archived", isArchived)
        case .roomRules(let slowMode, let retention):
            head("room.rules", event.at)
            member("user", event.actor.description)
            member("slow_mode", slowMode)
            member("retention", retention)
        case .memberMuted(let user, let until):
            head("member.muted", event.at)
            member("user", event.actor.description)
            member("member", user.description)
            if let until {
                member("until", until)
            } else {
                key("until")
                null()
            }
        case .messagesExpired(let through):
            head("messages.expired", event.at)
            member("user", event.actor.description)
            member("through", through)
        case .roomDeleted:
            head("room.deleted", event.at)
            member("user", event.actor.description)
        }
    }

    private mutating func members(of event: PersonEvent) {
        member("useq", event.useq)
        switch event.body {
        case .cursorMoved(let room, let seq):
            head("cursor", event.at)
            member("room", room.description)
            member("seq", seq)
        case .threadRead(let room, let thread, let seq):
            head("thread.cursor", event.at)
            member("room", room.description)
            member("thread", thread)
            member("seq", seq)
        case .threadFollowed(let room, let thread, let follow):
            head("thread.followed", event.at)
            member("room", room.description)
            member("thread", thread)
            member("following", follow.isFollowing)
            member("cursor", follow.cursor)
        case .blockChanged(let user, let isBlocked):
            head("block.changed", event.at)
            member("user", user.description)
            member("blocked", isBlocked)
        case .levelChanged(let room, let level):
            head("level", event.at)
            member("room", room.description)
            member("level", level.rawValue)
        case .preferencesChanged(let preferences):
            head("preferences", event.at)
            key("preferences")
            self.preferences(preferences)
        case .savedChanged(let mark, let isSaved):
            head("saved", event.at)
            member("room", mark.room.description)
            member("seq", mark.seq)
            member("saved", isSaved)
        case .draftChanged(let key, let text):
            head("draft", event.at)
            members(of: key)
            member("text", text)
        case .scheduledChanged(let id, let state):
            head("scheduled", event.at)
            member("id", id.description)
            member("state", state.rawValue)
        }
    }

    private mutating func members(of event: DirectoryEvent) {
        member("dseq", event.dseq)
        switch event.body {
        case .channelCreated(let room):
            head("channel.created", event.at)
            key("channel")
            channel(room)
        case .channelUpdated(let room):
            head("channel.updated", event.at)
            key("channel")
            channel(room)
        case .channelDeleted(let room):
            head("channel.deleted", event.at)
            member("room", room.description)
        case .userRegistered(let person):
            head("user.registered", event.at)
            key("person")
            user(person)
        case .userUpdated(let person):
            head("user.updated", event.at)
            key("user")
            user(person)
        }
    }

    private mutating func head(_ kind: String, _ at: Timestamp) {
        member("kind", kind)
        member("at", at)
    }
}
