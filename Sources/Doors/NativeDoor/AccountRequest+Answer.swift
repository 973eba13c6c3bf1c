internal import ChatDomain
internal import ChatModel
internal import ChatWire

extension AccountRequest {
    /// What the domain says, as the acknowledgement carries it. `address` is the asker's, for slowing guesses down.
    func answer(by caller: Caller, _ chat: Chat, address: String) async throws(ChatError) -> [UInt8] {
        switch self {
        case .updateProfile(let name, let handle, let avatar):
            return Answer.me(try await chat.updateProfile(name: name, handle: handle, avatar: avatar, by: caller))
        case .sessions: return Answer.sessions(try await chat.sessions(for: caller), current: caller.session)
        case .revokeSession(let session):
            try await chat.revokeSession(session, by: caller)
            return Answer.done
        case .revokeOtherSessions: return Answer.revoked(try await chat.revokeOtherSessions(by: caller))
        case .changeEmail(let password, let email):
            return Answer.me(try await chat.changeEmail(to: email, password: password, address: address, by: caller))
        case .changePassword(let password, let new):
            try await chat.changePassword(to: new, password: password, address: address, by: caller)
            return Answer.done
        case .block(let user, let isBlocked):
            try await chat.block(user, isBlocked, by: caller)
            return Answer.done
        case .blocks: return Answer.users(try await chat.blocks(of: caller))
        case .export(let after, let limit):
            return Answer.export(
                try await chat.export(after: after, limit: limit, for: caller), current: caller.session)
        }
    }
}
