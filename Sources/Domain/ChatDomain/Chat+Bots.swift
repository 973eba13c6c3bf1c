package import ChatModel
import CredentialsAPI
import StorageAPI

/// Accounts for programs: they have no e-mail address and no password, and a token instead, which does not end.
extension Chat {
    /// When a bot's token ends: with the year 9999.
    private static let endOfTime = Timestamp(milliseconds: 253_402_300_799_000)

    /// Makes a bot. Owners and administrators.
    ///
    /// Throws `forbidden`, `handle_taken`, `invalid_argument`, `too_long`.
    ///
    /// - Parameter handle: nil: one is made from the name.
    package func createBot(
        name: String, handle: String?, avatar: Avatar, by caller: Caller
    ) async throws(ChatError) -> IssuedBot {
        try await makeBot(name: name, handle: handle, avatar: avatar, by: caller.user) {
            transaction throws(ChatError) in
            try transaction.refuseEnded(caller)
            _ = try transaction.administrator(caller.user)
        }
    }

    /// As `createBot`, by whoever runs the server.
    package func operatorBot(name: String, handle: String?, avatar: Avatar) async throws(ChatError) -> IssuedBot {
        try await makeBot(name: name, handle: handle, avatar: avatar, by: nil) { _ throws(ChatError) in }
    }

    private func makeBot(
        name: String, handle: String?, avatar: Avatar, by actor: UserID?,
        permit: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Void
    ) async throws(ChatError) -> IssuedBot {
        let handle = try handle.map { text throws(ChatError) in try Handle.normalized(text) }
        let now = clock.now()
        let draft = User(
            id: identifiers.next(), email: "", handle: handle ?? "",
            name: try TextRules.line(name, Limits.nameCharacters, field: "name"),
            avatar: try Registration.checked(avatar), role: .bot, createdAt: now)
        let opening = opening(ofBot: draft.id)
        let fresh = freshFeed
        return try await store.write { transaction throws(ChatError) in
            try permit(transaction)
            let user = try transaction.add(draft, passwordHash: "", freshFeed: fresh)
            try transaction.insert(opening.session, tokenHash: opening.tokenHash)
            try transaction.record(.botMade, by: actor, user: user.id, at: now)
            return IssuedBot(user: user, token: opening.token)
        }
    }

    /// A bot's new token; what the old one opened ends at once. Owners and administrators.
    ///
    /// Throws `not_found` for what is no bot, `forbidden` also for one that is deactivated.
    package func renewBotToken(of user: UserID, by caller: Caller) async throws(ChatError) -> String {
        let opening = opening(ofBot: user)
        let now = clock.now()
        let ended = try await store.write(as: caller) { transaction throws(ChatError) in
            let asker = try transaction.administrator(caller.user)
            let bot = try transaction.person(user)
            guard bot.role == .bot else { throw ChatError(.notFound, "There is no such bot.", field: "user") }
            guard bot.state == .active else { throw ChatError(.forbidden, "Activate the bot first.", field: "user") }
            let ended = try transaction.deleteSessions(of: user)
            try transaction.insert(opening.session, tokenHash: opening.tokenHash)
            try transaction.record(.botToken, by: asker.id, user: user, at: now)
            return ended
        }
        tellEnded(ended)
        return opening.token
    }

    private func opening(ofBot user: UserID) -> SessionOpening {
        var opening = opening(of: user, device: "token", replacing: nil)
        opening.session.expiresAt = Chat.endOfTime
        return opening
    }
}
