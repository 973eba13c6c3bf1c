import ChatModel
import StorageAPI

extension WriterTransaction {
    func insert(_ user: User, passwordHash: String) throws(ChatError) {
        try requireFree(email: user.email, handle: user.handle)
        try willWrite()
        try connection.run(
            .insertUser, user.id, user.storedEmail, user.name, user.avatar.picture, user.avatar.color,
            user.role.rawValue,
            user.createdAt, user.handle, user.state.rawValue, passwordHash)
        try connection.insertWords(of: user)
        if user.state != .active { memory.set(user.state, of: user.id) }
    }

    func update(_ user: User) throws(ChatError) {
        guard let old = try self.user(user.id) else { throw ChatError(.notFound) }
        try requireFree(email: user.email, handle: user.handle, for: user.id)
        try willWrite()
        try connection.run(
            .updateUser, user.id, user.storedEmail, user.name, user.avatar.picture, user.avatar.color,
            user.role.rawValue,
            user.handle, user.state.rawValue)
        if user.state != old.state { memory.set(user.state, of: user.id) }
        guard (user.name, user.handle, user.email, user.state) != (old.name, old.handle, old.email, old.state) else {
            return
        }
        try connection.deleteWords(of: old)
        try connection.insertWords(of: user)
    }

    /// Throws where somebody has one of them, other than the account `id` itself where there is one.
    private func requireFree(email: String, handle: String, for id: UserID? = nil) throws(ChatError) {
        if let other = try user(email: email), other.id != id { throw ChatError(.emailTaken, field: "email") }
        if let other = try user(handle: handle), other.id != id { throw ChatError(.handleTaken, field: "handle") }
    }

    /// Throws `not_found` for an account that does not exist.
    func setPasswordHash(_ hash: String, of user: UserID) throws(ChatError) {
        guard try self.user(user) != nil else { throw ChatError(.notFound) }
        try willWrite()
        try connection.run(.setPasswordHash, user, hash)
    }

    /// Throws `not_found` for an account that does not exist.
    func setBlocked(_ isBlocked: Bool, _ user: UserID, by other: UserID) throws(ChatError) -> Bool {
        guard try self.user(other) != nil, try self.user(user) != nil else { throw ChatError(.notFound) }
        try willWrite()
        try connection.run(isBlocked ? .insertBlock : .deleteBlock, user, other)
        memory.set(isBlocked, WriterMemory.BlockKey(user: user, by: other))
        return connection.changes > 0
    }

    func setSetupTokenHash(_ hash: [UInt8]?) throws(ChatError) {
        try willWrite()
        guard let hash else { return try connection.run(.removeSetting, Setting.setupToken) }
        try connection.run(.setSetting, Setting.setupToken, hash)
    }

    /// Throws `not_found` for a session of no account.
    func insert(_ session: Session, tokenHash: [UInt8]) throws(ChatError) {
        guard try user(session.user) != nil else { throw ChatError(.notFound) }
        try willWrite()
        try connection.run(
            .insertSession, session.id, session.user, session.device, session.createdAt, session.expiresAt,
            session.lastUsedAt, tokenHash)
    }

    func setLastUse(_ time: Timestamp, of session: SessionID) throws(ChatError) {
        try willWrite()
        try connection.run(.setLastUse, session, time)
    }

    func deleteSession(_ id: SessionID) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteSession, id)
        memory.end(id)
    }

    func hasEnded(_ session: SessionID) throws(ChatError) -> Bool { memory.hasEnded(session) }

    func deleteSessions(of user: UserID) throws(ChatError) -> [SessionID] {
        let ended = try sessions(of: user).map(\.id)
        if ended.isEmpty { return [] }
        try willWrite()
        try connection.run(.deleteSessionsOfUser, user)
        for session in ended { memory.end(session) }
        return ended
    }

    func insert(_ invitation: Invitation, codeHash: [UInt8]) throws(ChatError) {
        try willWrite()
        try connection.run(
            .insertInvitation, invitation.id, invitation.createdBy, invitation.role.rawValue,
            Int64(invitation.usesLeft), invitation.createdAt, invitation.expiresAt, codeHash, invitation.room)
    }

    /// Throws `not_found` for an invitation that does not exist.
    func setUsesLeft(_ uses: Int, of invitation: InvitationID) throws(ChatError) {
        try willWrite()
        try connection.run(.setUsesLeft, invitation, Int64(uses))
        guard connection.changes > 0 else { throw ChatError(.notFound) }
    }
}
