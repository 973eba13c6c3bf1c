package import ChatModel
import StorageAPI

extension Chat {
    /// Messages of others that name the caller or everyone, over all rooms that they are in, the newest first, and
    /// whether there are more.
    ///
    /// - Parameters:
    ///   - before: the place of the last message of the page before.
    ///   - limit: 1 to 100; a page also ends at `Limits.pageBytes`.
    package func mentions(
        before: Place?, limit: Int = Limits.mentionsPage.usual, for caller: Caller
    ) async throws(ChatError) -> (page: [RoomEvent], more: Bool) {
        let limit = try checked(limit, Limits.mentionsPage)
        return try await store.read { transaction throws(ChatError) in
            try transaction.refuseInactive(caller.user)
            let found = try transaction.mentions(of: caller.user, before: before, limit: limit + 1)
            let kept = min(PageWeight.fitting(found.prefix(limit).lazy.map(Optional.some)), limit)
            return (Array(found.prefix(kept)), found.count > kept)
        }
    }
}
