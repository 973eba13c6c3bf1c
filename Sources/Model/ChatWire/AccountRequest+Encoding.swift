import ByteCoding
import ChatModel

extension AccountRequest {
    package var name: RequestName {
        switch self {
        case .updateProfile: .updateProfile
        case .sessions: .sessions
        case .revokeSession: .revokeSession
        case .revokeOtherSessions: .revokeOtherSessions
        case .changeEmail: .changeEmail
        case .changePassword: .changePassword
        case .block: .block
        case .blocks: .blocks
        case .export: .export
        }
    }

    /// Writes the members of the request's one object.
    func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .sessions, .revokeOtherSessions, .blocks: break
        case .updateProfile(let name, let handle, let avatar):
            if let name { writer.member("name", name) }
            if let handle { writer.member("handle", handle) }
            if let avatar { writer.member("avatar", avatar) }
        case .revokeSession(let session): writer.member("session", session.description)
        case .changeEmail(let password, let email):
            writer.member("password", password)
            writer.member("email", email)
        case .changePassword(let password, let new):
            writer.member("password", password)
            writer.member("new_password", new)
        case .block(let user, let isBlocked):
            writer.member("user", user.description)
            writer.member("blocked", isBlocked)
        case .export(let after, let limit):
            if let after { writer.member("after", after.description) }
            writer.member("limit", Int64(limit))
        }
    }
}
