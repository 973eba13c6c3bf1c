import ChatModel

/// Ends a page of events by their weight.
enum PageWeight {
    /// How many of `events`, from the first, fit into `Limits.pageBytes`; at least one, so that every page gets on.
    static func fitting(_ events: some Sequence<RoomEvent?>) -> Int {
        var bytes = 0
        var count = 0
        for event in events {
            if case .message(_, let text)? = event?.body { bytes += text.utf8.count }
            if bytes > Limits.pageBytes, count > 0 { break }
            count += 1
        }
        return count
    }
}
