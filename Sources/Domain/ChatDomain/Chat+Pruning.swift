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
