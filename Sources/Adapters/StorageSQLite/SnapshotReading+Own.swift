import ChatModel
import StorageAPI

/// What a person has of their own: whom they block, and what they wrote.
extension SnapshotReading {
    func directPartner(of user: UserID, in room: RoomID) throws(ChatError) -> UserID? {
        try connection.directPair(of: room)?.partner(of: user)
    }

    func isBlocked(_ user: UserID, by other: UserID) throws(ChatError) -> Bool {
        try connection.first(.isBlocked, user, other) { _ in true } ?? false
    }

    func blocks(of user: UserID) throws(ChatError) -> [User] {
        try connection.all(.blocksOfUser, user) { row throws(ChatError) in try User(row) }
    }

    func blockCount(of user: UserID) throws(ChatError) -> Int {
        try connection.first(.blockCount, user) { Int(clamping: $0.integer(0)) } ?? 0
    }

    func blockedPeople() throws(ChatError) -> [UserID] {
        try connection.all(.blockedPeople) { row throws(ChatError) in try row.id(0) }
    }

    func roomIDs(everOf user: UserID) throws(ChatError) -> [RoomID] {
        let left = try connection.all(.departedRooms, user) { row throws(ChatError) -> RoomID in try row.id(0) }
        return Set(try roomIDs(of: user) + left).sorted()
    }

    func messages(
        by author: UserID, in room: RoomID, after seq: Int64, scanning: Int
    ) throws(ChatError) -> AuthoredMessages {
        let limit = max(1, scanning)
        let looked = try connection.all(.authorsInRoom, room, seq, rowLimit(limit)) { row in
            (
                seq: row.integer(0), place: row.integer(1), kind: row.integer(2),
                actor: UInt64(bitPattern: row.integer(3))
            )
        }
        let connection = connection
        var messages: [RoomEvent] = []
        for event in looked
        where event.actor == author.rawValue && EventKind(rawValue: event.kind)?.isLiveMessage == true {
            let read = try connection.first(.eventByPlace, event.place) { row throws(ChatError) in
                try connection.roomEvent(row)
            }
            if let read { messages.append(read) }
        }
        return AuthoredMessages(messages: messages, through: looked.count < limit ? nil : looked.last?.seq)
    }
}

/// The people of a direct room of two.
struct DirectPair: Hashable {
    private let first: UserID
    private let second: UserID

    /// Nil for other than two.
    init?(_ users: [UserID]) {
        let people = Set(users).sorted()
        guard people.count == 2 else { return nil }
        (first, second) = (people[0], people[1])
    }

    func partner(of user: UserID) -> UserID? { user == first ? second : user == second ? first : nil }
}

extension Connection {
    /// Nil for any other room than a direct one of two.
    func directPair(of room: RoomID) throws(ChatError) -> DirectPair? {
        let users = try first(.directKeyOfRoom, room) { row throws(ChatError) in
            try people(ofDirectKey: row.text(0))
        }
        return users.flatMap { DirectPair($0) }
    }
}
