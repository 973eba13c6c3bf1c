import ChatModel
import StorageAPI
import Synchronization

/// What the store's write port can do. A case for each requirement of `WriteTransaction`, and for each kind of event.
enum WriteOperation: CaseIterable {
    case insertUser, updateUser, setPasswordHash, setSetupToken, removeSetupToken, setBlocked
    case insertSession, setLastUse, deleteSession, deleteSessions, insertInvitation, setUsesLeft
    case insertRoom, insertMembership, deleteMembership, setCursor, eraseMessage, prune
    case messageWithoutNonce, messageWithCountedNonce, messageWithTextNonce
    case memberJoined, memberLeft, memberRemoved, messageDeleted, messageGone
    case insertDirect, updateRoom, deleteRoom, eraseDeletedRooms, setRole
    case roleChanged, roomUpdated, roomArchived, roomDeleted
    case setMute, noteSend, ban, unban, insertReport, updateReport, expireMessages
    case roomRules, memberMuted, messagesExpired
    case cursorMoved, blockChanged, channelCreated, channelUpdated, channelDeleted, userRegistered, userUpdated
    case recordAudit, setRegistrationMode, requireReload, deleteInvitation, deleteInvitationsOfMaker
    case insertPasswordReset, deletePasswordReset, setErasure, deleteErasure
    case reply, editMessage, setReaction, setPinned, setFollow
    case messageEdited, reaction, messagePinned, threadRead, threadFollowed
    case setLevel, setPreferences, setLastSeen, deletePersonalState, levelChanged, preferencesChanged
    case setDraft, deleteDraft, draftChanged, insertSaved, deleteSaved, savedChanged
    case insertScheduled, updateScheduled, deleteScheduled, scheduledChanged

    /// What no use case does: every message has a nonce, and one becomes `messageGone` only by being erased.
    static let neverDone: Set<WriteOperation> = [.messageWithoutNonce, .messageGone]
}

/// Which operations did something.
final class OperationLog: Sendable {
    private let seen = Mutex<Set<WriteOperation>>([])

    var operations: Set<WriteOperation> { seen.withLock { $0 } }

    func note(_ operation: WriteOperation) { seen.withLock { _ = $0.insert(operation) } }
}

/// A transaction that notes each change that succeeds. Whoever adds one to the port has to add it here, for the compiler,
/// and to the workload, for the test that compares the log with `WriteOperation.allCases`.
struct RecordingTransaction: WriteTransaction {
    let base: any WriteTransaction
    let log: OperationLog

    func insert(_ user: User, passwordHash: String) throws(ChatError) {
        try base.insert(user, passwordHash: passwordHash)
        log.note(.insertUser)
    }

    func update(_ user: User) throws(ChatError) {
        try base.update(user)
        log.note(.updateUser)
    }

    func setPasswordHash(_ hash: String, of user: UserID) throws(ChatError) {
        try base.setPasswordHash(hash, of: user)
        log.note(.setPasswordHash)
    }

    func setSetupTokenHash(_ hash: [UInt8]?) throws(ChatError) {
        try base.setSetupTokenHash(hash)
        log.note(hash == nil ? .removeSetupToken : .setSetupToken)
    }

    func insert(_ session: Session, tokenHash: [UInt8]) throws(ChatError) {
        try base.insert(session, tokenHash: tokenHash)
        log.note(.insertSession)
    }

    func setBlocked(_ isBlocked: Bool, _ user: UserID, by other: UserID) throws(ChatError) -> Bool {
        let changed = try base.setBlocked(isBlocked, user, by: other)
        if changed { log.note(.setBlocked) }
        return changed
    }

    func setLastUse(_ time: Timestamp, of session: SessionID) throws(ChatError) {
        try base.setLastUse(time, of: session)
        log.note(.setLastUse)
    }

    func deleteSession(_ id: SessionID) throws(ChatError) {
        try base.deleteSession(id)
        log.note(.deleteSession)
    }

    func deleteSessions(of user: UserID) throws(ChatError) -> [SessionID] {
        let ended = try base.deleteSessions(of: user)
        if !ended.isEmpty { log.note(.deleteSessions) }
        return ended
    }

    func insert(_ invitation: Invitation, codeHash: [UInt8]) throws(ChatError) {
        try base.insert(invitation, codeHash: codeHash)
        log.note(.insertInvitation)
    }

    func setUsesLeft(_ uses: Int, of invitation: InvitationID) throws(ChatError) {
        try base.setUsesLeft(uses, of: invitation)
        log.note(.setUsesLeft)
    }

    func insert(_ room: Room) throws(ChatError) {
        try base.insert(room)
        log.note(.insertRoom)
    }

    func insert(_ room: Room, directFor users: [UserID]) throws(ChatError) {
        try base.insert(room, directFor: users)
        log.note(.insertDirect)
    }

    func update(_ room: Room) throws(ChatError) {
        try base.update(room)
        log.note(.updateRoom)
    }

