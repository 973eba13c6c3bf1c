package import ChatModel

/// Questions about messages that are to be sent later.
package protocol ScheduleQueries {
    /// In the order of when they are to be sent, then of their ids.
    func scheduled(of user: UserID) throws(ChatError) -> [Scheduled]
    func scheduled(_ id: ScheduledID) throws(ChatError) -> Scheduled?
    /// The one that `user` has scheduled with this nonce.
    func scheduled(nonce: Nonce, of user: UserID) throws(ChatError) -> Scheduled?
    /// How many there are, those that failed too, and the bytes of their texts together (UTF-8).
    func scheduledSize(of user: UserID) throws(ChatError) -> (count: Int, bytes: Int)
    /// Those without an error that are due at `time`, the first first, at most `limit`.
    func scheduledDue(at time: Timestamp, limit: Int) throws(ChatError) -> [Scheduled]
}

/// What is kept of them. They go with their author's membership, with the room and with the account.
package protocol ScheduleChanges {
    /// Throws `nonce_reused` where the author has another one with its nonce.
    func insert(_ scheduled: Scheduled) throws(ChatError)
    /// Keeps its text, its times and its error; nothing where there is none of this id.
    func update(_ scheduled: Scheduled) throws(ChatError)
    /// Nothing where there is none.
    func deleteScheduled(_ id: ScheduledID) throws(ChatError)
}

/// A message that is to be sent later, with what its author is not told.
package struct Scheduled: Hashable, Sendable {
    package var message: ScheduledMessage
    package var user: UserID
    /// Of the message too, so that it is sent once.
    package var nonce: Nonce
    /// Of what was asked for with the nonce, which a later change of the text or the time leaves.
    package var fingerprint: UInt64
    /// When it is tried next: at its time, or later where it has to wait.
    package var due: Timestamp

    package init(message: ScheduledMessage, user: UserID, nonce: Nonce, fingerprint: UInt64, due: Timestamp) {
        self.message = message
        self.user = user
        self.nonce = nonce
        self.fingerprint = fingerprint
        self.due = due
    }
}
