internal import ByteCoding

/// The events that were sent, numbered, and the clients that have gone away and may come back, as a value: the time
/// (milliseconds, never backward) comes from outside.
struct RecoveryLog {
    struct Membership: Hashable, Sendable {
        let room: String
        /// The last event before the socket entered.
        let since: UInt64
    }

    /// What is kept of a socket whose client went away.
    struct Session: Sendable {
        /// The client's secret: who knows it may have the session.
        let key: String
        let id: String
        let namespace: String
        let rooms: [Membership]
        let data: JSONObject
    }

    private struct Entry {
        let event: OutgoingEvent
        let selection: Selection
        let time: Int64
    }

    private let limits: ConnectionRecovery
    /// Those up to `first` have been forgotten, and are cut off from time to time.
    private var entries: [Entry] = []
    private var first = 0
    private var bytes = 0
    /// The number of the next event; the first is 1.
    private(set) var nextOffset: UInt64 = 1
    private var sessions: [String: (session: Session, time: Int64)] = [:]
    /// Keys in the order in which the clients went; some may have come back.
    private var leaving: [(key: String, time: Int64)] = []

    init(_ limits: ConnectionRecovery) { self.limits = limits }

    /// How many events and clients are kept.
    var eventCount: Int { entries.count - first }
    var sessionCount: Int { sessions.count }

    /// Offsets as clients see them.
    static func text(of offset: UInt64) -> String { String(offset, radix: 36) }

    mutating func append(_ event: OutgoingEvent, _ selection: Selection, now: Int64) {
        entries.append(Entry(event: event, selection: selection, time: now))
        bytes += event.cost
        nextOffset += 1
        forget(now)
    }

    mutating func keep(_ session: Session, now: Int64) {
        sessions[session.key] = (session, now)
        leaving.append((session.key, now))
        forget(now)
    }

    /// The session of a client that comes back, which is then no longer kept here; nil when there is none, or events
    /// behind `offset` (what the client has seen last) are forgotten.
    mutating func take(key: String, offset: String, namespace: String, now: Int64) -> (Session, offset: UInt64)? {
        forget(now)
        guard let kept = sessions[key]?.session, kept.namespace == namespace, let seen = UInt64(offset, radix: 36),
            seen < nextOffset, seen >= firstKept - 1
        else { return nil }
        sessions[key] = nil
        return (kept, seen)
    }

    /// The number of the first event that is kept; the next event's when none is.
    private var firstKept: UInt64 { nextOffset - UInt64(eventCount) }

    /// The events behind `offset`, up to `last`, that were meant for the session; nil when some are forgotten.
    func missed(by session: Session, after offset: UInt64, through last: UInt64) -> [OutgoingEvent]? {
        guard offset >= firstKept - 1 else { return nil }
        guard offset < last else { return [] }
        let begin = first + Int(offset - (firstKept - 1))
        let end = min(entries.count, first + Int(min(last, nextOffset - 1) - (firstKept - 1)))
        guard begin < end else { return [] }
        let since = Dictionary(session.rooms.map { ($0.room, $0.since) }, uniquingKeysWith: { first, _ in first })
        return (begin..<end).compactMap { place in
            let entry = entries[place]
            let number = firstKept + UInt64(place - first)
            guard entry.event.namespace == session.namespace,
                entry.selection.contains(id: session.id, isIn: { room in since[room].map { $0 < number } ?? false })
            else { return nil }
            return entry.event
        }
    }

    private mutating func forget(_ now: Int64) {
        let oldest = now - Int64(limits.maxDuration)
        while first < entries.count,
            entries[first].time < oldest || eventCount > limits.maxEvents || bytes > limits.maxBytes
        {
            bytes -= entries[first].event.cost
            first += 1
        }
        // At least half are gone before the rest is moved, so that forgetting costs the same for each.
        if first > entries.count - first {
            entries.removeFirst(first)
            first = 0
        }
        var gone = 0
        while gone < leaving.count, leaving[gone].time < oldest || leaving.count - gone > limits.maxSessions {
            // The same client may have come back and gone again since.
            if sessions[leaving[gone].key]?.time == leaving[gone].time { sessions[leaving[gone].key] = nil }
            gone += 1
        }
        if gone > 0 { leaving.removeFirst(gone) }
    }
}
