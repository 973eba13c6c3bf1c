import ChatModel
import Testing

@testable import ChatDomain

/// docs/permissions.md, "Running the server", written out by hand: who may do what to whom, and how a refusal reads.
@Suite("Permissions of those who run the server")
struct AdministrationPermissionTests {
    /// What somebody tries, by the letter that stands in the table's rows.
    enum Act: Character, CaseIterable {
        case readAudit = "l"
        case listAccounts = "u"
        case inviteMember = "i"
        case inviteAdmin = "I"
        case setRegistration = "g"
        case createBot = "b"
        case renewToken = "t"
        case revokeOthersInvitation = "v"
        // To somebody, of the role that follows.
        case makeOwner = "O"
        case makeAdmin = "A"
        case makeMember = "M"
        case makeGuest = "G"
        case deactivate = "d"
        case delete = "x"
        case reset = "r"

        var isToSomebody: Bool { "OAMGdxr".contains(rawValue) }
    }

    /// What each role may do by itself; the rest is `forbidden`, but for others' invitations: `not_found`.
    static let alone: [Role: String] = [
        .owner: "luiIgbtv", .admin: "luibtv", .member: "", .guest: "", .bot: "",
    ]

    /// What each role may do to accounts of each role; the rest is `forbidden`.
    static let toOthers: [Role: [Role: String]] = [
        .owner: [.owner: "OAMGdxr", .admin: "OAMGdxr", .member: "OAMGdxr", .guest: "OAMGdxr", .bot: "dx"],
        .admin: [.owner: "", .admin: "", .member: "MGdxr", .guest: "MGdxr", .bot: "dx"],
        .member: [:], .guest: [:], .bot: [:],
    ]

    @Test("who may do what, and how a refusal reads", arguments: Act.allCases)
    func cells(_ act: Act) async throws {
        try await Scene.run { scene in
            // An owner who stays, so that the last one is never meant.
            let root = try await scene.caller("root", role: .owner)
            let bot = try await scene.chat.createBot(
                name: "Robot", handle: nil, avatar: Avatar(picture: "fox", color: "#c0ffee"), by: root)
            for role in Role.allCases {
                let asker = try await scene.caller("asker.\(role.rawValue)", role: role)
                let invitation = try await scene.chat.invite(by: root).invitation.id
                guard act.isToSomebody else {
                    let code = await refusalCode { () throws(ChatError) in
                        try await perform(act, scene.chat, asker, bot.user.id, invitation)
                    }
                    let refused: ErrorCode = act == .revokeOthersInvitation ? .notFound : .forbidden
                    let isAllowed = Self.alone[role, default: ""].contains(act.rawValue)
                    #expect(code == (isAllowed ? nil : refused), "\(role) \(act)")
                    continue
                }
                for other in Role.allCases {
                    let victim = try await scene.chat.createUser(.of("\(role.rawValue).\(other.rawValue)"), role: other)
                    let isAllowed = Self.toOthers[role]?[other, default: ""].contains(act.rawValue) ?? false
                    let code = await refusalCode { () throws(ChatError) in
                        try await perform(act, scene.chat, asker, victim.id, invitation)
                    }
                    #expect(code == (isAllowed ? nil : .forbidden), "\(role) \(act) \(other)")
                }
            }
        }
    }

    private func refusalCode(_ act: () async throws(ChatError) -> Void) async -> ErrorCode? {
        do throws(ChatError) {
            try await act()
            return nil
        } catch { return error.code }
    }

    private func perform(
        _ act: Act, _ chat: Chat, _ asker: Caller, _ user: UserID, _ invitation: InvitationID
    ) async throws(ChatError) {
        switch act {
        case .readAudit: _ = try await chat.audit(before: nil, for: asker)
        case .listAccounts: _ = try await chat.accounts(after: nil, for: asker)
        case .inviteMember: _ = try await chat.invite(by: asker)
        case .inviteAdmin: _ = try await chat.invite(by: asker, role: .admin)
        case .setRegistration: try await chat.setRegistration(.open, by: asker)
        case .createBot:
            _ = try await chat.createBot(
                name: "x", handle: nil, avatar: Avatar(picture: "fox", color: "#c0ffee"), by: asker)
        case .renewToken: _ = try await chat.renewBotToken(of: user, by: asker)
        case .revokeOthersInvitation: try await chat.revokeInvitation(invitation, by: asker)
        case .makeOwner: _ = try await chat.setUserRole(.owner, of: user, by: asker)
        case .makeAdmin: _ = try await chat.setUserRole(.admin, of: user, by: asker)
        case .makeMember: _ = try await chat.setUserRole(.member, of: user, by: asker)
        case .makeGuest: _ = try await chat.setUserRole(.guest, of: user, by: asker)
        case .deactivate: _ = try await chat.setActive(false, user, by: asker)
        case .delete: try await chat.deleteUser(user, messages: .keep, by: asker)
        case .reset: _ = try await chat.makeReset(for: user, by: asker)
        }
    }
}
