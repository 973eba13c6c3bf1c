internal import ChatModel

/// What the stream said of a connection's memberships while its rooms were still being read.
///
/// The read shows memberships as of one place; the loop is past it when it subscribes. What the stream said of a room after
/// that place holds, whatever the read shows; what it said before is in the read.
struct Attachment {
    private var changes: [RoomID: (place: Place, isMember: Bool)] = [:]

    mutating func changed(_ room: RoomID, isMember: Bool, at place: Place) {
        changes[room] = (place, isMember)
    }

    /// The rooms to subscribe to now, where `read` was true as of `place`.
    func rooms(with read: [RoomID], asOf place: Place) -> [RoomID] {
        let later = changes.filter { $0.value.place > place }
        return read.filter { later[$0] == nil } + later.filter { $0.value.isMember }.keys
    }
}
