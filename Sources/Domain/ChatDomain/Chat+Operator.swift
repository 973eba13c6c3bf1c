package import ChatModel
import CredentialsAPI
import StorageAPI

/// What whoever runs the server may do at its command line, without a session.
extension Chat {
    /// Makes an account of any role. Throws `email_taken`, `handle_taken`, `busy`.
    package func createUser(_ registration: Registration, role: Role) async throws(ChatError) -> User {
        let hash = try await credentials.hash(password: registration.password)
        var user = draft(of: registration)
        user.role = role
        let (draft, fresh) = (user, freshFeed)
        return try await store.write { transaction throws(ChatError) in
            try transaction.add(draft, passwordHash: hash, freshFeed: fresh)
        }
    }

    /// Gives the account a fresh random password, voids a link for one, ends all its sessions and tells their connections.
    ///
    /// Throws `not_found` for an address without an account.
    package func resetPassword(email: String) async throws(ChatError) -> String {
        let email = try EmailAddress.normalized(email)
        let password = Secret.password(credentials)
        let hash = try await credentials.hash(password: password)
        let ended = try await store.write { transaction throws(ChatError) -> [SessionID] in
            let user = try transaction.person(withEmail: email)
            try transaction.setPasswordHash(hash, of: user.id)
            try transaction.deletePasswordReset(of: user.id)
            return try transaction.deleteSessions(of: user.id)
        }
        tellEnded(ended)
        attempts.forget(account: email)
        return password
    }

    /// All accounts after `after` in the order of their ids, at most `limit`.
    package func operatorAccounts(after: UserID?, limit: Int) async throws(ChatError) -> [User] {
        try await store.read { transaction throws(ChatError) in try transaction.users(after: after, limit: limit) }
    }

    /// As `setUserRole`. Throws `not_found`, `forbidden` for a bot and for the last owner.
    package func operatorRole(_ role: Role, email: String) async throws(ChatError) -> User {
        let email = try EmailAddress.normalized(email)
        let now = clock.now()
        return try await store.write { transaction throws(ChatError) in
            try transaction.change(try transaction.person(withEmail: email), to: role, by: nil, at: now)
        }
    }

    /// As `setActive`. Throws `not_found`, `forbidden` for the last owner.
    package func operatorActive(_ isActive: Bool, email: String) async throws(ChatError) -> User {
        let email = try EmailAddress.normalized(email)
        let now = clock.now()
        let (account, ended) = try await store.write { transaction throws(ChatError) -> (User, [SessionID]) in
            try transaction.change(
                try transaction.person(withEmail: email), isActive: isActive, by: nil, at: now)
        }
        tellEnded(ended)
        return account
    }
}
