package import ChatModel
import CredentialsAPI
import StorageAPI

/// Links with which somebody who forgot their password sets a new one: as long as there is no mail, an administrator
/// hands them over.
extension Chat {
    /// A link for somebody's new password, for a day and one use; it voids the one before. Administrators make it for others
    /// than owners and administrators, owners for all; nobody for a bot.
    ///
    /// Throws `forbidden` (also where the account is not active), `not_found`.
    package func makeReset(for user: UserID, by caller: Caller) async throws(ChatError) -> IssuedReset {
        try await issueReset(by: caller.user) { transaction throws(ChatError) in
            try transaction.refuseEnded(caller)
            return try transaction.changeable(user, by: try transaction.administrator(caller.user))
        }
    }

    /// As `makeReset`, by whoever runs the server.
    package func operatorReset(email: String) async throws(ChatError) -> IssuedReset {
        let email = try EmailAddress.normalized(email)
        return try await issueReset(by: nil) { transaction throws(ChatError) in
            try transaction.person(withEmail: email)
        }
    }

    private func issueReset(
        by actor: UserID?, account: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> User
    ) async throws(ChatError) -> IssuedReset {
        let code = Secret.resetCode(credentials)
        let codeHash = credentials.digest(code)
        let now = clock.now()
        let reset = try await store.write { transaction throws(ChatError) in
            let account = try account(transaction)
            guard account.state == .active, account.role != .bot else {
                throw ChatError(.forbidden, "This account has no password, or is deactivated.", field: "user")
            }
            let reset = PasswordReset(
                user: account.id, createdBy: actor, createdAt: now,
                expiresAt: now.advanced(bySeconds: Limits.resetLifetime))
            try transaction.insert(reset, codeHash: codeHash)
            try transaction.record(.resetMade, by: actor, user: account.id, at: now)
            return reset
        }
        return IssuedReset(reset: reset, code: code)
    }

    /// Sets the password of whom the link was made for, ends all their sessions and logs in.
    ///
    /// Throws `reset_invalid`, `rate_limited`, `busy`, `invalid_argument`, `too_long`.
    package func useReset(
        code: String, password: String, device: String, address: String, replacing held: String? = nil
    ) async throws(ChatError) -> LogIn {
        let device = try checkedDevice(device)
        try Registration.check(password: password, field: "password")
        let codeHash = credentials.digest(code)
        let now = clock.now()
        let opened = try await attempts.counted(address: address, account: nil) { () throws(ChatError) in
            // Asked once before, so that a wrong code costs no password hash, and again at its place.
            let user = try await store.read { transaction throws(ChatError) in
                try transaction.resetAccount(codeHash: codeHash, at: now)
            }
            let hash = try await credentials.hash(password: password)
            let opening = opening(of: user.id, device: device, replacing: held)
            let opened = try await store.write { [settings, identifiers] transaction throws(ChatError) in
                let user = try transaction.resetAccount(codeHash: codeHash, at: now)
                try transaction.setPasswordHash(hash, of: user.id)
                try transaction.deletePasswordReset(of: user.id)
                let ended = try transaction.deleteSessions(of: user.id)
                let opened = try transaction.open(opening, keeping: settings.sessionsPerUser, identifiers)
                return (user: user, session: opened.session, ended: ended + opened.ended)
            }
            return (
                logIn: LogIn(user: opened.user, session: opened.session, token: opening.token), ended: opened.ended
            )
        }
        tellEnded(opened.ended)
        attempts.forget(account: opened.logIn.user.email)
        return opened.logIn
    }
}

extension ReadTransaction {
    /// Whose password the link sets. Throws `reset_invalid`, also where who made it might not make it any more: else an
    /// administrator could keep a link for somebody who is about to become an owner.
    func resetAccount(codeHash: [UInt8], at now: Timestamp) throws(ChatError) -> User {
        guard let reset = try passwordReset(codeHash: codeHash), now < reset.expiresAt,
            let user = try user(reset.user), user.state == .active, try isBacked(reset, for: user)
        else { throw ChatError(.resetInvalid, field: "code") }
        return user
    }

    private func isBacked(_ reset: PasswordReset, for account: User) throws(ChatError) -> Bool {
        guard let id = reset.createdBy else { return true }
        guard let maker = try user(id), maker.state == .active else { return false }
        return maker.role.mayChange(account.role)
    }

    /// Throws `not_found`.
    func person(withEmail email: String) throws(ChatError) -> User {
        guard let user = try user(email: email) else {
            throw ChatError(.notFound, "There is no account with this e-mail address.", field: "email")
        }
        return user
    }
}
