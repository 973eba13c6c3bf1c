package import ChatModel

/// Questions answered from one consistent snapshot. "The asker" is whom the caller has authenticated: the store
/// answers what it is asked and decides no rights.
package protocol ReadTransaction:
    AdministrationQueries, ModerationQueries, TalkQueries, PersonalQueries, ScheduleQueries
{
    /// Every event up to here, and none after, is visible in this transaction.
    var place: Place { get }

    func user(_ id: UserID) throws(ChatError) -> User?
    func users(_ ids: [UserID]) throws(ChatError) -> [User]
    /// `email` as stored, lower-cased.
    func user(email: String) throws(ChatError) -> User?
    /// `handle` as stored, lower-cased; nobody has an empty one.
    func user(handle: String) throws(ChatError) -> User?
    /// The Argon2id string of the password.
    func passwordHash(of user: UserID) throws(ChatError) -> String?
    /// Whoever has one of `PersonWords` that begins with `prefix` and is in a room, other than the feed, together with
    /// `asker` (nil: or not), each once, in no certain order. Looks at `scanning` words at most, the first in order, so that a short prefix
    /// may not find all.
    func people(
        withPrefix prefix: String, sharingRoomWith asker: UserID?, scanning: Int
    ) throws(ChatError) -> [User]
    /// Whether there is a room, other than the feed, that both are in.
    func shareRoom(_ user: UserID, _ other: UserID) throws(ChatError) -> Bool
    /// Accounts that are no guests', not deleted and not in `room`, ordered by id, those after `after`, at most `limit`.
    func people(outside room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [User]
    func ownerExists() throws(ChatError) -> Bool
    /// The hash of the one-time token that makes the first owner; nil once used or before `setSetupTokenHash`.
    func setupTokenHash() throws(ChatError) -> [UInt8]?

    /// By the SHA-256 of the session's token.
    func session(tokenHash: [UInt8]) throws(ChatError) -> Session?
    /// In the order of their ids.
    func sessions(of user: UserID) throws(ChatError) -> [Session]
    func invitation(codeHash: [UInt8]) throws(ChatError) -> Invitation?

    func room(_ id: RoomID) throws(ChatError) -> Room?
    /// By name without regard to case.
    func channel(named name: String) throws(ChatError) -> Room?
    func membership(of user: UserID, in room: RoomID) throws(ChatError) -> Membership?
    func isMember(_ user: UserID, of room: RoomID) throws(ChatError) -> Bool
    /// False for a room that does not exist.
    func isArchived(_ room: RoomID) throws(ChatError) -> Bool
    func lastSeq(of room: RoomID) throws(ChatError) -> Int64
    /// The room of kind `feed`; there is at most one.
    func feed() throws(ChatError) -> RoomID?
    /// The direct room of exactly these people, in any order.
    func directRoom(of users: [UserID]) throws(ChatError) -> RoomID?
    /// The other one of a direct room of two; nil for every other room, and for who is not one of the two.
    func directPartner(of user: UserID, in room: RoomID) throws(ChatError) -> UserID?
    /// Whether `other` has blocked `user`.
    func isBlocked(_ user: UserID, by other: UserID) throws(ChatError) -> Bool
    /// Whom `user` has blocked, in the order of their ids.
    func blocks(of user: UserID) throws(ChatError) -> [User]
    func blockCount(of user: UserID) throws(ChatError) -> Int
    /// Everybody who is blocked by somebody, each once.
    func blockedPeople() throws(ChatError) -> [UserID]
    /// Who has been in `room` with `role` for longest, besides `user` and guests: among those whose accounts are active, or
    /// among the others.
    func longestStanding(
        _ role: RoomRole, of room: RoomID, besides user: UserID, isActive: Bool
    ) throws(ChatError) -> UserID?

    /// Ids of the rooms that `user` is in.
    func roomIDs(of user: UserID) throws(ChatError) -> [RoomID]
    /// Ids of the rooms that `user` is in or was in, deleted ones left out, in order.
    func roomIDs(everOf user: UserID) throws(ChatError) -> [RoomID]
    /// The rooms that `user` is in, with counts and unread (`Unread`'s rule), ordered by id.
    func rooms(of user: UserID) throws(ChatError) -> [RoomSummary]
    /// One room with its counts as `asker` sees them, member or not.
    func summary(of room: RoomID, for asker: UserID) throws(ChatError) -> RoomSummary?
    /// Channels (kind `channel`), ordered by id, those after `after`, at most `limit`; counts as `asker` sees them.
    func channels(after: RoomID?, limit: Int, for asker: UserID) throws(ChatError) -> [RoomSummary]
    /// Ordered by user id, those after `after`, at most `limit`.
    func members(of room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [RoomMember]

    /// The newest `limit` events with a `seq` below `before` (nil: from the end), oldest first; replies in threads are
    /// left out, and what only says how a message changed (edits, reactions, pins). Messages come with their
    /// `Responses` as `reader` sees them, where there is one.
    func history(of room: RoomID, before: Int64?, limit: Int, for reader: UserID?) throws(ChatError) -> [RoomEvent]
    /// As `history(of:before:limit:for:)`, but the oldest `limit` of those with a `seq` above `after` and below `before`.
    func history(
        of room: RoomID, after: Int64, before: Int64, limit: Int, for reader: UserID?
    ) throws(ChatError) -> [RoomEvent]

    /// The messages of `author` in `room` with a `seq` above `seq` that have their text, in order. Looks at the next
    /// `scanning` events of the room, at least one.
    func messages(
        by author: UserID, in room: RoomID, after seq: Int64, scanning: Int
    ) throws(ChatError) -> AuthoredMessages
    /// The first message of `room` after `cursor` that `Unread` counts for `reader`.
    func firstUnread(in room: RoomID, after cursor: Int64, for reader: UserID) throws(ChatError) -> RoomEvent?
    /// The `seq` of the event by which somebody else took `user` out of `room`; nil where they are in it, left by
    /// themselves or were never there.
    func removal(of user: UserID, from room: RoomID) throws(ChatError) -> Int64?

    /// What `user` may know of that happened after `since` and up to `place`, oldest first, at most `limit` events.
    ///
    /// Covers: events of the rooms the user is a member of in this snapshot, except rooms joined after `since`
    /// (listed in `joined`: their history is loaded whole instead); the user's own events; directory events if
    /// `directory`. Throws `resync` where `since` is beyond `place` or was compacted away, and where the person has to
    /// load afresh (`requireReload`).
    /// Messages come with their `Responses` as `user` sees them. Costs grow with what changed for this user, not with
    /// what others did.
    func changes(for user: UserID, since: Place, limit: Int, directory: Bool) throws(ChatError) -> Changes

    /// The result of an earlier send by `user` with this nonce.
    func sent(_ nonce: Nonce, by user: UserID) throws(ChatError) -> SentRecord?
}

/// Changes, each at the body's place in the commit order. Rights are the body's to check, with the questions above,
/// which here answer from the newest state, including what this body has written.
package protocol WriteTransaction:
    ReadTransaction, AdministrationChanges, ModerationChanges, TalkChanges, PersonalChanges, ScheduleChanges
{
    /// Throws `email_taken`, and `handle_taken` for a handle that somebody has; any number may have an empty one.
    func insert(_ user: User, passwordHash: String) throws(ChatError)
    /// Keeps the account's e-mail, handle, name, avatar, role and state, and the words by which it is found. Throws
    /// `not_found`, and `email_taken` and `handle_taken` as `insert` does.
    func update(_ user: User) throws(ChatError)
    func setPasswordHash(_ hash: String, of user: UserID) throws(ChatError)
    /// Whether `other` blocks `user` from now on. False where that was so already.
    func setBlocked(_ isBlocked: Bool, _ user: UserID, by other: UserID) throws(ChatError) -> Bool
    func setSetupTokenHash(_ hash: [UInt8]?) throws(ChatError)

    func insert(_ session: Session, tokenHash: [UInt8]) throws(ChatError)
    /// Keeps that the session was used, unless a later use is known; nothing for a session that has ended.
    func setLastUse(_ time: Timestamp, of session: SessionID) throws(ChatError)
    func deleteSession(_ id: SessionID) throws(ChatError)
    /// Whether the session was one of the last few thousand to be deleted since the store was opened.
    func hasEnded(_ session: SessionID) throws(ChatError) -> Bool
    /// Answers the sessions it ended.
    func deleteSessions(of user: UserID) throws(ChatError) -> [SessionID]

    func insert(_ invitation: Invitation, codeHash: [UInt8]) throws(ChatError)
    func setUsesLeft(_ uses: Int, of invitation: InvitationID) throws(ChatError)

    /// Throws `name_taken` for a second channel of one name, or a second feed.
    func insert(_ room: Room) throws(ChatError)
    /// Inserts a direct room that is these people's from now on, whoever of them is a member.
    func insert(_ room: Room, directFor users: [UserID]) throws(ChatError)
    /// Keeps the room's name, description, archiving and rules. Throws `not_found`, and `name_taken` as `insert` does.
    func update(_ room: Room) throws(ChatError)
    /// Ends all memberships and takes the room away; `append` its `roomDeleted` first, in the same body. Its other
    /// events are out of reach from now on and `eraseDeletedRooms` removes them. Throws `not_found`.
    func delete(_ room: RoomID) throws(ChatError)
    /// Removes at most `limit` events of deleted rooms, so that nothing that was said there is left. True where
    /// another call may find more.
    func eraseDeletedRooms(limit: Int) throws(ChatError) -> Bool
    /// Throws `not_member` where there is no such membership.
    func setRole(_ role: RoomRole, of user: UserID, in room: RoomID) throws(ChatError)
    func insert(_ membership: Membership) throws(ChatError)
    func deleteMembership(of user: UserID, in room: RoomID) throws(ChatError)
    func setCursor(_ seq: Int64, of user: UserID, in room: RoomID) throws(ChatError)

    /// Takes the text out of a message for good: its row stays as `messageGone`, its nonce stays known, its thread's
    /// replies stay. What it said before, its reactions, pin and mentions go. False, and nothing changes, where there is
    /// no message with its text at `seq`.
    func eraseMessage(_ seq: Int64, in room: RoomID) throws(ChatError) -> Bool
    /// Looks at the next `limit` events from where the last call ended and removes those that are older than `before`,
    /// no messages, carry no nonce, and are not the newest of their stream (those go once the one after them is looked
    /// at); ends at the first that is not older. From then on `changes` answers `resync` for places before the newest
    /// one removed. True where the next call may find more.
    ///
    /// An event from after `now` has its time from a clock that was set back since: it is as old as the first one after
    /// it that is not, which is looked for among the next hundred times `limit`.
    func prune(before: Timestamp, now: Timestamp, limit: Int) throws(ChatError) -> Bool

    /// Gives the event the room's next `seq` and a place. `nonce` and `fingerprint` make a repeat recognisable.
    @discardableResult
    func append(
        _ body: RoomEvent.Body, to room: RoomID, by actor: UserID, at: Timestamp, nonce: Nonce?, fingerprint: UInt64
    ) throws(ChatError) -> RoomEvent
    @discardableResult
    func append(_ body: PersonEvent.Body, for user: UserID, at: Timestamp) throws(ChatError) -> PersonEvent
    @discardableResult
    func append(_ body: DirectoryEvent.Body, at: Timestamp) throws(ChatError) -> DirectoryEvent
}

/// A part of what somebody wrote in a room.
package struct AuthoredMessages: Hashable, Sendable {
    package var messages: [RoomEvent]
    /// The `seq` of the last event that was looked at; nil at the room's end.
    package var through: Int64?

    package init(messages: [RoomEvent], through: Int64?) {
        self.messages = messages
        self.through = through
    }
}

/// What a nonce was used for.
package struct SentRecord: Hashable, Sendable {
    package var event: RoomEvent
    /// Of room and text, as given to `append`; equal content gives equal fingerprints.
    package var fingerprint: UInt64

    package init(event: RoomEvent, fingerprint: UInt64) {
        self.event = event
        self.fingerprint = fingerprint
    }
}