    func delete(_ room: RoomID) throws(ChatError) {
        try base.delete(room)
        log.note(.deleteRoom)
    }

    func eraseDeletedRooms(limit: Int) throws(ChatError) -> Bool {
        let more = try base.eraseDeletedRooms(limit: limit)
        if more { log.note(.eraseDeletedRooms) }
        return more
    }

    func setRole(_ role: RoomRole, of user: UserID, in room: RoomID) throws(ChatError) {
        try base.setRole(role, of: user, in: room)
        log.note(.setRole)
    }

    func insert(_ membership: Membership) throws(ChatError) {
        try base.insert(membership)
        log.note(.insertMembership)
    }

    func deleteMembership(of user: UserID, in room: RoomID) throws(ChatError) {
        try base.deleteMembership(of: user, in: room)
        log.note(.deleteMembership)
    }

    func setCursor(_ seq: Int64, of user: UserID, in room: RoomID) throws(ChatError) {
        try base.setCursor(seq, of: user, in: room)
        log.note(.setCursor)
    }

    func eraseMessage(_ seq: Int64, in room: RoomID) throws(ChatError) -> Bool {
        let erased = try base.eraseMessage(seq, in: room)
        if erased { log.note(.eraseMessage) }
        return erased
    }

    func prune(before: Timestamp, now: Timestamp, limit: Int) throws(ChatError) -> Bool {
        let more = try base.prune(before: before, now: now, limit: limit)
        // True says that everything it looked at was old.
        if more { log.note(.prune) }
        return more
    }

    func append(
        _ body: RoomEvent.Body, to room: RoomID, by actor: UserID, at time: Timestamp, nonce: Nonce?,
        fingerprint: UInt64
    ) throws(ChatError) -> RoomEvent {
        let event = try base.append(body, to: room, by: actor, at: time, nonce: nonce, fingerprint: fingerprint)
        switch body {
        case .message(let message):
            if message.thread != nil { log.note(.reply) }
            switch nonce {
            case nil: log.note(.messageWithoutNonce)
            case .counted?: log.note(.messageWithCountedNonce)
            case .text?: log.note(.messageWithTextNonce)
            }
        case .memberJoined: log.note(.memberJoined)
        case .memberLeft: log.note(.memberLeft)
        case .memberRemoved: log.note(.memberRemoved)
        case .messageDeleted: log.note(.messageDeleted)
        case .messageGone: log.note(.messageGone)
        case .messageEdited: log.note(.messageEdited)
        case .reaction: log.note(.reaction)
        case .messagePinned: log.note(.messagePinned)
        case .roleChanged: log.note(.roleChanged)
        case .roomUpdated: log.note(.roomUpdated)
        case .roomArchived: log.note(.roomArchived)
        case .roomDeleted: log.note(.roomDeleted)
        case .roomRules: log.note(.roomRules)
        case .memberMuted: log.note(.memberMuted)
        case .messagesExpired: log.note(.messagesExpired)
        }
        return event
    }

    func append(_ body: PersonEvent.Body, for user: UserID, at time: Timestamp) throws(ChatError) -> PersonEvent {
        let event = try base.append(body, for: user, at: time)
        switch body {
        case .cursorMoved: log.note(.cursorMoved)
        case .threadRead: log.note(.threadRead)
        case .threadFollowed: log.note(.threadFollowed)
        case .blockChanged: log.note(.blockChanged)
        case .levelChanged: log.note(.levelChanged)
        case .preferencesChanged: log.note(.preferencesChanged)
        case .draftChanged: log.note(.draftChanged)
        case .savedChanged: log.note(.savedChanged)
        case .scheduledChanged: log.note(.scheduledChanged)
        }
        return event
    }

    func append(_ body: DirectoryEvent.Body, at time: Timestamp) throws(ChatError) -> DirectoryEvent {
        let event = try base.append(body, at: time)
        switch body {
        case .channelCreated: log.note(.channelCreated)
        case .channelUpdated: log.note(.channelUpdated)
        case .channelDeleted: log.note(.channelDeleted)
        case .userRegistered: log.note(.userRegistered)
        case .userUpdated: log.note(.userUpdated)
        }
        return event
    }
}

/// Questions, passed on.
extension RecordingTransaction {
    var place: Place { base.place }

