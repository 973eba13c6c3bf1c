internal import ChatModel

/// What the stream said of a connection's memberships, and of its person, while its rooms were still being read.
///
/// The read shows them as of one place; the loop is past it when it subscribes. What the stream said of a room after
/// that place holds, whatever the read shows; what it said before is in the read.
struct Attachment {
    private var changes: [RoomID: (place: Place, isMember: Bool)] = [:]

    private var account: (place: Place, user: User)?

    private var dnd: (place: Place, until: Timestamp?)?

    mutating func changed(dndUntil until: Timestamp?, at place: Place) { dnd = (place, until) }

    /// Until when the person is not to be disturbed, where `read` was true as of `place`.
    func dndUntil(with read: Timestamp?, asOf place: Place) -> Timestamp? {
        guard let dnd, dnd.place > place else { return read }
        return dnd.until
    }

    mutating func changed(_ user: User, at place: Place) { account = (place, user) }

    /// The account as it is now, where `read` was true as of `place`.
    func user(with read: User, asOf place: Place) -> User {
        guard let account, account.place > place else { return read }
        var user = account.user
        // The directory tells everyone the same, so without addresses.
        user.email = read.email
        return user
    }

    mutating func changed(_ room: RoomID, isMember: Bool, at place: Place) {
        changes[room] = (place, isMember)
    }

    /// The rooms to subscribe to now, where `read` was true as of `place`.
    func rooms(with read: [RoomID], asOf place: Place) -> [RoomID] {
        let later = changes.filter { $0.value.place > place }
        return read.filter { later[$0] == nil } + later.filter { $0.value.isMember }.keys
    }
}
