import ChatModel
import StorageAPI

extension WorkloadStep {
    func mute(_ store: any WriteTransaction) throws(ChatError) {
        let until = number / WorkloadStep.round % 2 == 0 ? Timestamp(milliseconds: number + 1000) : nil
        let user = WorkloadStep.people[2]
        try store.setMute(until: until, of: user, in: WorkloadStep.room)
        _ = try store.append(
            .memberMuted(user, until: until), to: WorkloadStep.room, by: WorkloadStep.people[1], at: time, nonce: nil,
            fingerprint: 0)
    }

    func setRules(_ store: any WriteTransaction) throws(ChatError) {
        guard var room = try store.room(WorkloadStep.room) else { return }
        (room.slowMode, room.retention) = (number % 60, 1)
        try store.update(room)
        _ = try store.append(
            .roomRules(slowMode: room.slowMode, retention: 1), to: room.id, by: person, at: time, nonce: nil,
            fingerprint: 0)
    }

    func noteSend(_ store: any WriteTransaction) throws(ChatError) {
        for user in WorkloadStep.people where try store.isMember(user, of: WorkloadStep.room) {
            try store.noteSend(by: user, in: WorkloadStep.room, at: time)
        }
    }

    private var reportID: ReportID { ReportID(millisecond: 0, entropy: entropy) }

    func report(messageOf step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        guard let event = try step.sent(store)?.event else { return }
        _ = try store.insert(
            Report(
                id: reportID, room: event.room, seq: event.seq, author: event.actor, reporter: person,
                reason: "step \(number)", at: time))
    }

    func resolveReport(madeBy step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        guard var report = try store.report(step.reportID) else { return }
        (report.state, report.resolvedBy) = (.resolved, person)
        try store.update(report)
    }

    func expire(_ store: any WriteTransaction) throws(ChatError) {
        let before = Timestamp(milliseconds: max(0, number - 20))
        let expiry = try store.expireMessages(in: WorkloadStep.room, before: before, now: time, limit: 20)
        guard expiry.erased > 0 else { return }
        _ = try store.append(
            .messagesExpired(through: expiry.through), to: WorkloadStep.room, by: person, at: time, nonce: nil,
            fingerprint: 0)
    }
}
