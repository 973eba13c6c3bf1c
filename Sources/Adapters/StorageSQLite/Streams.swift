import ChatModel

/// The numbered sequence that an event belongs to. Within one, places grow with the numbers.
enum EventStream: Hashable {
    case room(RoomID)
    case person(UserID)
    case directory
}

/// One event's number in its stream and place in the whole.
struct Position {
    var seq: Int64
    var place: Int64

    init(seq: Int64, place: Int64) {
        self.seq = seq
        self.place = place
    }

    init(_ row: Row) {
        seq = row.integer(0)
        place = row.integer(1)
    }
}

extension Connection {
    /// The last event of `stream` with a number up to `seq`; nil where there is none.
    func newest(in stream: EventStream, upTo seq: Int64 = .max) throws(ChatError) -> Position? {
        let statement: Statement =
            switch stream {
            case .room: .newestInRoom
            case .person: .newestOfPerson
            case .directory: .newestInDirectory
            }
        return try first(statement, stream.key, seq) { Position($0) }
    }

    /// The next `limit` events of `stream` after `seq`, in order.
    func positions(in stream: EventStream, after seq: Int64, limit: Int) throws(ChatError) -> [Position] {
        let statement: Statement =
            switch stream {
            case .room: .placesInRoom
            case .person: .placesOfPerson
            case .directory: .placesInDirectory
            }
        return try all(statement, stream.key, seq, rowLimit(limit)) { Position($0) }
    }

    /// The number of the last event of `stream` at or before `place`; 0 where there is none. Nil where `stream` has
    /// nothing after `place`.
    ///
    /// Steps back from the end in doubling strides and then halves, so that it costs the logarithm of what is new.
    func lastSeq(in stream: EventStream, notAfter place: Int64) throws(ChatError) -> Int64? {
        guard let newest = try newest(in: stream), newest.place > place else { return nil }
        var high = newest.seq
        var low: Int64 = 0
        var stride: Int64 = 1
        while high > 1 {
            guard let position = try self.newest(in: stream, upTo: max(0, high - stride)) else { break }
            if position.place <= place {
                low = position.seq
                break
            }
            high = position.seq
            stride = min(stride &* 2, high)
        }
        // From here: `low` is at or before `place` (or 0), `high` is after it.
        while high - low > 1 {
            let middle = low + (high - low) / 2
            guard let position = try self.newest(in: stream, upTo: middle), position.seq > low else {
                low = middle
                continue
            }
            if position.place <= place { low = position.seq } else { high = position.seq }
        }
        return low
    }
}

extension EventStream {
    /// The first parameter of a stream's statements. The directory, being one, has none.
    fileprivate var key: Int64? {
        switch self {
        case .room(let id): Int64(bitPattern: id.rawValue)
        case .person(let id): Int64(bitPattern: id.rawValue)
        case .directory: nil
        }
    }
}
