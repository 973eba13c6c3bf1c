package import ChatModel
import ClusterAPI
import CredentialsAPI
import StorageAPI

extension Chat {
    /// Throws `wrong_credentials`, `deactivated`, `rate_limited`, `busy`; `invalid_argument` or `too_long` for what no account has.
    ///
    /// - Parameters:
    ///   - address: the peer's address as text, for slowing down.
    ///   - held: the token of a session that ends when this one begins, such as the one a browser had before.
    package func logIn(
        email: String, password: String, device: String, address: String, replacing held: String? = nil
    ) async throws(ChatError) -> LogIn {
        let email = try EmailAddress.normalized(email)
        let device = try checkedDevice(device)
        guard password.utf8.count <= Limits.passwordBytes.upperBound else {
            throw ChatError(.tooLong, field: "password")
        }
        return try await attempts.counted(address: address, account: email) { () throws(ChatError) in
            let (user, hash) = try await store.read { transaction throws(ChatError) -> (User?, String?) in
                guard let user = try transaction.user(email: email) else { return (nil, nil) }
                return (user, try transaction.passwordHash(of: user.id))
            }
            guard try await credentials.verify(password: password, hash: hash), let user else {
                throw ChatError(.wrongCredentials)
            }
            let opening = opening(of: user.id, device: device, replacing: held)
            let opened = try await store.write { [settings, identifiers] transaction throws(ChatError) in
                // A password that was reset while this one was verified must not open a session any more.
                guard try transaction.passwordHash(of: user.id) == hash else { throw ChatError(.wrongCredentials) }
                guard try !transaction.isInactive(user.id) else { throw ChatError(.deactivated) }
                return try transaction.open(opening, keeping: settings.sessionsPerUser, identifiers)
            }
            tellEnded(opened.ended)
            return LogIn(user: user, session: opened.session, token: opening.token)
        }
    }

    /// Whose token this is. Throws `session_expired` for one that is unknown, ended or past its time.
    /// Has its use kept, where the last one that is known is an hour old.
    package func authenticate(token: String) async throws(ChatError) -> (user: User, session: Session) {
        guard token.utf8.count <= Limits.secretBytes else { throw ChatError(.sessionExpired) }
        let hash = credentials.digest(token)
        let now = clock.now()
        let found = try await store.read { transaction throws(ChatError) -> (user: User, session: Session) in
            guard let session = try transaction.session(tokenHash: hash), now < session.expiresAt,
                let user = try transaction.user(session.user)
            else { throw ChatError(.sessionExpired) }
            return (user, session)
        }
        if isUseStale(found.session) { keepUse(of: [found.session.id]) }
        return found
    }

    /// Ends the caller's session. Its connections are told after the commit; ending it again changes nothing.
    package func logOut(_ caller: Caller) async throws(ChatError) {
        try await store.write { transaction throws(ChatError) in
            try transaction.deleteSession(caller.session)
        }
        tellEnded([caller.session])
    }

    func tellEnded(_ sessions: [SessionID]) {
        if !sessions.isEmpty { cluster.publish(.sessionsEnded(sessions)) }
    }

    func checkedDevice(_ device: String) throws(ChatError) -> String {
        try TextRules.line(device, 0...Limits.deviceCharacters, field: "device")
    }

    func opening(of user: UserID, device: String, replacing held: String?) -> SessionOpening {
        let now = clock.now()
        let token = Secret.sessionToken(credentials)
        return SessionOpening(
            session: Session(
                id: identifiers.next(), user: user, device: device, createdAt: now,
                expiresAt: now.advanced(bySeconds: settings.sessionLifetime)),
            token: token, tokenHash: credentials.digest(token), replacedHash: held.map { credentials.digest($0) })
    }
}

/// A session about to be stored.
struct SessionOpening: Sendable {
    var session: Session
    var token: String
    var tokenHash: [UInt8]
    /// The hash of the token whose session this one takes the place of.
    var replacedHash: [UInt8]?
}

extension WriteTransaction {
    /// Stores the session and ends the person's expired and oldest ones, so that at most `limit` stay, and the one
    /// that it replaces. Answers the session and the ones that it ended.
    ///
    /// A person's sessions have ids in the order in which they were opened, whatever the clock said: else, once it was set
    /// back, the newest would pass for the oldest.
    func open(
        _ opening: SessionOpening, keeping limit: Int, _ identifiers: IdentifierSource
    ) throws(ChatError) -> (session: Session, ended: [SessionID]) {
        let present = try sessions(of: opening.session.user).sorted { $0.id < $1.id }
        var opened = opening.session
        if let newest = present.last, newest.id >= opened.id { opened.id = identifiers.next(after: newest.id) }
        let now = opened.createdAt
        let live = present.filter { $0.expiresAt > now }
        var ended =
            present.filter { $0.expiresAt <= now } + live.prefix(max(live.count - max(limit - 1, 0), 0))
        if let hash = opening.replacedHash, let replaced = try session(tokenHash: hash), !ended.contains(replaced) {
            ended.append(replaced)
        }
        for session in ended { try deleteSession(session.id) }
        try insert(opened, tokenHash: opening.tokenHash)
        return (opened, ended.map(\.id))
    }
}
