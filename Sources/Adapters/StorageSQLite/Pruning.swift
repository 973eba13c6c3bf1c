import ChatModel
import StorageAPI

/// Removing old events that are no messages. What was removed is told by the horizon, in the same transaction.
extension WriterTransaction {
    func prune(before: Timestamp, now: Timestamp, limit: Int) throws(ChatError) -> Bool {
        let limit = max(1, limit)
        let old = try oldEvents(before: before, now: now, limit: limit)
        guard let last = old.last else { return false }
        try willWrite()
        let known = try connection.placeSetting(Setting.horizon)
        var horizon = known
        for event in old {
            if let place = try keptBefore(event) {
                try connection.run(.deleteEvent, place)
                horizon = max(horizon, place)
            }
            guard try isPrunable(event) else { continue }
            try connection.run(.deleteEvent, event.place)
            horizon = max(horizon, event.place)
        }
        if horizon > known { try connection.run(.setSetting, Setting.horizon, bytes(of: horizon)) }
        try connection.run(.setSetting, Setting.pruned, bytes(of: last.place))
        return old.count == limit
    }

    /// The next events that are old, at most `limit`.
    private func oldEvents(before: Timestamp, now: Timestamp, limit: Int) throws(ChatError) -> [PruneCandidate] {
        let start = try connection.placeSetting(Setting.pruned)
        func next(_ limit: Int) throws(ChatError) -> [PruneCandidate] {
            try connection.all(.eventsToPrune, start, rowLimit(limit)) { row in PruneCandidate(row) }
        }
        var found = try next(limit)
        if found.count == limit, found.last?.isAfter(now) == true {
            found = try next(limit.multipliedReportingOverflow(by: 100).partialValue)
        }
        let candidates = found.prefix { $0.at < before || $0.isAfter(now) }
        guard let lastOld = candidates.lastIndex(where: { !$0.isAfter(now) }) else { return [] }
        return Array(candidates[...lastOld].prefix(limit))
    }

    /// Messages stay, and the newest event of each stream, from which its next number follows.
    private func isPrunable(_ event: PruneCandidate) throws(ChatError) -> Bool {
        guard isPassing(event.kind), !event.carriesNonce, let stream = event.stream,
            let newest = try connection.newest(in: stream)
        else { return false }
        return newest.place > event.place
    }

    /// The place of the event before `event` in its stream, where that is no message and carries no nonce: it stayed
    /// when it was looked at because it was the newest.
    private func keptBefore(_ event: PruneCandidate) throws(ChatError) -> Int64? {
        guard event.seq > 1, let stream = event.stream,
            let before = try connection.newest(in: stream, upTo: event.seq - 1)
        else { return nil }
        let kept = try connection.first(.kindByPlace, before.place) { row in
            (kind: EventKind(rawValue: row.integer(0)), carriesNonce: row.integer(1) != 0)
        }
        guard let found = kept, isPassing(found.kind), !found.carriesNonce else { return nil }
        return before.place
    }

    /// Whether events of this kind may be removed once they are old.
    private func isPassing(_ kind: EventKind?) -> Bool {
        switch kind {
        case .message, .messageGone, .reply, .replyGone, nil: false
        case .memberJoined, .memberLeft, .memberRemoved, .memberMuted, .roleChanged, .messageDeleted, .messagesExpired,
            .messageEdited, .messagePinned, .messageUnpinned, .reactionAdded, .reactionRemoved, .roomUpdated,
            .roomArchived, .roomRules, .roomDeleted, .cursorMoved, .blockChanged, .levelChanged, .preferencesChanged,
            .draftChanged, .savedChanged, .threadRead, .threadFollowed, .threadUnfollowed, .scheduledChanged,
            .channelCreated, .channelUpdated, .channelDeleted, .userRegistered, .userUpdated:
            true
        }
    }

    private func bytes(of place: Int64) -> [UInt8] {
        stride(from: Int64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: place >> $0) }
    }
}

/// An event that may be removed, without what it says.
private struct PruneCandidate {
    var place: Int64
    var kind: EventKind?
    var stream: EventStream?
    var seq: Int64
    var at: Timestamp
    /// Whether a repeated request is recognised by it.
    var carriesNonce: Bool

    func isAfter(_ now: Timestamp) -> Bool { at > now }

    /// From the columns pos, kind, room, person, seq, at, fingerprint.
    init(_ row: Row) {
        place = row.integer(0)
        kind = EventKind(rawValue: row.integer(1))
        seq = row.integer(4)
        at = row.time(5)
        carriesNonce = row.integer(6) != 0
        if !row.isNull(2) {
            stream = RoomID(rawValue: UInt64(bitPattern: row.integer(2))).map { .room($0) }
        } else if !row.isNull(3) {
            stream = UserID(rawValue: UInt64(bitPattern: row.integer(3))).map { .person($0) }
        } else {
            stream = .directory
        }
    }
}

extension Connection {
    /// A place that is kept as a setting; 0 where it is not.
    func placeSetting(_ key: String) throws(ChatError) -> Int64 {
        let bytes = try first(.setting, key) { $0.blob(0) } ?? []
        return bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