    func user(_ id: UserID) throws(ChatError) -> User? { try base.user(id) }
    func users(_ ids: [UserID]) throws(ChatError) -> [User] { try base.users(ids) }
    func user(email: String) throws(ChatError) -> User? { try base.user(email: email) }
    func user(handle: String) throws(ChatError) -> User? { try base.user(handle: handle) }
    func passwordHash(of user: UserID) throws(ChatError) -> String? { try base.passwordHash(of: user) }
    func people(
        withPrefix prefix: String, sharingRoomWith asker: UserID?, scanning: Int
    ) throws(ChatError) -> [User] {
        try base.people(withPrefix: prefix, sharingRoomWith: asker, scanning: scanning)
    }
    func feed() throws(ChatError) -> RoomID? { try base.feed() }
    func people(outside room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [User] {
        try base.people(outside: room, after: after, limit: limit)
    }
    func shareRoom(_ user: UserID, _ other: UserID) throws(ChatError) -> Bool { try base.shareRoom(user, other) }
    func isArchived(_ room: RoomID) throws(ChatError) -> Bool { try base.isArchived(room) }
    func directPartner(of user: UserID, in room: RoomID) throws(ChatError) -> UserID? {
        try base.directPartner(of: user, in: room)
    }
    func isBlocked(_ user: UserID, by other: UserID) throws(ChatError) -> Bool {
        try base.isBlocked(user, by: other)
    }
    func blocks(of user: UserID) throws(ChatError) -> [User] { try base.blocks(of: user) }
    func blockCount(of user: UserID) throws(ChatError) -> Int { try base.blockCount(of: user) }
    func roomIDs(everOf user: UserID) throws(ChatError) -> [RoomID] { try base.roomIDs(everOf: user) }
    func messages(
        by author: UserID, in room: RoomID, after seq: Int64, scanning: Int
    ) throws(ChatError) -> AuthoredMessages {
        try base.messages(by: author, in: room, after: seq, scanning: scanning)
    }
    func directRoom(of users: [UserID]) throws(ChatError) -> RoomID? { try base.directRoom(of: users) }
    func blockedPeople() throws(ChatError) -> [UserID] { try base.blockedPeople() }
    func hasEnded(_ session: SessionID) throws(ChatError) -> Bool { try base.hasEnded(session) }
    func longestStanding(
        _ role: RoomRole, of room: RoomID, besides user: UserID, isActive: Bool
    ) throws(ChatError) -> UserID? {
        try base.longestStanding(role, of: room, besides: user, isActive: isActive)
    }
    func ownerExists() throws(ChatError) -> Bool { try base.ownerExists() }
    func setupTokenHash() throws(ChatError) -> [UInt8]? { try base.setupTokenHash() }
    func session(tokenHash: [UInt8]) throws(ChatError) -> Session? { try base.session(tokenHash: tokenHash) }
    func sessions(of user: UserID) throws(ChatError) -> [Session] { try base.sessions(of: user) }
    func invitation(codeHash: [UInt8]) throws(ChatError) -> Invitation? { try base.invitation(codeHash: codeHash) }
    func room(_ id: RoomID) throws(ChatError) -> Room? { try base.room(id) }
    func channel(named name: String) throws(ChatError) -> Room? { try base.channel(named: name) }
    func membership(of user: UserID, in room: RoomID) throws(ChatError) -> Membership? {
        try base.membership(of: user, in: room)
    }
    func isMember(_ user: UserID, of room: RoomID) throws(ChatError) -> Bool { try base.isMember(user, of: room) }
    func lastSeq(of room: RoomID) throws(ChatError) -> Int64 { try base.lastSeq(of: room) }
    func roomIDs(of user: UserID) throws(ChatError) -> [RoomID] { try base.roomIDs(of: user) }
    func rooms(of user: UserID) throws(ChatError) -> [RoomSummary] { try base.rooms(of: user) }
    func summary(of room: RoomID, for asker: UserID) throws(ChatError) -> RoomSummary? {
        try base.summary(of: room, for: asker)
    }
    func channels(after: RoomID?, limit: Int, for asker: UserID) throws(ChatError) -> [RoomSummary] {
        try base.channels(after: after, limit: limit, for: asker)
    }
    func members(of room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [RoomMember] {
        try base.members(of: room, after: after, limit: limit)
    }
    func history(
        of room: RoomID, before: Int64?, limit: Int, for reader: UserID?
    ) throws(ChatError) -> [RoomEvent] {
        try base.history(of: room, before: before, limit: limit, for: reader)
    }
    func history(
        of room: RoomID, after: Int64, before: Int64, limit: Int, for reader: UserID?
    ) throws(ChatError) -> [RoomEvent] {
        try base.history(of: room, after: after, before: before, limit: limit, for: reader)
    }
    func firstUnread(in room: RoomID, after cursor: Int64, for reader: UserID) throws(ChatError) -> RoomEvent? {
        try base.firstUnread(in: room, after: cursor, for: reader)
    }
    func removal(of user: UserID, from room: RoomID) throws(ChatError) -> Int64? {
        try base.removal(of: user, from: room)
    }
    func changes(for user: UserID, since: Place, limit: Int, directory: Bool) throws(ChatError) -> Changes {
        try base.changes(for: user, since: since, limit: limit, directory: directory)
    }
    func sent(_ nonce: Nonce, by user: UserID) throws(ChatError) -> SentRecord? { try base.sent(nonce, by: user) }
}
