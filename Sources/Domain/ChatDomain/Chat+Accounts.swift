package import ChatModel
import CredentialsAPI
import StorageAPI

extension Chat {
    /// A fresh one-time token that makes the first owner, replacing an older one; nil when there is an owner.
    package func issueSetupToken() async throws(ChatError) -> String? {
        let token = Secret.setupToken(credentials)
        let hash = credentials.digest(token)
        let issued = try await store.write { transaction throws(ChatError) -> Bool in
            guard try !transaction.ownerExists() else { return false }
            try transaction.setSetupTokenHash(hash)
            return true
        }
        return issued ? token : nil
    }

    /// Whether the server still waits for its owner.
    package func needsSetup() async throws(ChatError) -> Bool {
        try await store.read { transaction throws(ChatError) in try !transaction.ownerExists() }
    }

    /// Makes the first owner and logs in. Throws `setup_done`, `setup_token_invalid`, `rate_limited`, `busy`.
    package func setUp(
        token: String, registration: Registration, device: String, address: String, replacing held: String? = nil
    ) async throws(ChatError) -> LogIn {
        let device = try checkedDevice(device)
        let tokenHash = credentials.digest(token)
        return try await attempts.counted(address: address, account: nil) { () throws(ChatError) in
            // Asked once before, so that a wrong token costs no password hash, and again at its place.
            try await store.read { [credentials] transaction throws(ChatError) in
                try transaction.requireSetup(tokenHash: tokenHash, credentials)
            }
            return try await open(registration, device: device, replacing: held) {
                [credentials] transaction throws(ChatError) in
                try transaction.requireSetup(tokenHash: tokenHash, credentials)
                try transaction.setSetupTokenHash(nil)
                return Admission(role: .owner)
            }
        }
    }

    /// Makes an account and logs in: with an invitation, or, where registration is open, without one. An invitation to a
    /// room makes its member too.
    ///
    /// Throws `registration_closed` before the server has an owner and where nobody may register, `invitation_invalid`,
    /// `invalid_argument` for a missing one, `email_taken`, `handle_taken`, `rate_limited`, `busy`.
    package func register(
        invitation code: String?, registration: Registration, device: String, address: String,
        replacing held: String? = nil
    ) async throws(ChatError) -> LogIn {
        let device = try checkedDevice(device)
        let codeHash = code.map { credentials.digest($0) }
        let now = clock.now()
        // No guess, so that it does not count as one.
        if codeHash == nil {
            try await store.read { transaction throws(ChatError) in _ = try transaction.admission(nil, at: now) }
        }
        return try await attempts.counted(address: address, account: nil) { () throws(ChatError) in
            try await store.read { transaction throws(ChatError) in _ = try transaction.admission(codeHash, at: now) }
            return try await open(registration, device: device, replacing: held) { transaction throws(ChatError) in
                try transaction.admit(codeHash, at: now)
            }
        }
    }

    /// Makes an account and its first session in one transaction; `admit` decides there whether and as what.
    private func open(
        _ registration: Registration, device: String, replacing held: String?,
        admit: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Admission
    ) async throws(ChatError) -> LogIn {
        let hash = try await credentials.hash(password: registration.password)
        let draft = draft(of: registration)
        let opening = opening(of: draft.id, device: device, replacing: held)
        let fresh = freshFeed
        let (user, session, ended) = try await store.write {
            [settings, identifiers] transaction throws(ChatError) -> (User, Session, [SessionID]) in
            let admission = try admit(transaction)
            var user = draft
            user.role = admission.role
            user = try transaction.add(user, passwordHash: hash, freshFeed: fresh)
            if let room = admission.room {
                try transaction.enter(
                    room, by: user.id, invitedAt: user.createdAt, roomsPerUser: settings.roomsPerUser)
            }
            let opened = try transaction.open(opening, keeping: settings.sessionsPerUser, identifiers)
            return (user, opened.session, opened.ended)
        }
        tellEnded(ended)
        return LogIn(user: user, session: session, token: opening.token)
    }

    func draft(of registration: Registration) -> User {
        User(
            id: identifiers.next(), email: registration.email, handle: registration.handle ?? "",
            name: registration.name, avatar: registration.avatar, role: .member, createdAt: clock.now())
    }
}

extension WriteTransaction {
    /// Stores an account, with a handle made where it has none, tells the directory and lets them into the feed. Answers
    /// it as it is stored. Throws `email_taken`, `handle_taken`.
    func add(_ draft: User, passwordHash: String, freshFeed: RoomID?) throws(ChatError) -> User {
        var user = draft
        if user.handle.isEmpty { user.handle = try freeHandle(name: user.name, email: user.email) }
        try insert(user, passwordHash: passwordHash)
        try append(.userRegistered(user), at: user.createdAt)
        try enterFeed(user, makingIt: freshFeed, at: user.createdAt)
        return user
    }
}

extension ReadTransaction {
    /// Throws unless the server has no owner and this is the newest set-up token's hash.
    func requireSetup(tokenHash: [UInt8], _ credentials: any Credentials) throws(ChatError) {
        guard try !ownerExists() else { throw ChatError(.setupDone) }
        guard let expected = try setupTokenHash(), credentials.equal(expected, tokenHash) else {
            throw ChatError(.setupTokenInvalid, field: "token")
        }
    }
}
