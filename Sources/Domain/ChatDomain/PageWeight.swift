import ChatModel

/// Ends a page of events by their weight.
enum PageWeight {
    /// What an event takes on the wire besides its text, about.
    private static let frame = 160
    /// What a room takes besides its name and description, about.
    private static let room = 320

    /// What an id takes in a list.
    private static let id = 16

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

    /// How many of `versions`, from the first, fit into `Limits.pageBytes`; at least one.
    static func fitting(_ versions: [MessageVersion]) -> Int {
        var bytes = 0
        return max(
            1,
            versions.prefix { version in
                bytes += frame / 2 + version.text.utf8.count
                return bytes <= Limits.pageBytes
            }.count)
    }

    static func bytes(_ events: some Sequence<RoomEvent?>) -> Int { events.reduce(0) { $0 + weight($1) } }

    static func bytes(_ rooms: [RoomSummary]) -> Int {
        rooms.reduce(0) { $0 + room + $1.room.name.utf8.count + $1.room.description.utf8.count }
    }

    private static func weight(_ message: Message) -> Int {
        var bytes = message.text.utf8.count + message.mentions.users.count * id
        guard let responses = message.responses else { return bytes }
        if responses.replies != nil { bytes += frame }
        for reaction in responses.reactions {
            bytes += frame / 2 + reaction.emoji.utf8.count + reaction.users.count * id
        }
        return bytes
    }

    private static func weight(_ event: RoomEvent?) -> Int {
        switch event?.body {
        case .message(let message): frame + weight(message)
        case .messageGone(_, _, let replies): frame + (replies == nil ? 0 : frame)
        case .messageEdited(_, _, let message): frame + (message.map { weight($0) } ?? 0)
        case .roomUpdated(let name, let description): frame + name.utf8.count + description.utf8.count
        default: frame
        }
    }
}
