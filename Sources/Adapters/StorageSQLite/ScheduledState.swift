import ChatModel
import StorageAPI

extension SnapshotReading {
    func scheduled(of user: UserID) throws(ChatError) -> [Scheduled] {
        try connection.all(.scheduledOfUser, user) { row throws(ChatError) in try Scheduled(row) }
    }

    func scheduled(_ id: ScheduledID) throws(ChatError) -> Scheduled? {
        try connection.first(.scheduledByID, id) { row throws(ChatError) in try Scheduled(row) }
    }

    func scheduled(nonce: Nonce, of user: UserID) throws(ChatError) -> Scheduled? {
        try connection.first(.scheduledByNonce, user, nonce.text) { row throws(ChatError) in try Scheduled(row) }
    }

    func scheduledSize(of user: UserID) throws(ChatError) -> (count: Int, bytes: Int) {
        let size = try connection.first(.scheduledSize, user) { row in
            (Int(clamping: row.integer(0)), Int(clamping: row.integer(1)))
        }
        return size ?? (0, 0)
    }

    func scheduledDue(at time: Timestamp, limit: Int) throws(ChatError) -> [Scheduled] {
        try connection.all(.scheduledDue, time, rowLimit(limit)) { row throws(ChatError) in try Scheduled(row) }
    }
}

extension WriterTransaction {
    func insert(_ scheduled: Scheduled) throws(ChatError) {
        let message = scheduled.message
        guard try self.scheduled(nonce: scheduled.nonce, of: scheduled.user) == nil else {
            throw ChatError(.nonceReused, field: "nonce")
        }
        try willWrite()
        try connection.run(
            .insertScheduled, message.id, scheduled.user, message.room, message.thread ?? 0, message.text,
            Int64(message.text.utf8.count), message.at, scheduled.nonce.text,
            Int64(bitPattern: scheduled.fingerprint), scheduled.due, message.error?.rawValue)
    }

    func update(_ scheduled: Scheduled) throws(ChatError) {
        let message = scheduled.message
        try willWrite()
        try connection.run(
            .updateScheduled, message.id, message.text, Int64(message.text.utf8.count), message.at, scheduled.due,
            message.error?.rawValue)
    }

    func deleteScheduled(_ id: ScheduledID) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteScheduled, id)
    }
}

extension Scheduled {
    /// From the columns id, user, room, thread, text, at, nonce, fingerprint, due, error.
    init(_ row: Row) throws(ChatError) {
        guard let nonce = Nonce(row.text(6)) else { throw .damagedRow }
        var error: ErrorCode?
        if !row.isNull(9) {
            error = ErrorCode(rawValue: row.text(9))
            guard error != nil else { throw .damagedRow }
        }
        self.init(
            message: ScheduledMessage(
                id: try row.id(0), room: try row.id(2), thread: row.threadUnlessZero(3), text: row.text(4),
                at: row.time(5), error: error),
            user: try row.id(1), nonce: nonce, fingerprint: UInt64(bitPattern: row.integer(7)), due: row.time(8))
    }
}

extension ScheduledState {
    /// What stands for it in an event. A number, once released, keeps its meaning.
    var stored: Int64 {
        switch self {
        case .made: 0
        case .changed: 1
        case .sent: 2
        case .failed: 3
        case .cancelled: 4
        }
    }

    init?(stored number: Int64) {
        guard let state = ScheduledState.allCases.first(where: { $0.stored == number }) else { return nil }
        self = state
    }
}
