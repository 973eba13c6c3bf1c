import ChatModel
import StorageAPI

extension WriterTransaction {
    func insert(_ user: User, passwordHash: String) throws(ChatError) {
        guard try self.user(email: user.email) == nil else { throw ChatError(.emailTaken, field: "email") }
        try willWrite()
        try connection.run(.insertUser) {
            $0.set(1, user.id)
            $0.set(2, user.email)
            $0.set(3, user.name)
            $0.set(4, user.avatar.picture)
            $0.set(5, user.avatar.color)
            $0.set(6, user.role.rawValue)
            $0.set(7, user.createdAt)
            $0.set(8, passwordHash)
        }
    }

    /// Throws `not_found` for an account that does not exist.
    func setPasswordHash(_ hash: String, of user: UserID) throws(ChatError) {
        guard try self.user(user) != nil else { throw ChatError(.notFound) }
        try willWrite()
        try connection.run(.setPasswordHash) {
            $0.set(1, user)
            $0.set(2, hash)
        }
    }

    func setSetupTokenHash(_ hash: [UInt8]?) throws(ChatError) {
        try willWrite()
        guard let hash else { return try connection.run(.removeSetting) { $0.set(1, Setting.setupToken) } }
        try connection.run(.setSetting) {
            $0.set(1, Setting.setupToken)
            $0.set(2, hash)
        }
    }

    /// Throws `not_found` for a session of no account.
    func insert(_ session: Session, tokenHash: [UInt8]) throws(ChatError) {
        guard try user(session.user) != nil else { throw ChatError(.notFound) }
        try willWrite()
        try connection.run(.insertSession) {
            $0.set(1, session.id)
            $0.set(2, session.user)
            $0.set(3, session.device)
            $0.set(4, session.createdAt)
            $0.set(5, session.expiresAt)
            $0.set(6, tokenHash)
        }
    }

    func deleteSession(_ id: SessionID) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteSession) { $0.set(1, id) }
    }

    func deleteSessions(of user: UserID) throws(ChatError) -> [SessionID] {
        let ended = try sessions(of: user).map(\.id)
        if ended.isEmpty { return [] }
        try willWrite()
        try connection.run(.deleteSessionsOfUser) { $0.set(1, user) }
        return ended
    }

    func insert(_ invitation: Invitation, codeHash: [UInt8]) throws(ChatError) {
        try willWrite()
        try connection.run(.insertInvitation) {
            $0.set(1, invitation.id)
            if let maker = invitation.createdBy { $0.set(2, maker) }
            $0.set(3, invitation.role.rawValue)
            $0.set(4, Int64(invitation.usesLeft))
            $0.set(5, invitation.createdAt)
            $0.set(6, invitation.expiresAt)
            $0.set(7, codeHash)
        }
    }

    /// Throws `not_found` for an invitation that does not exist.
    func setUsesLeft(_ uses: Int, of invitation: InvitationID) throws(ChatError) {
        try willWrite()
        try connection.run(.setUsesLeft) {
            $0.set(1, invitation)
            $0.set(2, Int64(uses))
        }
        guard connection.changes > 0 else { throw ChatError(.notFound) }
    }
}
