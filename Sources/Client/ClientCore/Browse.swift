import ChatModel

/// The list of all channels, while it is open.
struct Browse: Sendable {
    /// Channels past this are left out.
    static let limit = 10_000

    var isOpen = false
    var isLoading = false
    private(set) var channels: [RoomSummary] = []

    /// Pages come in the order of ids, so that the last one tells where the next begins.
    var last: RoomID? { channels.last?.room.id }

    mutating func open() {
        isOpen = true
        isLoading = true
        channels = []
    }

    mutating func close() { self = Browse() }

    mutating func add(_ page: [RoomSummary]) {
        for summary in page { add(summary) }
    }

    /// A channel that was just made: the newest id of all.
    mutating func add(_ room: Room) {
        // While pages come, the page that ends the list brings it too.
        guard isOpen, !isLoading else { return }
        add(RoomSummary(room: room, memberCount: 1, lastSeq: 0, membership: nil, unread: 0))
    }

    /// What a channel is called now.
    mutating func update(_ room: Room) {
        guard let index = channels.firstIndex(where: { $0.room.id == room.id }) else { return }
        channels[index].room = room
    }

    mutating func remove(_ room: RoomID) { channels.removeAll { $0.room.id == room } }

    private mutating func add(_ summary: RoomSummary) {
        guard channels.count < Browse.limit else { return }
        if let last, last >= summary.room.id, channels.contains(where: { $0.room.id == summary.room.id }) { return }
        channels.append(summary)
    }
}
