import ChatModel
import StorageAPI

extension WriterTransaction {
    func insert(_ user: User, passwordHash: String) throws(ChatError) {
        guard try self.user(email: user.email) == nil else { throw ChatError(.emailTaken, field: "email") }
        try willWrite()
        try connection.run(
            .insertUser, user.id, user.email, user.name, user.avatar.picture, user.avatar.color, user.role.rawValue,
            user.createdAt, passwordHash)
        try connection.insertWords(of: user.id, name: user.name, email: user.email)
    }

    /// Throws `not_found` for an account that does not exist.
    func setPasswordHash(_ hash: String, of user: UserID) throws(ChatError) {
        guard try self.user(user) != nil else { throw ChatError(.notFound) }
        try willWrite()
        try connection.run(.setPasswordHash, user, hash)
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
            .insertSession, session.id, session.user, session.device, session.createdAt, session.expiresAt, tokenHash)
    }

    func deleteSession(_ id: SessionID) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteSession, id)
    }

    func deleteSessions(of user: UserID) throws(ChatError) -> [SessionID] {
        let ended = try sessions(of: user).map(\.id)
        if ended.isEmpty { return [] }
        try willWrite()
        try connection.run(.deleteSessionsOfUser, user)
        return ended
    }

    func insert(_ invitation: Invitation, codeHash: [UInt8]) throws(ChatError) {
        try willWrite()
        try connection.run(
            .insertInvitation, invitation.id, invitation.createdBy, invitation.role.rawValue,
            Int64(invitation.usesLeft), invitation.createdAt, invitation.expiresAt, codeHash)
    }

    /// Throws `not_found` for an invitation that does not exist.
    func setUsesLeft(_ uses: Int, of invitation: InvitationID) throws(ChatError) {
        try willWrite()
        try connection.run(.setUsesLeft, invitation, Int64(uses))
        guard connection.changes > 0 else { throw ChatError(.notFound) }
    }
}
