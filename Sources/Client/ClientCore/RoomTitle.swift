import ChatModel

/// What a room is called here, and where that puts it in a list: its name, or the names of a direct room's other people.
struct RoomTitle: Sendable {
    private(set) var text: String
    /// The title with letters' case folded.
    private(set) var sortKey: [UInt8]
    /// Of what was known of people when a direct room was named after them; 0 where it has to be named.
    private var peopleVersion = 0

    init(_ name: String) {
        text = name
        sortKey = RoomTitle.fold(name)
    }

    /// Nothing to do where no more is known of people than the last time.
    mutating func take(names users: [UserID], but me: UserID, _ people: inout People) {
        guard peopleVersion != people.version else { return }
        var names = ""
        for user in users where user != me {
            if !names.isEmpty { names += ", " }
            names += people.person(user).name
        }
        self = RoomTitle(names)
        peopleVersion = people.version
    }

    static func fold(_ name: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            // Letters outside ASCII need Unicode's tables, which only such names pay for.
            guard byte < 0x80 else { return Array(name.lowercased().utf8) }
            bytes.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte)
        }
        return bytes
    }
}
