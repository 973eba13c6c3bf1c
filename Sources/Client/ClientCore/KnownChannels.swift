import ChatModel

/// Channels that we are not in, as far as texts have to call them by their names.
struct KnownChannels: Sendable {
    private static let limit = 5000
    private static let atOnce = 10

    private(set) var rooms = Pairs<RoomID, Room>()
    /// Asked for on this connection, or not to be seen by us.
    private var asked: Set<RoomID> = .init()
    private var wanted: [RoomID] = []

    mutating func add(_ room: Room) {
        guard rooms[room.id] != nil || rooms.count < KnownChannels.limit else { return }
        rooms[room.id] = room
    }

    mutating func remove(_ room: RoomID) { rooms[room] = nil }

    mutating func want(_ room: RoomID) {
        if asked.count < KnownChannels.limit, asked.insert(room).inserted { wanted.append(room) }
    }

    mutating func takeWanted() -> [RoomID] {
        defer { wanted.removeFirst(min(wanted.count, KnownChannels.atOnce)) }
        return Array(wanted.prefix(KnownChannels.atOnce))
    }

    mutating func connectionLost() { (asked, wanted) = (.init(), []) }
}
