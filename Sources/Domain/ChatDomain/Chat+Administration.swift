package import ChatModel
import StorageAPI

/// What owners and administrators of the server change of people's accounts.
extension Chat {
    /// Gives somebody another role on the server. Owners give every one but that of a bot; administrators make members and
    /// guests of each other. The server keeps an owner, and a bot stays a bot.
    ///
    /// Somebody who becomes a guest is a plain member of their rooms. Throws `forbidden`, `not_found`,
    /// `invalid_argument`.
    package func setUserRole(_ role: Role, of user: UserID, by caller: Caller) async throws(ChatError) -> User {
        guard role != .bot else {
            throw ChatError(.invalidArgument, "Nobody becomes a bot; make one with bot.create.", field: "role")
        }
        let now = clock.now()
        return try await store.write(as: caller) { transaction throws(ChatError) in
            let asker = try transaction.administrator(caller.user)
            let account = try transaction.changeable(user, by: asker)
            guard asker.role == .owner || !role.administers else {
                throw ChatError(.forbidden, "Only an owner makes owners and administrators.", field: "role")
            }
            return try transaction.change(account, to: role, by: asker.id, at: now)
        }
    }

    /// Keeps somebody from using their account, which stays as it is, or lets them use it again. Their sessions end at once.
    /// Doing so again changes nothing.
    ///
    /// Throws `forbidden` (also for the last owner), `not_found`, and `invalid_argument` for oneself.
    package func setActive(_ isActive: Bool, _ user: UserID, by caller: Caller) async throws(ChatError) -> User {
        guard user != caller.user else {
            throw ChatError(.invalidArgument, "Nobody deactivates their own account.", field: "user")
        }
        let now = clock.now()
        let (account, ended) = try await store.write(as: caller) {
            transaction throws(ChatError) -> (User, [SessionID]) in
            let asker = try transaction.administrator(caller.user)
            let account = try transaction.changeable(user, by: asker)
            return try transaction.change(account, isActive: isActive, by: asker.id, at: now)
        }
        tellEnded(ended)
        return account
    }

    /// All accounts in the order of their ids, those after `after`; with a `query` those of them whom it finds as
    /// `findPeople` does, and no more than that looks at. Also whether there are more. Owners and administrators.
    ///
    /// - Parameter limit: 1 to 200.
    package func accounts(
        after: UserID?, query: String? = nil, limit: Int = Limits.accountsPage.usual, for caller: Caller
    ) async throws(ChatError) -> (page: [AccountEntry], more: Bool) {
        let limit = try checked(limit, Limits.accountsPage)
        let words = try query.map { query throws(ChatError) in
            PersonWords.of(query: try TextRules.line(query, 1...Limits.peopleQueryBytes, field: "query"))
        }
        return try await store.read { transaction throws(ChatError) in
            _ = try transaction.administrator(caller.user)
            let found: [User]
            if let words {
                found = try transaction.accounts(foundBy: words).filter { user in after.map { user.id > $0 } ?? true }
            } else {
                found = try transaction.users(after: after, limit: limit + 1)
            }
            var page: [AccountEntry] = []
            for user in found.prefix(limit) {
                let lastUse = try transaction.sessions(of: user.id).map(\.lastUsedAt).max()
                page.append(AccountEntry(user: user, lastSeen: lastUse))
            }
            return (page, found.count > limit)
        }
    }

    /// Says how people come to have an account. Owners.
    package func setRegistration(_ mode: RegistrationMode, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            guard try transaction.account(caller.user).role == .owner else { throw ChatError(.forbidden) }
            guard try transaction.registrationMode() != mode else { return }
            try transaction.setRegistrationMode(mode)
            try transaction.record(.registrationChanged, by: caller.user, detail: mode.rawValue, at: now)
        }
    }

    /// How people come to have an account, and whether the server still waits for its owner.
    package func registration() async throws(ChatError) -> (mode: RegistrationMode, needsSetup: Bool) {
        try await store.read { transaction throws(ChatError) in
            (try transaction.registrationMode(), try !transaction.ownerExists())
        }
    }
}

extension Role {
    /// Whether somebody of this role changes accounts of the role `other`.
    func mayChange(_ other: Role) -> Bool { self == .owner || (self == .admin && !other.administers) }
}

