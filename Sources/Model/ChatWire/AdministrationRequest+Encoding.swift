import ByteCoding
import ChatModel

extension AdministrationRequest {
    var name: RequestName {
        switch self {
        case .audit: .audit
        case .setUserRole: .setUserRole
        case .setActive: .setActive
        case .deleteUser: .deleteUser
        case .deleteAccount: .deleteAccount
        case .accounts: .accounts
        case .createReset: .createReset
        case .useReset: .useReset
        case .setRegistration: .setRegistration
        case .invitations: .invitations
        case .revokeInvitation: .revokeInvitation
        case .acceptInvitation: .acceptInvitation
        case .createBot: .createBot
        case .renewBotToken: .renewBotToken
        }
    }

    /// Writes the members of the request's one object.
    func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .audit(let before, let limit):
            if let before { writer.member("before", before.description) }
            writer.member("limit", Int64(limit))
        case .setUserRole(let user, let role):
            writer.member("user", user.description)
            writer.member("role", role.rawValue)
        case .setActive(let user, let isActive):
            writer.member("user", user.description)
            writer.member("active", isActive)
        case .deleteUser(let user, let messages):
            writer.member("user", user.description)
            writer.member("messages", messages.rawValue)
        case .deleteAccount(let password, let messages):
            writer.member("password", password)
            writer.member("messages", messages.rawValue)
        case .accounts(let after, let query, let limit):
            if let after { writer.member("after", after.description) }
            if let query { writer.member("query", query) }
            writer.member("limit", Int64(limit))
        case .createReset(let user), .renewBotToken(let user): writer.member("user", user.description)
        case .useReset(let code, let password, let device):
            writer.member("code", code)
            writer.member("password", password)
            if let device { writer.member("device", device) }
        case .setRegistration(let mode): writer.member("mode", mode.rawValue)
        case .invitations(let before, let limit):
            if let before { writer.member("before", before.description) }
            writer.member("limit", Int64(limit))
        case .revokeInvitation(let invitation): writer.member("invitation", invitation.description)
        case .acceptInvitation(let code): writer.member("code", code)
        case .createBot(let name, let handle, let avatar):
            writer.member("name", name)
            if let handle { writer.member("handle", handle) }
            writer.member("avatar", avatar)
        }
    }
}
