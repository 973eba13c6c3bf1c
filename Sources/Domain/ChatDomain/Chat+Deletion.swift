package import ChatModel
import CredentialsAPI
import StorageAPI

/// The end of an account: what was the person's own goes, and what they wrote stays under "Former member" or goes too.
extension Chat {
    /// Events looked at, and so messages erased at most, in one transaction: few, so that a send that waits behind them
    /// does not notice.
    private static let erasedAtOnce = 200

    /// Deletes somebody's account; administrators those of others than owners and administrators, owners all but the
    /// last owner's.
    ///
    /// Their sessions end at once, they leave all rooms but the direct ones, and with `erase` `eraseMessages` takes the
    /// text of all that they wrote. Throws `forbidden`, `not_found`, and `invalid_argument` for oneself.
    package func deleteUser(_ user: UserID, messages: MessagesLeft, by caller: Caller) async throws(ChatError) {
        guard user != caller.user else {
            throw ChatError(.invalidArgument, "To delete your own account, use account.delete.", field: "user")
        }
        let now = clock.now()
        let ended = try await store.write(as: caller) { transaction throws(ChatError) in
            let asker = try transaction.administrator(caller.user)
            let account = try transaction.changeable(user, by: asker)
            return try transaction.delete(account, messages: messages, by: asker.id, at: now)
        }
        tellEnded(ended)
    }

    /// Deletes the caller's own account. Answers the sessions that ended, which the door tells after the answer.
    ///
    /// Throws `wrong_credentials`, `forbidden` for the last owner and for bots, `rate_limited`, `busy`.
    package func deleteAccount(
        password: String, messages: MessagesLeft, by caller: Caller, address: String
    ) async throws(ChatError) -> [SessionID] {
        try await store.read { transaction throws(ChatError) in
            guard try transaction.account(caller.user).role != .bot else {
                throw ChatError(.forbidden, "An administrator deletes bots.")
            }
        }
        let now = clock.now()
        return try await confirmed(password, of: caller, address: address) { hash throws(ChatError) in
            try await store.write(as: caller) { transaction throws(ChatError) in
                try transaction.requirePassword(hash, of: caller)
                let account = try transaction.account(caller.user)
                return try transaction.delete(account, messages: messages, by: account.id, at: now)
            }
        }
    }

    /// Tells the connections of sessions that ended.
    package func tell(ended sessions: [SessionID]) { tellEnded(sessions) }

    /// Erases some messages of those whose account was deleted with them, and tells the rooms. True where another call
    /// may find more.
    package func eraseMessages() async throws(ChatError) -> Bool {
        let isNeeded = try await store.read { transaction throws(ChatError) in try transaction.nextErasure() != nil }
        guard isNeeded else { return false }
        let now = clock.now()
        return try await store.write { transaction throws(ChatError) in
            guard var erasure = try transaction.nextErasure() else { return false }
            let found = try transaction.messages(
                by: erasure.author, after: erasure.through, scanning: Chat.erasedAtOnce)
            for message in found.messages {
                // What was said in a deleted room goes with the room.
                guard try transaction.room(message.room) != nil,
                    try transaction.eraseMessage(message.seq, in: message.room)
                else { continue }
                try transaction.append(
                    .messageDeleted(target: message.seq, author: erasure.author, thread: message.thread),
                    to: message.room, by: erasure.actor, at: now, nonce: nil, fingerprint: 0)
            }
            if let through = found.through {
                erasure.through = through
                try transaction.setErasure(erasure)
            } else {
                try transaction.deleteErasure(of: erasure.author)
            }
            return true
        }
    }
}

extension WriteTransaction {
    /// Takes from the account all that is the person's own, and them out of their rooms. Answers the sessions that ended.
    func delete(
        _ account: User, messages: MessagesLeft, by actor: UserID, at now: Timestamp
    ) throws(ChatError) -> [SessionID] {
        try requireOwner(besides: account)
        for id in try roomIDs(of: account.id) {
            guard let room = try room(id), room.kind != .direct,
                let membership = try membership(of: account.id, in: id)
            else { continue }
            try leave(room, membership, at: now)
        }
        let ended = try deleteSessions(of: account.id)
        try deletePasswordReset(of: account.id)
        try deleteInvitations(madeBy: account.id)
        try deletePersonalState(of: account.id)
        for blocked in try blocks(of: account.id) { _ = try setBlocked(false, blocked.id, by: account.id) }
        try setPasswordHash("", of: account.id)
        let former = account.former
        try change(former, at: now)
        if messages == .erase {
            try setErasure(Erasure(author: account.id, actor: actor, through: .start))
        }
        try record(.userDeleted, by: actor, user: account.id, detail: messages.rawValue, at: now)
        return ended
    }
}

extension User {
    /// What is left of an account that was deleted.
    fileprivate var former: User {
        User(
            id: id, email: "", handle: "", name: "Former member", avatar: Avatar(picture: "owl", color: "#808080"),
            role: role.administers ? .member : role, state: .deleted, createdAt: createdAt)
    }
}
