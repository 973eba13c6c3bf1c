package import ChatModel
import CredentialsAPI
import StorageAPI

/// What somebody logs in with. Changing it asks for the password, since a device may lie open.
extension Chat {
    /// Gives the caller's account another e-mail address.
    ///
    /// Throws `wrong_credentials`, `email_taken`, `invalid_argument`, `too_long`, `rate_limited`, `busy`,
    /// `session_expired`.
    ///
    /// - Parameter address: the peer's address as text, for slowing down.
    package func changeEmail(
        to email: String, password: String, address: String, by caller: Caller
    ) async throws(ChatError) -> User {
        let email = try EmailAddress.normalized(email)
        return try await confirmed(password, of: caller, address: address) { hash throws(ChatError) in
            try await store.write(as: caller) { transaction throws(ChatError) in
                try transaction.requirePassword(hash, of: caller)
                var user = try transaction.account(caller.user)
                user.email = email
                try transaction.update(user)
                return user
            }
        }
    }

    /// Gives the caller's account another password, ends all other sessions of theirs and voids a link for a new one.
    ///
    /// Throws `wrong_credentials`, `invalid_argument`, `too_long`, `rate_limited`, `busy`, `session_expired`.
    package func changePassword(
        to new: String, password: String, address: String, by caller: Caller
    ) async throws(ChatError) {
        try Registration.check(password: new, field: "new_password")
        let ended = try await confirmed(password, of: caller, address: address) { hash throws(ChatError) in
            let newHash = try await credentials.hash(password: new)
            return try await store.write(as: caller) { transaction throws(ChatError) in
                try transaction.requirePassword(hash, of: caller)
                try transaction.setPasswordHash(newHash, of: caller.user)
                try transaction.deletePasswordReset(of: caller.user)
                return try transaction.deleteSessions(of: caller)
            }
        }
        tellEnded(ended)
    }

    /// Runs `act` with the hash of the caller's password, where `password` is that. A wrong one is counted against the
    /// address and the account as a log-in is.
    func confirmed<Outcome>(
        _ password: String, of caller: Caller, address: String,
        _ act: (_ hash: String) async throws(ChatError) -> Outcome
    ) async throws(ChatError) -> Outcome {
        guard password.utf8.count <= Limits.passwordBytes.upperBound else {
            throw ChatError(.tooLong, field: "password")
        }
        let (user, hash) = try await store.read { transaction throws(ChatError) in
            (try transaction.account(caller.user), try transaction.passwordHash(of: caller.user))
        }
        return try await attempts.counted(address: address, account: user.email) { () throws(ChatError) in
            guard try await credentials.verify(password: password, hash: hash), let hash else {
                throw ChatError.wrongPassword
            }
            return try await act(hash)
        }
    }
}

extension ReadTransaction {
    /// Throws where the caller's password is not that of `hash` any more, or their session has ended meanwhile.
    func requirePassword(_ hash: String, of caller: Caller) throws(ChatError) {
        try requireSession(of: caller)
        guard try passwordHash(of: caller.user) == hash else { throw ChatError.wrongPassword }
    }
}

extension ChatError {
    fileprivate static var wrongPassword: ChatError {
        ChatError(.wrongCredentials, "The password is wrong.", field: "password")
    }
}
