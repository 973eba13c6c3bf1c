package import ChatModel
import StorageAPI

/// Sending what was scheduled, when its time has come.
extension Chat {
    /// In one transaction: few, so that a send that waits behind them does not notice.
    private static let sentAtOnce = 50
    /// Milliseconds after which one is tried again that is told no time.
    fileprivate static let usualWait: Int64 = 1_000

    /// Sends some of the messages whose time has come, each as `send` by its author would now. True where another call
    /// may find more.
    ///
    /// A message and the end of its row are one transaction, and its nonce is the row's: it is sent once, whenever the
    /// server ends. One that is sent too often (`rate_limited`) waits and is tried again; one that is refused stays, with
    /// the refusal's code, and is not tried again.
    package func sendScheduled() async throws(ChatError) -> Bool {
        let now = clock.now()
        let due = try await store.read { transaction throws(ChatError) in
            try transaction.scheduledDue(at: now, limit: Chat.sentAtOnce)
        }
        guard !due.isEmpty else { return false }
        let turns = due.map { scheduled in
            SendTurn(
                scheduled: scheduled, named: NamedPeople(in: scheduled.message.text),
                message: Message(
                    id: identifiers.next(), text: scheduled.message.text, thread: scheduled.message.thread),
                tooOften: tooOften(scheduled))
        }
        try await store.write { transaction throws(ChatError) in
            for turn in turns { try transaction.send(turn, at: now) }
        }
        return due.count == Chat.sentAtOnce
    }

    /// Counts it with what its author and others send; why it has to wait.
    private func tooOften(_ scheduled: Scheduled) -> ChatError? {
        do throws(ChatError) {
            try rates.send(scheduled.user, to: scheduled.message.room)
            return nil
        } catch { return error }
    }
}

/// One whose time has come, with what is known of it outside of the transaction.
private struct SendTurn: Sendable {
    var scheduled: Scheduled
    var named: NamedPeople
    var message: Message
    var tooOften: ChatError?
}

extension WriteTransaction {
    /// Sends it, or keeps why not. Nothing where it was changed or cancelled meanwhile.
    fileprivate func send(_ turn: SendTurn, at now: Timestamp) throws(ChatError) {
        let scheduled = turn.scheduled
        guard try self.scheduled(scheduled.message.id) == scheduled else { return }
        do throws(ChatError) {
            if let tooOften = turn.tooOften { throw tooOften }
            try post(turn, at: now)
        } catch {
            try keep(error, of: scheduled, at: now)
        }
    }

    /// What it throws it throws before it writes anything.
    private func post(_ turn: SendTurn, at now: Timestamp) throws(ChatError) {
        let (message, user) = (turn.scheduled.message, turn.scheduled.user)
        let fingerprint = Fingerprint.of(room: message.room, text: message.text, thread: message.thread)
        if let earlier = try sent(turn.scheduled.nonce, by: user) {
            // The author has sent it by themselves, under this name.
            guard earlier.fingerprint == fingerprint, earlier.event.room == message.room else {
                throw ChatError(.nonceReused)
            }
        } else {
            let allowed = try allowed(turn.message, naming: turn.named, to: message.room, by: user, at: now)
            _ = try post(allowed, nonce: turn.scheduled.nonce, fingerprint: fingerprint)
        }
        try deleteScheduled(message.id)
        try append(.scheduledChanged(message.id, .sent), for: user, at: now)
    }

    /// Throws what is the store's own: then nothing was sent, and all is tried again.
    private func keep(_ error: ChatError, of scheduled: Scheduled, at now: Timestamp) throws(ChatError) {
        var scheduled = scheduled
        if error.code == .rateLimited {
            let wait = max(error.retryAfter ?? Chat.usualWait, 1)
            scheduled.due = Timestamp(milliseconds: now.milliseconds &+ wait)
            return try update(scheduled)
        }
        guard !error.code.retryHelps else { throw error }
        // No session has ended: it is the account that may not be used.
        scheduled.message.error = error.code == .sessionExpired ? .deactivated : error.code
        try update(scheduled)
        try append(.scheduledChanged(scheduled.message.id, .failed), for: scheduled.user, at: now)
    }
}
