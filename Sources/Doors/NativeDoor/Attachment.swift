internal import ChatModel

/// What the stream said of a connection's memberships while its rooms were still being read.
///
/// The read shows memberships as of one place; the loop may already be past it. What the stream said of a room after
/// that place holds, whatever the read shows; what it said before is in the read.
struct Attachment {
    private var changes: [RoomID: (place: Place, isMember: Bool)] = [:]

    mutating func changed(_ room: RoomID, isMember: Bool, at place: Place) {
        changes[room] = (place, isMember)
    }

    /// The rooms of `read` (true as of `place`) that may be subscribed to now.
    func rooms(among read: [RoomID], asOf place: Place) -> [RoomID] {
        read.filter { room in
            guard let change = changes[room], change.place > place else { return true }
            return change.isMember
        }
    }
}