extension ReadTransaction {
    /// The asker's account, which is an owner's or administrator's; else `forbidden`.
    func administrator(_ asker: UserID) throws(ChatError) -> User {
        let asker = try account(asker)
        guard asker.role.administers else { throw ChatError(.forbidden) }
        return asker
    }

    /// An account that `administrator` may change. Throws `not_found`, `forbidden`.
    func changeable(_ id: UserID, by administrator: User) throws(ChatError) -> User {
        let account = try person(id)
        guard administrator.role.mayChange(account.role) else {
            throw ChatError(
                .forbidden, "Only an owner changes the accounts of owners and administrators.", field: "user")
        }
        return account
    }

    /// Somebody's account, active or not. Throws `not_found` for one that was deleted.
    func person(_ id: UserID) throws(ChatError) -> User {
        guard let user = try user(id), user.state != .deleted else {
            throw ChatError(.notFound, "There is no such account.", field: "user")
        }
        return user
    }

    /// Throws `forbidden` where `account` is the server's last owner.
    func requireOwner(besides account: User) throws(ChatError) {
        guard account.role == .owner, account.state == .active, try !hasOwner(besides: account.id) else { return }
        throw ChatError(.forbidden, "The server keeps an owner. Make somebody else one first.", field: "user")
    }

    fileprivate func accounts(foundBy words: [String]) throws(ChatError) -> [User] {
        guard let longest = words.max(by: { $0.utf8.count < $1.utf8.count }) else { return [] }
        let found = try people(withPrefix: longest, sharingRoomWith: nil, scanning: Chat.scanned)
        return found.filter { $0.isFound(by: words) }.sorted { $0.id < $1.id }
    }
}

extension WriteTransaction {
    /// Changes the role of an account; `actor` is nil at the command line. Throws `forbidden` for a bot and for the last
    /// owner.
    func change(_ account: User, to role: Role, by actor: UserID?, at now: Timestamp) throws(ChatError) -> User {
        guard account.role != .bot, role != .bot else {
            throw ChatError(.forbidden, "A bot stays a bot, and nobody becomes one.", field: "user")
        }
        guard account.role != role else { return account }
        try requireOwner(besides: account)
        var changed = account
        changed.role = role
        try update(changed)
        if role == .guest { try beGuest(account.id, by: actor ?? account.id, at: now) }
        if account.role == .guest { try enterFeed(changed, makingIt: nil, at: now) }
        try append(.userUpdated(changed), at: now)
        // Guests hear no directory: what they know, or do not know, of it does not go on from their place.
        if account.role == .guest || role == .guest { try requireReload(of: account.id) }
        try record(.userRole, by: actor, user: account.id, detail: role.rawValue, at: now)
        return changed
    }

    /// A guest is a member of rooms and no more, and not in the feed.
    private func beGuest(_ user: UserID, by actor: UserID, at now: Timestamp) throws(ChatError) {
        for room in try roomIDs(of: user) {
            guard let membership = try membership(of: user, in: room) else { continue }
            if let found = try self.room(room), found.kind == .feed {
                try leave(found, membership, at: now)
                continue
            }
            guard membership.role != .member else { continue }
            try handOver(from: membership, by: actor, at: now)
            try setRole(.member, of: user, in: room)
            try append(.roleChanged(user, .member), to: room, by: actor, at: now, nonce: nil, fingerprint: 0)
        }
    }

    /// Deactivates or activates an account. Answers it, and the sessions that ended.
    func change(
        _ account: User, isActive: Bool, by actor: UserID?, at now: Timestamp
    ) throws(ChatError) -> (User, [SessionID]) {
        guard (account.state == .active) != isActive else { return (account, []) }
        var changed = account
        changed.state = isActive ? .active : .deactivated
        var ended: [SessionID] = []
        if !isActive {
            try requireOwner(besides: account)
            ended = try deleteSessions(of: account.id)
            try deletePasswordReset(of: account.id)
        }
        try change(changed, at: now)
        try record(isActive ? .userReactivated : .userDeactivated, by: actor, user: account.id, at: now)
        return (changed, ended)
    }
}
