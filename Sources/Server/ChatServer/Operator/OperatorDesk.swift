internal import ByteCoding
internal import ChatDomain
internal import ChatModel
internal import NativeDoor

/// Carries out an operator's commands on a `Chat`.
struct OperatorDesk: Sendable {
    let chat: Chat
    let url: PublicURL

    /// What to print: `{"lines": [...]}`, or `{"error": "..."}`.
    func perform(_ command: OperatorCommand) async -> JSON {
        do throws(ChatError) {
            return ["lines": .array(try await lines(for: command).map(JSON.string))]
        } catch {
            return ["error": .string(error.message)]
        }
    }

    private func lines(for command: OperatorCommand) async throws(ChatError) -> [String] {
        switch command {
        case .makeOwner(let account):
            let registration = try Self.registration(account)
            guard let token = try await chat.issueSetupToken() else { throw ChatError(.setupDone) }
            let made = try await chat.setUp(
                token: token, registration: registration, device: "roost setup", address: "operator")
            // The command line keeps no session; the owner logs in where they want to chat.
            try await chat.logOut(Caller(user: made.user.id, session: made.session.id))
            return ["\(made.user.name) <\(made.user.email)> is the owner. Log in at \(url.current)"]
        case .createUser(let account, let role):
            let user = try await chat.createUser(Self.registration(account), role: role)
            return ["Made the account of \(user.name) <\(user.email)>, role \(user.role.rawValue)."]
        case .resetPassword(let email):
            let password = try await chat.resetPassword(email: email)
            return ["New password of \(email): \(password)", "Every session of the account has ended."]
        case .resetLink(let email, let otherURL):
            let issued = try await chat.operatorReset(email: email)
            return ["\(otherURL ?? url.current)/reset/\(issued.code)"]
        case .listUsers(let after):
            let page = Self.accountsAtOnce
            let found = try await chat.operatorAccounts(after: after, limit: page + 1)
            let more = found.count > page ? ["More accounts: roost user list --after \(found[page - 1].id)"] : []
            return found.prefix(page).map(Self.line) + more
        case .setActive(let email, let isActive):
            let user = try await chat.operatorActive(isActive, email: email)
            return [
                "\(user.name) <\(user.email)> is \(isActive ? "active again" : "deactivated; every session has ended")."
            ]
        case .setRole(let email, let role):
            let user = try await chat.operatorRole(role, email: email)
            return ["\(user.name) <\(user.email)>, role \(user.role.rawValue)."]
        case .makeBot(let name, let handle, let picture, let color):
            let made = try await chat.operatorBot(
                name: name, handle: handle, avatar: Avatar(picture: picture, color: color))
            return ["Made the bot \(made.user.name) (\(made.user.handle)). Its token, shown this once:", made.token]
        case .invite(let uses, let expiresIn, let role, let otherURL):
            let issued = try await chat.operatorInvite(uses: uses, expiresIn: expiresIn, role: role)
            return ["\(otherURL ?? url.current)/invite/\(issued.code)"]
        }
    }

    /// With the longest names an answer stays below what the command line reads.
    private static let accountsAtOnce = 500

    private static func line(_ user: User) -> String {
        let state = user.state == .active ? "" : "  \(user.state.rawValue)"
        return "\(user.id)  \(user.role.rawValue)  \(user.handle)  \(user.email)  \(user.name)\(state)"
    }

    private static func registration(_ account: OperatorCommand.Account) throws(ChatError) -> Registration {
        try Registration(
            email: account.email, password: account.password, name: account.name,
            avatar: Avatar(picture: account.picture, color: account.color))
    }
}
