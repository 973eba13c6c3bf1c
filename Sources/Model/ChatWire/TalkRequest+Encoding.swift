import ByteCoding
import ChatModel

extension TalkRequest {
    var name: RequestName {
        switch self {
        case .edit: .edit
        case .edits: .edits
        case .react: .react
        case .pin: .pin
        case .pins: .pins
        case .mentions: .mentions
        case .thread: .thread
        case .readThread: .readThread
        case .followThread: .followThread
        case .threads: .threads
        }
    }

    /// Writes the members that `init(_:_:)` reads.
    func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .edit(let room, let seq, let text):
            writer.member("room", room.description)
            writer.member("seq", seq)
            writer.member("text", text)
        case .edits(let room, let seq, let after):
            writer.member("room", room.description)
            writer.member("seq", seq)
            if after > 0 { writer.member("after", after) }
        case .react(let room, let seq, let emoji, let isOn):
            writer.member("room", room.description)
            writer.member("seq", seq)
            writer.member("emoji", emoji)
            writer.member("on", isOn)
        case .pin(let room, let seq, let isPinned):
            writer.member("room", room.description)
            writer.member("seq", seq)
            writer.member("pinned", isPinned)
        case .pins(let room, let before):
            writer.member("room", room.description)
            if let before { writer.member("before", before) }
        case .mentions(let before, let limit), .threads(let before, let limit):
            if let before { writer.member("before", before.description) }
            writer.member("limit", Int64(limit))
        case .thread(let room, let thread, let before, let limit):
            writer.member("room", room.description)
            writer.member("thread", thread)
            if let before { writer.member("before", before) }
            writer.member("limit", Int64(limit))
        case .readThread(let room, let thread, let seq):
            writer.member("room", room.description)
            writer.member("thread", thread)
            writer.member("seq", seq)
        case .followThread(let room, let thread, let isFollowing):
            writer.member("room", room.description)
            writer.member("thread", thread)
            writer.member("following", isFollowing)
        }
    }
}
