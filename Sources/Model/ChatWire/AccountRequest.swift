import ByteCoding
package import ChatModel

/// What somebody asks about their own account.
package enum AccountRequest: Hashable, Sendable {
    /// Nil leaves what is there.
    case updateProfile(name: String?, handle: String?, avatar: Avatar?)
    case sessions
    case revokeSession(SessionID)
    case revokeOtherSessions
    case changeEmail(password: String, email: String)
    case changePassword(password: String, new: String)
    /// Whether this person's direct messages are not to come.
    case block(UserID, Bool)
    case blocks
    /// Asks for a page of everything that is one's own.
    case export(after: ExportPlace?, limit: Int)

    /// Throws `unknown_request` for a name that is another's, else as `Request` does.
    init(_ name: RequestName, _ arguments: Arguments) throws(ChatError) {
        switch name {
        case .updateProfile:
            self = .updateProfile(
                name: try arguments.optionalString("name", most: Request.lineBytes),
                handle: try arguments.optionalString("handle", most: Request.lineBytes),
                avatar: try arguments.optionalAvatar("avatar"))
        case .sessions: self = .sessions
        case .revokeSession: self = .revokeSession(try arguments.id("session"))
        case .revokeOtherSessions: self = .revokeOtherSessions
        case .changeEmail:
            self = .changeEmail(
                password: try arguments.string("password", most: Limits.passwordBytes.upperBound),
                email: try arguments.string("email", most: Limits.emailBytes))
        case .changePassword:
            self = .changePassword(
                password: try arguments.string("password", most: Limits.passwordBytes.upperBound),
                new: try arguments.string("new_password", most: Limits.passwordBytes.upperBound))
        case .block: self = .block(try arguments.id("user"), try arguments.bool("blocked"))
        case .blocks: self = .blocks
        case .export:
            self = .export(
                after: try arguments.optionalExportPlace("after"), limit: try arguments.limit(Limits.exportPage))
        default: throw ChatError(.unknownRequest)
        }
    }
}

extension Arguments {
    fileprivate func optionalExportPlace(_ name: String) throws(ChatError) -> ExportPlace? {
        guard let text = try optionalString(name, most: Limits.secretBytes) else { return nil }
        guard let place = ExportPlace(text) else {
            throw ChatError(.invalidArgument, "The argument \(name) must be the next of the page before.", field: name)
        }
        return place
    }
}
