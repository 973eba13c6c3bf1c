package import ByteCoding
package import ChatModel

/// A thread as the answers to `thread` and `threads` tell it.
package struct ReceivedThread: Hashable, Sendable {
    package var room: RoomID
    /// The message that it hangs on.
    package var root: ReceivedEvent
    package var state: ThreadState

    /// `json` holds the `root` and where the reader stands.
    init?(_ json: JSON, reader: UserID) {
        guard let value = json["root"], let room = RoomID(value["room"]) else { return nil }
        self.room = room
        root = ReceivedEvent(value, reader: reader)
        state = ThreadState(
            isFollowing: json.bool("following") ?? false, cursor: max(json.int("cursor") ?? 0, 0),
            unread: Unread.received(json["unread"]), mentions: Unread.received(json["mentions"]))
    }
}

extension Unread {
    /// A count as answers carry it; what is missing or out of range is brought into it.
    static func received(_ json: JSON?) -> Int {
        Int(clamping: min(max(json?.intValue ?? 0, 0), Int64(exactLimit) + 1))
    }
}

extension AnswerContent {
    /// Of `thread`.
    package static func thread(
        _ ok: JSON, reader: UserID
    ) -> (thread: ReceivedThread, events: [ReceivedEvent], more: Bool)? {
        guard let thread = ReceivedThread(ok, reader: reader), let page = history(ok, reader: reader) else {
            return nil
        }
        return (thread, page.events, page.more)
    }

    /// Of `threads`. `next` is where the next page begins, where there is one.
    package static func threads(_ ok: JSON, reader: UserID) -> (threads: [ReceivedThread], next: Place?)? {
        guard let values = ok.array("threads"), ok.bool("more") != nil else { return nil }
        var threads: [ReceivedThread] = []
        for value in values {
            if let thread = ReceivedThread(value, reader: reader) { threads.append(thread) }
        }
        return (threads, Place(ok["next"]))
    }

    /// Of `mentions`. `next` is where the next page begins, where there is one.
    package static func mentions(_ ok: JSON, reader: UserID) -> (events: [ReceivedEvent], next: Place?)? {
        guard let values = ok.array("messages"), ok.bool("more") != nil else { return nil }
        var events: [ReceivedEvent] = []
        for value in values {
            if let event = value["event"] { events.append(ReceivedEvent(event, reader: reader)) }
        }
        return (events, Place(ok["next"]))
    }

    /// Of `pins`, the newest first.
    package static func pins(_ ok: JSON, reader: UserID) -> (events: [ReceivedEvent], more: Bool)? {
        history(ok, reader: reader)
    }

    /// Of `edits`.
    package static func edits(_ ok: JSON) -> (versions: [MessageVersion], more: Bool)? {
        guard let values = ok.array("edits"), let more = ok.bool("more") else { return nil }
        var versions: [MessageVersion] = []
        for value in values {
            guard let text = value.string("text"), let at = Timestamp(value["at"]) else { continue }
            versions.append(MessageVersion(text: text, at: at))
        }
        return (versions, more)
    }
}
