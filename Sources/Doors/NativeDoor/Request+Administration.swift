internal import ChatDomain
internal import ChatModel
internal import ChatWire

extension AdministrationRequest {
    /// What the domain says to a request of somebody who is logged in, as the acknowledgement carries it.
    func answer(by caller: Caller, _ chat: Chat, _ url: PublicURL) async throws(ChatError) -> [UInt8] {
        switch self {
        case .audit(let before, let limit):
            let found = try await chat.audit(before: before, limit: limit, for: caller)
            return Answer.audit(found.page, more: found.more)
        case .setUserRole(let user, let role):
            return Answer.me(try await chat.setUserRole(role, of: user, by: caller))
        case .setActive(let user, let isActive):
            return Answer.me(try await chat.setActive(isActive, user, by: caller))
        case .deleteUser(let user, let messages):
            try await chat.deleteUser(user, messages: messages, by: caller)
            return Answer.done
        case .accounts(let after, let query, let limit):
            let found = try await chat.accounts(after: after, query: query, limit: limit, for: caller)
            return Answer.accounts(found.page, more: found.more)
        case .createReset(let user):
            let made = try await chat.makeReset(for: user, by: caller)
            return Answer.reset(made.reset, code: made.code, link: "\(url.current)/reset/\(made.code)")
        case .setRegistration(let mode):
            try await chat.setRegistration(mode, by: caller)
            return Answer.done
        case .invitations(let before, let limit):
            let found = try await chat.invitations(before: before, limit: limit, for: caller)
            return Answer.invitations(found.page, more: found.more)
        case .revokeInvitation(let invitation):
            try await chat.revokeInvitation(invitation, by: caller)
            return Answer.done
        case .acceptInvitation(let code): return Answer.room(try await chat.acceptInvitation(code, by: caller))
        case .createBot(let name, let handle, let avatar):
            let made = try await chat.createBot(name: name, handle: handle, avatar: avatar, by: caller)
            return Answer.bot(made.user, token: made.token)
        case .renewBotToken(let user): return Answer.token(try await chat.renewBotToken(of: user, by: caller))
        case .useReset, .deleteAccount:
            // These change the connection; `ChatConnection.answer` has them.
            throw ChatError(.unknownRequest)
        }
    }
}
