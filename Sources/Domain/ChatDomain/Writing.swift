import ChatModel
import StorageAPI

/// What everybody has to meet who says something in a room or changes what was said.
extension ReadTransaction {
    /// A member who may write now; slow mode is not asked for. Throws `archived`, `forbidden` (see `block`), `muted`,
    /// `not_member`, `not_found`, `session_expired`.
    func requireWriter(_ user: UserID, in room: RoomID, at now: Timestamp) throws(ChatError) -> SendFacts {
        try refuseInactive(user)
        guard let facts = try sendFacts(of: user, in: room) else { throw try refusalOfOutsider(room, user) }
        guard !facts.isArchived else { throw ChatError(.archived, field: "room") }
        try refuseBlocked(user, in: room)
        if let until = facts.mutedUntil, until > now { throw .muted(until: until, now: now) }
        return facts
    }

    /// The message at `seq`, which has its text. Throws `not_found`.
    func liveMessage(_ seq: Int64, in room: RoomID) throws(ChatError) -> (event: RoomEvent, message: Message) {
        guard let event = try event(seq, in: room), case .message(let message) = event.body else {
            throw ChatError(.notFound, "There is no message with this seq.", field: "seq")
        }
        return (event, message)
    }

    /// The message of the room itself at `seq`, to which a thread may be begun. Throws `not_found`.
    func liveRoot(_ seq: Int64, in room: RoomID) throws(ChatError) -> RoomEvent {
        guard let event = try event(seq, in: room), case .message(let message) = event.body, message.thread == nil
        else {
            throw ChatError(.notFound, "There is no message that can have a thread with this seq.", field: "thread")
        }
        return event
    }

    /// Throws `not_found` unless there is a message with its text at `seq` that stands in the thread of `thread`, is its
    /// root, or (nil) stands in the room itself.
    func requireAnswerable(_ seq: Int64, thread: Int64?, in room: RoomID) throws(ChatError) {
        if let event = try event(seq, in: room), case .message(let message) = event.body {
            if message.thread == thread { return }
            if message.thread == nil, seq == thread { return }
        }
        throw ChatError(.notFound, "There is no message here that can be answered with this seq.", field: "reply_to")
    }

    /// The `seq` before which `asker` reads the room: who was removed does not read on from outside, where the room is
    /// one that others may read. Throws `not_found` as `readableRoom` does.
    func readableEnd(of room: RoomID, for asker: UserID) throws(ChatError) -> Int64 {
        _ = try readableRoom(room, by: asker)
        return try removal(of: asker, from: room).map { $0 &+ 1 } ?? .max
    }
}
