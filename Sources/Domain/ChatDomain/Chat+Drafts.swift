package import ChatModel
import StorageAPI

extension Chat {
    /// Keeps what the caller has begun to write, for all their devices; an empty text takes it away. Where there are too
    /// many, or they are too long together, the oldest go. Answers the number of the event that tells it; nil where it
    /// was so already.
    ///
    /// Throws `not_member`, `not_found` (with the field `thread` for what is no thread's beginning), `too_long`,
    /// `invalid_argument`.
    package func keepDraft(_ text: String, for key: DraftKey, by caller: Caller) async throws(ChatError) -> Int64? {
        try TextRules.checkDraft(text)
        let now = clock.now()
        return try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.refuseInactive(caller.user)
            guard try transaction.isMember(caller.user, of: key.room) else {
                throw try transaction.refusalOfOutsider(key.room, caller.user)
            }
            let before = try transaction.draft(of: caller.user, for: key)?.text ?? ""
            guard !before.utf8.elementsEqual(text.utf8) else { return nil }
            if text.isEmpty {
                try transaction.deleteDraft(of: caller.user, for: key)
            } else {
                if let thread = key.thread { _ = try transaction.liveRoot(thread, in: key.room) }
                try transaction.setDraft(Draft(key: key, text: text, at: now), of: caller.user)
                try transaction.dropOldDrafts(of: caller.user, besides: key, at: now)
            }
            return try transaction.append(.draftChanged(key, text: text), for: caller.user, at: now).useq
        }
    }

    /// What the caller has begun to write, in the order of the keys.
    package func drafts(of caller: Caller) async throws(ChatError) -> [Draft] {
        try await store.read { transaction throws(ChatError) in try transaction.drafts(of: caller.user) }
    }
}

extension WriteTransaction {
    /// Until what is left is within the limits; told as if the person had emptied them.
    fileprivate func dropOldDrafts(of user: UserID, besides key: DraftKey, at now: Timestamp) throws(ChatError) {
        while true {
            let size = try draftSize(of: user)
            guard size.count > Limits.drafts || size.bytes > Limits.pageBytes,
                let oldest = try oldestDraft(of: user, besides: key)
            else { return }
            try deleteDraft(of: user, for: oldest)
            try append(.draftChanged(oldest, text: ""), for: user, at: now)
        }
    }
}
