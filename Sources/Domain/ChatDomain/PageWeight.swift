import ChatModel

/// Ends a page of events by their weight.
enum PageWeight {
    /// What an event takes on the wire besides its text, about.
    private static let frame = 160
    /// What a room takes besides its name and description, about.
    private static let room = 320

    /// How many of `events`, from the first, fit into `Limits.pageBytes`; at least one, so that every page gets on.
    static func fitting(_ events: some Sequence<RoomEvent?>) -> Int {
        max(1, fitting(events, into: Limits.pageBytes))
    }

    /// How many of `events`, from the first, fit into `limit`; maybe none.
    static func fitting(_ events: some Sequence<RoomEvent?>, into limit: Int) -> Int {
        var bytes = 0
        var count = 0
        for event in events {
            bytes += weight(event)
            if bytes > limit { break }
            count += 1
        }
        return count
    }

    static func bytes(_ events: some Sequence<RoomEvent?>) -> Int { events.reduce(0) { $0 + weight($1) } }

    static func bytes(_ rooms: [RoomSummary]) -> Int {
        rooms.reduce(0) { $0 + room + $1.room.name.utf8.count + $1.room.description.utf8.count }
    }

    private static func weight(_ event: RoomEvent?) -> Int {
        switch event?.body {
        case .message(_, let text): frame + text.utf8.count
        case .roomUpdated(let name, let description): frame + name.utf8.count + description.utf8.count
        default: frame
        }
    }
}
