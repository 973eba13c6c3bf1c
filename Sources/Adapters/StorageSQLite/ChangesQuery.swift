import ChatModel
import StorageAPI

/// One page of what a person may know of after a place.
///
/// Each stream the person hears is asked for its end first, so that a quiet room costs one look at an index, or none
/// where the log itself is shorter; those with something new are merged by place. Only the chosen events' rows are read.
struct ChangesQuery {
    /// Positions that are read of a stream at a time.
    private static let chunk = 64

    let connection: Connection
    let user: UserID
    let since: Place
    let now: Place

    private struct Joined {
        var room: RoomID
        var place: Int64
    }

    func page(limit: Int, directory: Bool) throws(ChatError) -> Changes {
        guard since <= now else { throw ChatError(.resync) }
        let since = Int64(bitPattern: since.rawValue)
        guard since >= (try connection.placeSetting(Setting.horizon)) else { throw ChatError(.resync) }
        guard since >= (try connection.first(.reloadPlace, user) { $0.integer(0) } ?? 0) else {
            throw ChatError(.resync)
        }
        var joined: [Joined] = []
        var merge = StreamMerge(connection: connection, chunk: min(ChangesQuery.chunk, limit &+ 1))
        if now.rawValue > self.since.rawValue {
            try merge.add(.person(user), after: since)
            if directory { try merge.add(.directory, after: since) }
        }
        let memberships = try memberships()
        let touched = try roomsInLog(after: since, atMost: memberships.count)
        for membership in memberships {
            if membership.place > since {
                joined.append(membership)
            } else if touched?.contains(membership.room) ?? true {
                try merge.add(.room(membership.room), after: since)
            }
        }

        var events: [Event] = []
        while events.count < limit, let place = try merge.next() { events.append(try event(at: place)) }
        let more = merge.hasMore
        // Every page lists the rooms that were joined or left in its own span, so that each is listed once. The last
        // page's span is open: a membership made beside no event may carry a place that is still to come.
        let through = more ? (events.last?.place ?? now) : now
        let end = more ? Int64(bitPattern: through.rawValue) : .max
        var summaries: [RoomSummary] = []
        for membership in joined where membership.place <= end {
            if let summary = try connection.summary(of: membership.room, for: user) { summaries.append(summary) }
        }
        return Changes(
            events: events, joined: summaries, left: try departures(after: since, upTo: end), through: through,
            more: more)
    }

    private func memberships() throws(ChatError) -> [Joined] {
        try connection.all(.memberships, user) { row throws(ChatError) in
            Joined(room: try row.id(0), place: row.integer(1))
        }
    }

    /// The rooms with something new, where the whole log since has fewer events than `limit`: after a short absence that
    /// is less to read than the end of each of a person's hundreds of rooms. Else nil.
    private func roomsInLog(after place: Int64, atMost limit: Int) throws(ChatError) -> Set<RoomID>? {
        guard now.rawValue - since.rawValue < UInt64(limit) else { return nil }
        let rooms: [RoomID?] = try connection.all(.roomsAfter, place) { row throws(ChatError) in
            row.isNull(0) ? nil : try row.id(0)
        }
        return Set(rooms.compactMap { $0 })
    }

    private func departures(after: Int64, upTo end: Int64) throws(ChatError) -> [RoomID] {
        try connection.all(.departures, user, after, end) { row throws(ChatError) in try row.id(0) }
    }

    private func event(at place: Int64) throws(ChatError) -> Event {
        let (connection, user) = (connection, user)
        let event = try connection.first(.eventByPlace, place) { row throws(ChatError) in
            try connection.event(row, for: user)
        }
        guard let event else { throw .damagedRow }
        return event
    }
}
