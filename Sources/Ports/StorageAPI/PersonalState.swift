package import ChatModel

/// Questions about what is a person's own, on all their devices.
package protocol PersonalQueries {
    /// The usual ones where nothing was ever set.
    func preferences(of user: UserID) throws(ChatError) -> Preferences
    /// In the order of their keys.
    func drafts(of user: UserID) throws(ChatError) -> [Draft]
    func draft(of user: UserID, for key: DraftKey) throws(ChatError) -> Draft?
    /// How many there are, and the bytes of their texts together (UTF-8).
    func draftSize(of user: UserID) throws(ChatError) -> (count: Int, bytes: Int)
    /// The one that was changed the longest ago, besides that of `key`.
    func oldestDraft(of user: UserID, besides key: DraftKey) throws(ChatError) -> DraftKey?
    func isSaved(_ mark: SavedMark, by user: UserID) throws(ChatError) -> Bool
    func savedCount(of user: UserID) throws(ChatError) -> Int
    /// What `user` has saved before `before` (nil: the newest of all), as it is now, newest first, at most `limit`: of the
    /// rooms that they are in, and with `channels` of every channel, where they were taken out of one up to then.
    func saved(by user: UserID, before: Place?, limit: Int, channels: Bool) throws(ChatError) -> [SavedMessage]
    /// All of it, in the order of rooms and numbers.
    func savedMarks(of user: UserID) throws(ChatError) -> [SavedMark]
    /// Those of `ids` that have an account, and when they were last there, as `setLastSeen` or the use of a session tells
    /// it; in the order of `ids`.
    func seen(_ ids: [UserID]) throws(ChatError) -> [SeenPerson]
}

/// What is kept of it.
package protocol PersonalChanges {
    /// Nil for the usual one. Throws `not_member` where there is no such membership.
    func setLevel(_ level: NotifyLevel?, of user: UserID, in room: RoomID) throws(ChatError)
    func setPreferences(_ preferences: Preferences, of user: UserID) throws(ChatError)
    /// In place of what the person had there. It goes with the membership and with the room.
    func setDraft(_ draft: Draft, of user: UserID) throws(ChatError)
    /// Nothing where there is none.
    func deleteDraft(of user: UserID, for key: DraftKey) throws(ChatError)
    /// What is not saved yet; `place` is of the event that tells it. It goes with the room.
    func insertSaved(_ mark: SavedMark, by user: UserID, at time: Timestamp, place: Place) throws(ChatError)
    /// Nothing where it is not saved.
    func deleteSaved(_ mark: SavedMark, by user: UserID) throws(ChatError)
    /// Keeps when somebody was last there, unless a later time is known; nothing for who has no account.
    func setLastSeen(_ time: Timestamp, of user: UserID) throws(ChatError)
    /// What is here goes with the account.
    func deletePersonalState(of user: UserID) throws(ChatError)
}
