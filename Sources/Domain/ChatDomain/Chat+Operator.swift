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

    /// Gives the account a fresh random password, ends all its sessions and tells their connections.
    ///
    /// Throws `not_found` for an address without an account.
    package func resetPassword(email: String) async throws(ChatError) -> String {
        let email = try EmailAddress.normalized(email)
        let password = Secret.password(credentials)
        let hash = try await credentials.hash(password: password)
        let ended = try await store.write { transaction throws(ChatError) -> [SessionID] in
            guard let user = try transaction.user(email: email) else {
                throw ChatError(.notFound, "There is no account with this e-mail address.", field: "email")
            }
            try transaction.setPasswordHash(hash, of: user.id)
            return try transaction.deleteSessions(of: user.id)
        }
        tellEnded(ended)
        attempts.forget(account: email)
        return password
    }
}
