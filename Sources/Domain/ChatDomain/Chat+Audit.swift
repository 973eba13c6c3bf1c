package import ChatModel
import StorageAPI

extension Chat {
    /// What was done by those who run the server or a room, newest first, below `before` (nil: the newest of all), and
    /// whether there is more. Owners and administrators of the server; else `forbidden`.
    ///
    /// - Parameter limit: 1 to 200.
    package func audit(
        before: AuditEntryID?, limit: Int = Limits.auditPage.usual, for caller: Caller
    ) async throws(ChatError) -> (page: [AuditEntry], more: Bool) {
        let limit = try checked(limit, Limits.auditPage)
        return try await store.read { transaction throws(ChatError) in
            guard try transaction.account(caller.user).role.administers else { throw ChatError(.forbidden) }
            let found = try transaction.auditLog(before: before, limit: limit + 1)
            return (Array(found.prefix(limit)), found.count > limit)
        }
    }
}

extension WriteTransaction {
    /// Writes down what `actor` (nil: whoever runs the server, at its command line) did in this transaction.
    func record(
        _ action: AuditAction, by actor: UserID?, user: UserID? = nil, room: RoomID? = nil, detail: String = "",
        at now: Timestamp
    ) throws(ChatError) {
        var id = AuditEntryID(millisecond: now.milliseconds, entropy: 0)
        if let newest = try auditLog(before: nil, limit: 1).first?.id, newest >= id {
            guard let next = AuditEntryID(rawValue: newest.rawValue &+ 1) else { throw ChatError(.internal) }
            id = next
        }
        try record(
            AuditEntry(id: id, at: now, actor: actor, action: action, user: user, room: room, detail: detail))
    }
}

extension Room {
    /// What the audit log calls the room: those who read it may not be in a private one, and do not learn its name.
    var auditName: String { kind == .channel ? name : "" }
}
