package import ByteCoding
package import ChatModel

extension StateRequest {
    var name: RequestName {
        switch self {
        case .setLevel: .setLevel
        case .preferences: .preferences
        case .updatePreferences: .updatePreferences
        case .keepDraft: .keepDraft
        case .drafts: .drafts
        case .save: .save
        case .saved: .saved
        case .savedMarks: .savedMarks
        case .watchPresence: .watchPresence
        case .setPresence: .setPresence
        }
    }

    /// Writes the members of the request's one object.
    func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .setLevel(let room, let level):
            writer.member("room", room.description)
            writer.member("level", level.rawValue)
        case .preferences, .drafts, .savedMarks: break
        case .updatePreferences(let change):
            if let quiet = change.quiet { writer.member("quiet", quiet) }
            if let until = change.dndUntil { writer.member("dnd_until", until) }
            if let sound = change.sound { writer.member("sound", sound) }
            if let preview = change.preview { writer.member("preview", preview) }
        case .keepDraft(let key, let text):
            writer.members(of: key)
            writer.member("text", text)
        case .save(let mark, let isSaved):
            writer.member("room", mark.room.description)
            writer.member("seq", mark.seq)
            writer.member("saved", isSaved)
        case .saved(let before, let limit):
            if let before { writer.member("before", before.description) }
            writer.member("limit", Int64(limit))
        case .watchPresence(let users): writer.ids("users", users)
        case .setPresence(let isAway):
            writer.member("state", (isAway ? PresenceState.away : .online).rawValue)
        }
    }
}

extension JSONWriter {
    /// Null for none.
    mutating func member(_ name: String, _ quiet: QuietHours?) {
        key(name)
        guard let quiet else { return null() }
        beginObject()
        member("from", quiet.from)
        member("to", quiet.to)
        endObject()
    }

    /// Null for none.
    mutating func member(_ name: String, _ time: Timestamp?) {
        key(name)
        if let time { int(time.milliseconds) } else { null() }
    }

    mutating func members(of key: DraftKey) {
        member("room", key.room.description)
        if let thread = key.thread { member("thread", thread) }
    }

    package mutating func preferences(_ preferences: Preferences) {
        beginObject()
        member("quiet", preferences.quiet)
        member("dnd_until", preferences.dndUntil)
        member("sound", preferences.sound)
        member("preview", preferences.preview)
        endObject()
    }

    mutating func presence(_ presence: Presence) {
        beginObject()
        member("id", presence.user.description)
        member("state", presence.state.rawValue)
        if let lastSeen = presence.lastSeen { member("last_seen", lastSeen) }
        endObject()
    }
}
