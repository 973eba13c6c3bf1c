package import ChatModel

/// What is asked of the store by those who run the server.
package protocol AdministrationQueries {
    /// The newest entries with an id below `before` (nil: the newest of all), newest first, at most `limit`.
    func auditLog(before: AuditEntryID?, limit: Int) throws(ChatError) -> [AuditEntry]
    /// `invitation` where it was never set.
    func registrationMode() throws(ChatError) -> RegistrationMode
    /// All accounts, also those that were deleted, ordered by id, those after `after`, at most `limit`.
    func users(after: UserID?, limit: Int) throws(ChatError) -> [User]
    /// Whether the account is deactivated or deleted; false where there is none.
    func isInactive(_ user: UserID) throws(ChatError) -> Bool
    /// Whether there is an active owner of the server besides `user`.
    func hasOwner(besides user: UserID) throws(ChatError) -> Bool

    func invitation(_ id: InvitationID) throws(ChatError) -> Invitation?
    /// What `maker` made (nil: whoever made it) that has uses left and ends after `now`, with an id below `before` (nil:
    /// the newest of all), newest first, at most `limit`.
    func invitations(
        madeBy maker: UserID?, endingAfter now: Timestamp, before: InvitationID?, limit: Int
    ) throws(ChatError) -> [Invitation]
    /// Invitations that nobody comes in by any more: used up, ended before `end`, or into a room that is gone; at most
    /// `limit`.
    func spentInvitations(endedBefore end: Timestamp, limit: Int) throws(ChatError) -> [InvitationID]
    func passwordReset(codeHash: [UInt8]) throws(ChatError) -> PasswordReset?
    /// Whose links for a new password ended before `end`, at most `limit`.
    func spentResets(endedBefore end: Timestamp, limit: Int) throws(ChatError) -> [UserID]

    /// One of the erasures that are under way; nil where none is.
    func nextErasure() throws(ChatError) -> Erasure?
    /// The messages that `author` wrote and that have their text, among the next `scanning` events after `place`.
    func messages(
        by author: UserID, after place: Place, scanning: Int
    ) throws(ChatError) -> ErasableMessages
}

/// What a look at a part of the log found.
package struct ErasableMessages: Hashable, Sendable {
    package struct Message: Hashable, Sendable {
        package var room: RoomID
        package var seq: Int64
        /// The root of the thread that it is a reply in.
        package var thread: Int64?

        package init(room: RoomID, seq: Int64, thread: Int64? = nil) {
            self.room = room
            self.seq = seq
            self.thread = thread
        }
    }

    /// Oldest first.
    package var messages: [Message]
    /// Where the look ended; nil where the log did.
    package var through: Place?

    package init(messages: [Message], through: Place?) {
        self.messages = messages
        self.through = through
    }
}

/// Changes that are made by those who run the server.
package protocol AdministrationChanges {
    /// Writes an act down, in the transaction of the act. The entry's id is above all that were recorded before.
    func record(_ entry: AuditEntry) throws(ChatError)
    func setRegistrationMode(_ mode: RegistrationMode) throws(ChatError)
    /// From now on `changes` answers `resync` to `user` for places before this one: what they may hear is another.
    /// Throws `not_found`.
    func requireReload(of user: UserID) throws(ChatError)

    func deleteInvitation(_ id: InvitationID) throws(ChatError)
    func deleteInvitations(madeBy maker: UserID) throws(ChatError)
    /// Replaces what the account had of it. Throws `not_found` for an account that there is not.
    func insert(_ reset: PasswordReset, codeHash: [UInt8]) throws(ChatError)
    func deletePasswordReset(of user: UserID) throws(ChatError)

    /// Begins an erasure, or keeps how far it has come.
    func setErasure(_ erasure: Erasure) throws(ChatError)
    /// It has come to its end.
    func deleteErasure(of author: UserID) throws(ChatError)
}
