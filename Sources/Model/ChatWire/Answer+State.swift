package import ByteCoding
package import ChatModel

/// Answers about one's own state, and about who is there.
extension Answer {
    /// For `preferences` and `preferences.update`.
    package static func preferences(_ preferences: Preferences) -> [UInt8] {
        ok { writer in
            writer.key("preferences")
            writer.preferences(preferences)
        }
    }

    /// For `draft`: the number of the event that tells it; nil where there is none.
    package static func draft(useq: Int64?) -> [UInt8] {
        ok { if let useq { $0.member("useq", useq) } }
    }

    package static func drafts(_ drafts: [Draft]) -> [UInt8] {
        ok { writer in
            writer.list("drafts", drafts) { $0.draft($1) }
        }
    }

    package static func saved(_ page: SavedPage) -> [UInt8] {
        ok { writer in
            writer.list("messages", page.messages) { writer, message in
                writer.beginObject()
                writer.member("room", message.event.room.description)
                writer.key("event")
                writer.event(.room(message.event))
                writer.member("saved_at", message.savedAt)
                writer.endObject()
            }
            writer.member("more", page.next != nil)
            if let next = page.next { writer.member("next", next.description) }
        }
    }

    /// For `saved.ids`: `marks` are in the order of their rooms.
    package static func savedMarks(_ marks: [SavedMark]) -> [UInt8] {
        ok { writer in
            writer.key("saved")
            writer.savedMarks(marks)
        }
    }

    /// For `presence.watch`.
    package static func presence(_ people: [Presence]) -> [UInt8] {
        ok { $0.list("users", people) { $0.presence($1) } }
    }
}

extension JSONWriter {
    mutating func draft(_ draft: Draft) {
        beginObject()
        members(of: draft.key)
        member("text", draft.text)
        member("at", draft.at)
        endObject()
    }

    /// A list by rooms, in whose order the marks are.
    package mutating func savedMarks(_ marks: [SavedMark]) {
        beginArray()
        var room: RoomID?
        for mark in marks {
            if mark.room != room {
                if room != nil { endMarks() }
                beginObject()
                member("room", mark.room.description)
                key("seqs")
                beginArray()
                room = mark.room
            }
            int(mark.seq)
        }
        if room != nil { endMarks() }
        endArray()
    }

    private mutating func endMarks() {
        endArray()
        endObject()
    }
}

extension Notice {
    /// Who of those that a connection watches is there, or is not, now.
    package static func presence(_ people: [Presence]) -> [UInt8] {
        object { $0.list("users", people) { $0.presence($1) } }
    }
}
