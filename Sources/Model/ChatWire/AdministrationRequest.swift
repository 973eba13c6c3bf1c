package import ChatModel

/// What those who run the server ask for, and what goes with it: invitations, links for new passwords, one's own end.
package enum AdministrationRequest: Hashable, Sendable {
    case audit(before: AuditEntryID?, limit: Int)
    case setUserRole(user: UserID, role: Role)
    case setActive(user: UserID, active: Bool)
    case deleteUser(user: UserID, messages: MessagesLeft)
    case deleteAccount(password: String, messages: MessagesLeft)
    case accounts(after: UserID?, query: String?, limit: Int)
    case createReset(user: UserID)
    /// Logs in.
    case useReset(code: String, password: String, device: String?)
    case setRegistration(RegistrationMode)
    case invitations(before: InvitationID?, limit: Int)
    case revokeInvitation(InvitationID)
    case acceptInvitation(code: String)
    /// A handle is made from the name where there is none.
    case createBot(name: String, handle: String?, avatar: Avatar)
    case renewBotToken(user: UserID)

    /// Throws `unknown_request` for a name of another part of the protocol.
    init(_ name: RequestName, _ arguments: Arguments) throws(ChatError) {
        switch name {
        case .audit:
            self = .audit(
                before: try arguments.optionalID("before"), limit: try arguments.limit(Limits.auditPage))
        case .setUserRole:
            self = .setUserRole(
                user: try arguments.id("user"),
                role: try arguments.word("role", among: [.owner, .admin, .member, .guest]))
        case .setActive:
            self = .setActive(user: try arguments.id("user"), active: try arguments.bool("active"))
        case .deleteUser:
            self = .deleteUser(user: try arguments.id("user"), messages: try arguments.word("messages"))
        case .deleteAccount:
            self = .deleteAccount(
                password: try arguments.string("password", most: Limits.passwordBytes.upperBound),
                messages: try arguments.word("messages"))
        case .accounts:
            self = .accounts(
                after: try arguments.optionalID("after"),
                query: try arguments.optionalString("query", most: Limits.peopleQueryBytes),
                limit: try arguments.limit(Limits.accountsPage))
        case .createReset: self = .createReset(user: try arguments.id("user"))
        case .useReset:
            self = .useReset(
                code: try arguments.string("code", most: Limits.secretBytes),
                password: try arguments.string("password", most: Limits.passwordBytes.upperBound),
                device: try arguments.device())
        case .setRegistration: self = .setRegistration(try arguments.word("mode"))
        case .invitations:
            self = .invitations(
                before: try arguments.optionalID("before"), limit: try arguments.limit(Limits.invitationsPage))
        case .revokeInvitation: self = .revokeInvitation(try arguments.id("invitation"))
        case .acceptInvitation:
            self = .acceptInvitation(code: try arguments.string("code", most: Limits.secretBytes))
        case .createBot:
            self = .createBot(
                name: try arguments.string("name", most: Request.lineBytes),
                handle: try arguments.optionalString("handle", most: Request.lineBytes),
                avatar: try arguments.avatar("avatar"))
        case .renewBotToken: self = .renewBotToken(user: try arguments.id("user"))
        default: throw ChatError(.unknownRequest)
        }
    }
}
