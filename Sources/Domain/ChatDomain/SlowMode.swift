package import ChatModel
import StorageAPI

extension ReadTransaction {
    /// Whether slow mode holds for who sends: for members, and not for who keeps order in the room. Throws
    /// `rate_limited`, with the field `room`, where they wrote too short a time ago.
    func isSlowed(_ user: UserID, _ facts: SendFacts, at now: Timestamp) throws(ChatError) -> Bool {
        guard facts.slowMode > 0, facts.role == .member, try !account(user).role.administers else { return false }
        // A time that lies ahead is from a clock that was set back since, and holds nobody up.
        guard let last = facts.lastSend, last <= now else { return true }
        let due = last.advanced(bySeconds: facts.slowMode)
        guard due > now else { return true }
        throw ChatError(
            .rateLimited, "In this room each member sends one message every \(facts.slowMode) s. Wait a little.",
            field: "room", retryAfter: due.milliseconds &- now.milliseconds)
    }
}

extension ChatError {
    /// That somebody may not write in a room before `until`.
    package static func muted(until: Timestamp, now: Timestamp) -> ChatError {
        ChatError(
            .muted, "A moderator has muted you in this room until \(until.utc).", field: "room",
            retryAfter: max(0, until.milliseconds &- now.milliseconds))
    }
}
