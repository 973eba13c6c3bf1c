package import ChatModel

/// What is done with messages once they are said, and threads (docs/protocol.md, "Messages" and "Threads").
package enum TalkRequest: Hashable, Sendable {
    case edit(room: RoomID, seq: Int64, text: String)
    /// Asks what the message said before, without the first `after` of it.
    case edits(room: RoomID, seq: Int64, after: Int64 = 0)
    case react(room: RoomID, seq: Int64, emoji: String, isOn: Bool)
    case pin(room: RoomID, seq: Int64, isPinned: Bool)
    /// `before` is the `seq` of the last one of the page before.
    case pins(room: RoomID, before: Int64? = nil)
    /// `before` is the `next` of the page before.
    case mentions(before: Place?, limit: Int)
    /// `thread` is the root's `seq`.
    case thread(room: RoomID, thread: Int64, before: Int64?, limit: Int)
    case readThread(room: RoomID, thread: Int64, seq: Int64)
    case followThread(room: RoomID, thread: Int64, isFollowing: Bool)
    /// `before` is the `next` of the page before.
    case threads(before: Place?, limit: Int)

    /// Throws as `Request.init(name:arguments:)` does; `unknown_request` for a name that is none of these.
    init(_ name: RequestName, _ arguments: Arguments) throws(ChatError) {
        switch name {
        case .edit:
            self = .edit(
                room: try arguments.id("room"), seq: try arguments.seq("seq"),
                text: try arguments.string("text", most: Request.messageBytes))
        case .edits:
            self = .edits(
                room: try arguments.id("room"), seq: try arguments.seq("seq"),
                after: try arguments.optionalInteger("after", 0...Int64(Limits.edits)) ?? 0)
        case .react:
            self = .react(
                room: try arguments.id("room"), seq: try arguments.seq("seq"),
                emoji: try arguments.string("emoji", most: Limits.emojiBytes.upperBound),
                isOn: try arguments.bool("on"))
        case .pin:
            self = .pin(
                room: try arguments.id("room"), seq: try arguments.seq("seq"),
                isPinned: try arguments.bool("pinned"))
        case .pins:
            self = .pins(
                room: try arguments.id("room"), before: try arguments.optionalInteger("before", 1...Int64.max))
        case .mentions:
            self = .mentions(
                before: try arguments.optionalPagePlace("before"), limit: try arguments.limit(Limits.mentionsPage))
        case .thread:
            self = .thread(
                room: try arguments.id("room"), thread: try arguments.seq("thread"),
                before: try arguments.optionalInteger("before", 1...Int64.max),
                limit: try arguments.limit(Limits.threadPage))
        case .readThread:
            self = .readThread(
                room: try arguments.id("room"), thread: try arguments.seq("thread"),
                seq: try arguments.integer("seq", 0...Int64.max))
        case .followThread:
            self = .followThread(
                room: try arguments.id("room"), thread: try arguments.seq("thread"),
                isFollowing: try arguments.bool("following"))
        case .threads:
            self = .threads(
                before: try arguments.optionalPagePlace("before"), limit: try arguments.limit(Limits.threadsPage))
        default: throw ChatError(.unknownRequest)
        }
    }
}

extension Arguments {
    /// The number of an event of a room.
    func seq(_ name: String) throws(ChatError) -> Int64 { try integer(name, 1...Int64.max) }

    /// Where a page of a list begins, as the page before gave it.
    fileprivate func optionalPagePlace(_ name: String) throws(ChatError) -> Place? {
        guard let text = try optionalString(name, most: Limits.secretBytes) else { return nil }
        guard let place = Place(text) else {
            throw ChatError(
                .invalidArgument, "The argument \(name) must be the next of the page before.", field: name)
        }
        return place
    }
}
