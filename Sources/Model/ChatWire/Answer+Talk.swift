import ByteCoding
package import ChatModel

extension Answer {
    /// For `edit`; `editedAt` is nil where the message is as it was sent.
    package static func edited(room: RoomID, seq: Int64, editedAt: Timestamp?) -> [UInt8] {
        ok { writer in
            writer.member("room", room.description)
            writer.member("seq", seq)
            if let editedAt { writer.member("edited_at", editedAt) }
        }
    }

    /// For `edits`.
    package static func edits(_ versions: [MessageVersion], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("edits", versions) { writer, version in
                writer.beginObject()
                writer.member("text", version.text)
                writer.member("at", version.at)
                writer.endObject()
            }
            writer.member("more", more)
        }
    }

    /// For `pins`.
    package static func pins(_ events: [RoomEvent], more: Bool) -> [UInt8] {
        history(events, more: more)
    }

    /// For `mentions`.
    package static func mentions(_ events: [RoomEvent], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("messages", events) { writer, event in
                writer.beginObject()
                writer.member("room", event.room.description)
                writer.key("event")
                writer.event(.room(event))
                writer.endObject()
            }
            writer.member("more", more)
            if more, let last = events.last { writer.member("next", last.place.description) }
        }
    }

    /// For `thread`.
    package static func thread(_ page: ThreadPage) -> [UInt8] {
        ok { writer in
            writer.key("root")
            writer.event(.room(page.root))
            writer.list("events", page.events) { $0.event(.room($1)) }
            writer.member("more", page.more)
            writer.members(of: page.state)
        }
    }

    /// For `thread.read`.
    package static func threadCursor(room: RoomID, thread: Int64, seq: Int64) -> [UInt8] {
        ok { writer in
            writer.member("room", room.description)
            writer.member("thread", thread)
            writer.member("seq", seq)
        }
    }

    /// For `threads`.
    package static func threads(_ page: [FollowedThread], more: Bool) -> [UInt8] {
        ok { writer in
            writer.list("threads", page) { writer, thread in
                writer.beginObject()
                writer.member("room", thread.root.room.description)
                writer.key("root")
                writer.event(.room(thread.root))
                writer.members(of: thread.state)
                writer.endObject()
            }
            writer.member("more", more)
            if more, let last = page.last { writer.member("next", last.newest.description) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func members(of state: ThreadState) {
        member("following", state.isFollowing)
        member("cursor", state.cursor)
        member("unread", Int64(state.unread))
        member("mentions", Int64(state.mentions))
    }
}
