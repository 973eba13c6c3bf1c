import ChatModel
import StorageAPI

extension SnapshotReading {
    func auditLog(before: AuditEntryID?, limit: Int) throws(ChatError) -> [AuditEntry] {
        try connection.all(
            .auditLog, before.map { Int64(bitPattern: $0.rawValue) } ?? .max, rowLimit(limit)
        ) { row throws(ChatError) in try AuditEntry(row) }
    }

    func registrationMode() throws(ChatError) -> RegistrationMode {
        guard let stored = try connection.first(.setting, Setting.registration, read: { $0.blob(0) }) else {
            return .invitation
        }
        guard let mode = RegistrationMode(rawValue: String(decoding: stored, as: UTF8.self)) else { throw .damagedRow }
        return mode
    }

    func users(after: UserID?, limit: Int) throws(ChatError) -> [User] {
        try connection.all(.usersAfter, after.map { Int64(bitPattern: $0.rawValue) } ?? -1, rowLimit(limit)) {
            row throws(ChatError) in try User(row)
        }
    }

    func isInactive(_ user: UserID) throws(ChatError) -> Bool {
        guard let state = try connection.user(user)?.state else { return false }
        return state != .active
    }

    func hasOwner(besides user: UserID) throws(ChatError) -> Bool {
        try connection.first(.otherOwner, user) { _ in true } ?? false
    }

    func invitation(_ id: InvitationID) throws(ChatError) -> Invitation? {
        try connection.first(.invitationByID, id) { row throws(ChatError) in try Invitation(row) }
    }

    func invitations(
        madeBy maker: UserID?, endingAfter now: Timestamp, before: InvitationID?, limit: Int
    ) throws(ChatError) -> [Invitation] {
        let before = before.map { Int64(bitPattern: $0.rawValue) } ?? .max
        guard let maker else {
            return try connection.all(.liveInvitations, now, rowLimit(limit), before) { row throws(ChatError) in
                try Invitation(row)
            }
        }
        return try connection.all(.liveInvitationsOfMaker, now, rowLimit(limit), before, maker) {
            row throws(ChatError) in try Invitation(row)
        }
    }

    func spentInvitations(endedBefore end: Timestamp, limit: Int) throws(ChatError) -> [InvitationID] {
        try connection.all(.spentInvitations, end, rowLimit(limit)) { row throws(ChatError) in try row.id(0) }
    }

    func spentResets(endedBefore end: Timestamp, limit: Int) throws(ChatError) -> [UserID] {
        try connection.all(.spentResets, end, rowLimit(limit)) { row throws(ChatError) in try row.id(0) }
    }

    func passwordReset(codeHash: [UInt8]) throws(ChatError) -> PasswordReset? {
        try connection.first(.passwordResetByCode, codeHash) { row throws(ChatError) in
            PasswordReset(
                user: try row.id(0), createdBy: row.isNull(1) ? nil : try row.id(1), createdAt: row.time(2),
                expiresAt: row.time(3))
        }
    }

    func nextErasure() throws(ChatError) -> Erasure? {
        try connection.first(.nextErasure) { row throws(ChatError) in
            Erasure(author: try row.id(0), actor: try row.id(1), through: row.place(2))
        }
    }

    func messages(by author: UserID, after place: Place, scanning: Int) throws(ChatError) -> ErasableMessages {
        var found: [ErasableMessages.Message] = []
        let places = try connection.all(
            .authorsAfter, Int64(bitPattern: place.rawValue), rowLimit(scanning)
        ) { row throws(ChatError) -> Place in
            if EventKind(rawValue: row.integer(1))?.isLiveMessage == true, try row.id(4) == author {
                let isReply = row.integer(1) == EventKind.reply.rawValue
                found.append(
                    ErasableMessages.Message(
                        room: try row.id(2), seq: row.integer(3), thread: isReply ? row.integer(5) : nil))
            }
            return row.place(0)
        }
        return ErasableMessages(messages: found, through: places.count < scanning ? nil : places.last)
    }
}

extension WriterTransaction {
    func record(_ entry: AuditEntry) throws(ChatError) {
        try willWrite()
        try connection.run(
            .insertAudit, entry.id, entry.at, entry.actor, entry.action.rawValue, entry.user, entry.room, entry.detail)
    }

    func setRegistrationMode(_ mode: RegistrationMode) throws(ChatError) {
        try willWrite()
        try connection.run(.setSetting, Setting.registration, Array(mode.rawValue.utf8))
    }

    func requireReload(of user: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(.setReloadPlace, user, memory.lastPlace)
        guard connection.changes > 0 else { throw ChatError(.notFound) }
    }

    func deleteInvitation(_ id: InvitationID) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteInvitation, id)
    }

    func deleteInvitations(madeBy maker: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteInvitationsOfMaker, maker)
    }

    func insert(_ reset: PasswordReset, codeHash: [UInt8]) throws(ChatError) {
        guard try user(reset.user) != nil else { throw ChatError(.notFound) }
        try willWrite()
        try connection.run(
            .setPasswordReset, reset.user, reset.createdBy, reset.createdAt, reset.expiresAt, codeHash)
    }

    func deletePasswordReset(of user: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(.deletePasswordReset, user)
    }

    func setErasure(_ erasure: Erasure) throws(ChatError) {
        try willWrite()
        try connection.run(
            .setErasure, erasure.author, erasure.actor, Int64(bitPattern: erasure.through.rawValue))
    }

    func deleteErasure(of author: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteErasure, author)
    }

    /// Asked with each message: whoever is not active is few, so that all of them are kept in memory.
    func isInactive(_ user: UserID) throws(ChatError) -> Bool {
        if let known = memory.inactive { return known.contains(user) }
        let found = try connection.all(.inactiveUsers) { row throws(ChatError) -> UserID in try row.id(0) }
        memory.learn(inactive: found)
        return found.contains(user)
    }
}

extension AuditEntry {
    /// From the columns id, at, actor, action, user, room, detail.
    fileprivate init(_ row: Row) throws(ChatError) {
        guard let action = AuditAction(rawValue: row.text(3)) else { throw .damagedRow }
        self.init(
            id: try row.id(0), at: row.time(1), actor: row.isNull(2) ? nil : try row.id(2), action: action,
            user: row.isNull(4) ? nil : try row.id(4), room: row.isNull(5) ? nil : try row.id(5),
            detail: row.text(6))
    }
}
