/// The Socket.IO events that a client sends (docs/protocol.md, "Requests"). The most frequent stand first.
package enum RequestName: String, Hashable, Sendable, CaseIterable {
    case send
    case typing
    case read
    case markUnread = "unread"
    case delete
    case edit
    case edits
    case react
    case pin
    case pins
    case mentions
    case thread
    case readThread = "thread.read"
    case followThread = "thread.follow"
    case threads
    case why
    case history
    case sync
    case rooms
    case users
    case members
    case room
    case join
    case leave
    case direct
    case addMembers = "member.add"
    case setRole = "member.role"
    case updateRoom = "room.update"
    case archiveRoom = "room.archive"
    case deleteRoom = "room.delete"
    case removeMember = "member.remove"
    case mute = "member.mute"
    case ban = "member.ban"
    case bans
    case report
    case reports
    case resolveReport = "report.resolve"
    case channels
    case findPeople = "people.find"
    case createGroup = "group.create"
    case createChannel = "channel.create"
    case me
    case updateProfile = "profile.update"
    case sessions
    case revokeSession = "session.revoke"
    case revokeOtherSessions = "sessions.revoke_others"
    case changeEmail = "email.change"
    case changePassword = "password.change"
    case block
    case blocks
    case export
    case logIn = "login"
    case logOut = "logout"
    case register
    case invite
    case setUp = "setup"
    case audit
    case setUserRole = "user.role"
    case setActive = "user.deactivate"
    case deleteUser = "user.delete"
    case deleteAccount = "account.delete"
    case accounts = "users.list"
    case createReset = "reset.create"
    case useReset = "reset.use"
    case setRegistration = "registration.set"
    case invitations
    case revokeInvitation = "invitation.revoke"
    case acceptInvitation = "invitation.accept"
    case createBot = "bot.create"
    case renewBotToken = "bot.token"
    case setLevel = "level"
    case preferences
    case updatePreferences = "preferences.update"
    case keepDraft = "draft"
    case drafts
    case save
    case saved
    case savedMarks = "saved.ids"
    case schedule
    case scheduled
    case updateScheduled = "schedule.update"
    case cancelScheduled = "schedule.cancel"
    case watchPresence = "presence.watch"
    case setPresence = "presence.set"

    /// Compares bytes, so that no Unicode tables are needed.
    package init?(event: String) {
        for name in Self.allCases where name.rawValue.utf8.elementsEqual(event.utf8) {
            self = name
            return
        }
        return nil
    }

    /// Whether it makes sense only for somebody who is logged in.
    package var needsLogIn: Bool {
        switch self {
        case .logIn, .register, .setUp, .useReset: false
        default: true
        }
    }
}
