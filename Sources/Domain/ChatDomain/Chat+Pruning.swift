package import ChatModel
import StorageAPI

extension Chat {
    /// Events looked at in one transaction: few, so that a send that waits behind them does not notice.
    private static let pruneBatch = 200

    /// Removes some of what was said in rooms that were deleted. True where another call may find more.
    package func eraseDeletedRooms() async throws(ChatError) -> Bool {
        try await store.write { transaction throws(ChatError) in
            try transaction.eraseDeletedRooms(limit: Chat.pruneBatch)
        }
    }

    /// Seconds for which an ended invitation or link stays: a clock that was set forward by mistake is right again by then.
    private static let spentStays: Int64 = 7 * 86_400

    /// Removes some invitations and links for new passwords that are of no use any more. True where another call may find
    /// more.
    package func removeSpentLinks() async throws(ChatError) -> Bool {
        let end = clock.now().advanced(bySeconds: -Chat.spentStays)
        let limit = Chat.pruneBatch
        // All of them are looked at, which is not the writer's work; what is found here does not become good again.
        let (invitations, resets) = try await store.read {
            transaction throws(ChatError) -> ([InvitationID], [UserID]) in
            (
                try transaction.spentInvitations(endedBefore: end, limit: limit),
                try transaction.spentResets(endedBefore: end, limit: limit)
            )
        }
        if invitations.isEmpty, resets.isEmpty { return false }
        return try await store.write { transaction throws(ChatError) in
            for invitation in invitations { try transaction.deleteInvitation(invitation) }
            // A new link may have been made meanwhile.
            let spent = Set(try transaction.spentResets(endedBefore: end, limit: limit))
            for user in resets where spent.contains(user) { try transaction.deletePasswordReset(of: user) }
            return invitations.count == limit || resets.count == limit
        }
    }

    /// Removes some events that are no messages and older than `days`; whoever's place is before them has to load afresh.
    /// True where another call may find more.
    package func pruneEvents(olderThan days: Int) async throws(ChatError) -> Bool {
        let now = clock.now()
        let before = now.advanced(bySeconds: -Int64(clamping: min(max(days, 0), 100_000)) * 86_400)
        return try await store.write { transaction throws(ChatError) in
            try transaction.prune(before: before, now: now, limit: Chat.pruneBatch)
        }
    }
}
