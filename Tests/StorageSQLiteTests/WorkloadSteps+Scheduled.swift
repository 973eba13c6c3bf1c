import ChatModel
import StorageAPI

extension WorkloadStep {
    /// One message is scheduled and put off; in every second round that of the round before is cancelled.
    func schedule(_ store: any WriteTransaction) throws(ChatError) {
        let user = WorkloadStep.people[1]
        var made = scheduled(number, by: user)
        if try store.scheduled(made.message.id) == nil, try store.scheduled(nonce: made.nonce, of: user) == nil {
            try store.insert(made)
            _ = try store.append(.scheduledChanged(made.message.id, .made), for: user, at: time)
        }
        (made.message.text, made.message.error, made.due) = ("put off", .archived, Timestamp(milliseconds: number + 1))
        try store.update(made)
        if number / WorkloadStep.round % 2 == 1 {
            try store.deleteScheduled(scheduled(number - WorkloadStep.round, by: user).message.id)
        }
    }

    private func scheduled(_ number: Int64, by user: UserID) -> Scheduled {
        Scheduled(
            message: ScheduledMessage(
                id: ScheduledID(millisecond: 0, entropy: UInt32(truncatingIfNeeded: number)), room: WorkloadStep.room,
                text: "later \(number)", at: Timestamp(milliseconds: number)),
            user: user, nonce: .text("later \(number)"), fingerprint: UInt64(bitPattern: number),
            due: Timestamp(milliseconds: number))
    }
}

extension RecordingTransaction {
    func insert(_ scheduled: Scheduled) throws(ChatError) {
        try base.insert(scheduled)
        log.note(.insertScheduled)
    }

    func update(_ scheduled: Scheduled) throws(ChatError) {
        try base.update(scheduled)
        log.note(.updateScheduled)
    }

    func deleteScheduled(_ id: ScheduledID) throws(ChatError) {
        try base.deleteScheduled(id)
        log.note(.deleteScheduled)
    }

    // MARK: - Questions, passed on

    func scheduled(of user: UserID) throws(ChatError) -> [Scheduled] { try base.scheduled(of: user) }
    func scheduled(_ id: ScheduledID) throws(ChatError) -> Scheduled? { try base.scheduled(id) }
    func scheduled(nonce: Nonce, of user: UserID) throws(ChatError) -> Scheduled? {
        try base.scheduled(nonce: nonce, of: user)
    }
    func scheduledSize(of user: UserID) throws(ChatError) -> (count: Int, bytes: Int) {
        try base.scheduledSize(of: user)
    }
    func scheduledDue(at time: Timestamp, limit: Int) throws(ChatError) -> [Scheduled] {
        try base.scheduledDue(at: time, limit: limit)
    }
}
