package import ChatModel
import StorageAPI

extension Chat {
    /// Saves a message for the caller, who may read it, or takes it out of what they saved; told to their devices. Doing so
    /// again changes nothing.
    ///
    /// Throws `not_found` for a room or a message that there is not, or that was deleted, `forbidden` past the limit.
    package func save(_ mark: SavedMark, _ isSaved: Bool, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        let user = caller.user
        try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.refuseInactive(user)
            guard try transaction.isSaved(mark, by: user) != isSaved else { return }
            if isSaved { try transaction.requireSavable(mark, by: user) }
            let event = try transaction.append(.savedChanged(mark, isSaved: isSaved), for: user, at: now)
            if isSaved {
                try transaction.insertSaved(mark, by: user, at: now, place: event.place)
            } else {
                try transaction.deleteSaved(mark, by: user)
            }
        }
    }

    /// What the caller has saved and may read now, the newest first, as it is now.
    ///
    /// - Parameters:
    ///   - before: the `next` of the page before.
    ///   - limit: 1 to 100; a page also ends at `Limits.pageBytes`.
    package func saved(
        before: Place?, limit: Int = Limits.savedPage.usual, for caller: Caller
    ) async throws(ChatError) -> SavedPage {
        let limit = try checked(limit, Limits.savedPage)
        return try await store.read { transaction throws(ChatError) in
            let asker = try transaction.account(caller.user)
            let found = try transaction.saved(
                by: asker.id, before: before, limit: limit + 1, channels: asker.role != .guest)
            let page = found.prefix(limit)
            let kept = PageWeight.fitting(page.lazy.map { Optional.some($0.event) })
            let messages = Array(page.prefix(kept))
            return SavedPage(messages: messages, next: found.count > messages.count ? messages.last?.place : nil)
        }
    }

    /// All that the caller has saved, by rooms, also what they may not read any more.
    package func savedMarks(of caller: Caller) async throws(ChatError) -> [SavedMark] {
        try await store.read { transaction throws(ChatError) in try transaction.savedMarks(of: caller.user) }
    }
}

extension ReadTransaction {
    fileprivate func requireSavable(_ mark: SavedMark, by user: UserID) throws(ChatError) {
        _ = try readableRoom(mark.room, by: user)
        let last = try removal(of: user, from: mark.room) ?? .max
        guard mark.seq <= last, case .message? = try event(mark.seq, in: mark.room)?.body else {
            throw ChatError(.notFound, "There is no message with this seq.", field: "seq")
        }
        guard try savedCount(of: user) < Limits.savedMessages else {
            throw ChatError(.forbidden, "You have saved \(Limits.savedMessages) messages, the most there may be.")
        }
    }
}
