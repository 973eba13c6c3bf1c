package import ByteCoding
package import ChatModel

/// What a client asks for, with its arguments in shape and in range. What text may hold is the domain's to say.
package enum Request: Hashable, Sendable {
    case setUp(token: String, account: AccountArguments, device: String?)
    /// `expiresIn` is in seconds; with a room the invitation leads into it.
    case invite(uses: Int, expiresIn: Int64, role: Role, room: RoomID?)
    /// Nil where none is needed.
    case register(invitation: String?, account: AccountArguments, device: String?)
    case logIn(email: String, password: String, device: String?)
    case logOut
    case me
    /// About one's own account.
    case account(AccountRequest)
    case users([UserID])
    case rooms
    case channels(after: RoomID?, limit: Int)
    case room(RoomID)
    case createChannel(name: String, description: String, nonce: Nonce?)
    /// What stands in a person's name or e-mail address.
    case findPeople(query: String, limit: Int)
    /// `users` are the other members.
    case createGroup(name: String, description: String, users: [UserID], nonce: Nonce?)
    case join(RoomID)
    case leave(RoomID)
    /// Asks for the room of these people and oneself.
    case direct([UserID])
    case addMembers(room: RoomID, users: [UserID])
    case setRole(room: RoomID, user: UserID, role: RoomRole)
    /// Nil leaves what is there. `slowMode` is in seconds, `retention` in days.
    case updateRoom(room: RoomID, name: String?, description: String?, slowMode: Int64? = nil, retention: Int64? = nil)
    case archiveRoom(room: RoomID, archived: Bool)
    case deleteRoom(RoomID)
    case removeMember(room: RoomID, user: UserID)
    case members(room: RoomID, after: UserID?, limit: Int)
    /// `thread` is the `seq` of the root that it replies to, `replyTo` that of the message that it answers.
    case send(room: RoomID, text: String, nonce: Nonce, thread: Int64? = nil, replyTo: Int64? = nil)
    case history(room: RoomID, before: Int64?, after: Int64? = nil, limit: Int)
    case read(room: RoomID, seq: Int64)
    /// What follows and includes `seq` becomes unread.
    case markUnread(room: RoomID, seq: Int64)
    case delete(room: RoomID, seq: Int64)
    /// Asks what the count of a room's unread rests on.
    case why(RoomID)
    /// `thread` is the `seq` of the root in whose thread it is.
    case typing(room: RoomID, thread: Int64? = nil, typing: Bool)
    case sync(since: Place, limit: Int)
    /// About messages that are there, and threads.
    case talk(TalkRequest)
    case administration(AdministrationRequest)
    case moderation(ModerationRequest)
    case state(StateRequest)
    case schedule(ScheduleRequest)

    /// Reads an event that asks for an acknowledgement.
    ///
    /// Throws `unknown_request` for another name, `malformed` for other than one object, and `invalid_argument` or
    /// `too_long` with the `field` at fault.
    package init(name: String, arguments: [JSON]) throws(ChatError) {
        guard let name = RequestName(event: name) else { throw ChatError(.unknownRequest) }
        try self.init(name, Arguments(arguments))
    }

    private init(_ name: RequestName, _ arguments: Arguments) throws(ChatError) {
        switch name {
        case .send:
            self = .send(
                room: try arguments.id("room"), text: try arguments.string("text", most: Request.messageBytes),
                nonce: try arguments.nonce("nonce"),
                thread: try arguments.optionalInteger("thread", 1...Int64.max),
                replyTo: try arguments.optionalInteger("reply_to", 1...Int64.max))
        case .typing:
            self = .typing(
                room: try arguments.id("room"), thread: try arguments.optionalInteger("thread", 1...Int64.max),
                typing: try arguments.bool("typing"))
        case .read: self = .read(room: try arguments.id("room"), seq: try arguments.integer("seq", 0...Int64.max))
        case .markUnread:
            self = .markUnread(room: try arguments.id("room"), seq: try arguments.integer("seq", 1...Int64.max))
        case .delete: self = .delete(room: try arguments.id("room"), seq: try arguments.integer("seq", 1...Int64.max))
        case .why: self = .why(try arguments.id("room"))
        case .edit, .edits, .react, .pin, .pins, .mentions, .thread, .readThread, .followThread, .threads:
            self = .talk(try TalkRequest(name, arguments))
        case .direct: self = .direct(try arguments.ids("users", 1...Limits.directMembers.upperBound))
        case .addMembers:
            self = .addMembers(
                room: try arguments.id("room"), users: try arguments.ids("users", Limits.membersPerRequest))
        case .setRole:
            self = .setRole(
                room: try arguments.id("room"), user: try arguments.id("user"), role: try arguments.roomRole("role"))
        case .updateRoom:
            self = .updateRoom(
                room: try arguments.id("room"), name: try arguments.optionalString("name", most: Request.lineBytes),
                description: try arguments.optionalString("description", most: Request.lineBytes),
                slowMode: try arguments.optionalInteger("slow_mode", Limits.slowMode),
                retention: try arguments.optionalInteger("retention", Limits.retention))
        case .mute, .ban, .bans, .report, .reports, .resolveReport:
            self = .moderation(try ModerationRequest(name, arguments))
        case .archiveRoom:
            self = .archiveRoom(room: try arguments.id("room"), archived: try arguments.bool("archived"))
        case .deleteRoom: self = .deleteRoom(try arguments.id("room"))
        case .removeMember:
            self = .removeMember(room: try arguments.id("room"), user: try arguments.id("user"))
        case .history:
            self = .history(
                room: try arguments.id("room"), before: try arguments.optionalInteger("before", 1...Int64.max),
                after: try arguments.optionalInteger("after", 0...Int64.max),
                limit: try arguments.limit(Limits.historyPage))
        case .sync: self = .sync(since: try arguments.place("since"), limit: try arguments.limit(Limits.syncPage))
        case .rooms: self = .rooms
        case .users: self = .users(try arguments.ids("users", Limits.usersPerRequest))
        case .members:
            self = .members(
                room: try arguments.id("room"), after: try arguments.optionalID("after"),
                limit: try arguments.limit(Limits.membersPage))
        case .room: self = .room(try arguments.id("room"))
        case .join: self = .join(try arguments.id("room"))
        case .leave: self = .leave(try arguments.id("room"))
        case .channels:
            self = .channels(
                after: try arguments.optionalID("after"), limit: try arguments.limit(Limits.channelsPage))
        case .createChannel:
            self = .createChannel(
                name: try arguments.string("name", most: Request.lineBytes),
                description: try arguments.optionalString("description", most: Request.lineBytes) ?? "",
                nonce: try arguments.optionalNonce("nonce"))
        case .findPeople:
            self = .findPeople(
                query: try arguments.string("query", most: Limits.peopleQueryBytes),
                limit: try arguments.limit(Limits.peoplePage))
        case .createGroup:
            self = .createGroup(
                name: try arguments.string("name", most: Request.lineBytes),
                description: try arguments.optionalString("description", most: Request.lineBytes) ?? "",
                users: try arguments.ids("users", 1...Limits.groupMembers),
                nonce: try arguments.optionalNonce("nonce"))
        case .me: self = .me
        case .updateProfile, .sessions, .revokeSession, .revokeOtherSessions, .changeEmail, .changePassword, .block,
            .blocks, .export:
            self = .account(try AccountRequest(name, arguments))
        case .logIn:
            self = .logIn(
                email: try arguments.string("email", most: Limits.emailBytes),
                password: try arguments.string("password", most: Limits.passwordBytes.upperBound),
                device: try arguments.device())
        case .logOut: self = .logOut
        case .register:
            self = .register(
                invitation: try arguments.optionalString("invitation", most: Limits.secretBytes),
                account: try AccountArguments(arguments), device: try arguments.device())
        case .invite: self = try Request.invitation(arguments)
        case .setUp:
            self = .setUp(
                token: try arguments.string("token", most: Limits.secretBytes),
                account: try AccountArguments(arguments), device: try arguments.device())
        case .audit, .setUserRole, .setActive, .deleteUser, .deleteAccount, .accounts, .createReset, .useReset,
            .setRegistration, .invitations, .revokeInvitation, .acceptInvitation, .createBot, .renewBotToken:
            self = .administration(try AdministrationRequest(name, arguments))
        case .setLevel, .preferences, .updatePreferences, .keepDraft, .drafts, .save, .saved,
            .savedMarks, .watchPresence, .setPresence:
            self = .state(try StateRequest(name, arguments))
        case .schedule, .scheduled, .updateScheduled, .cancelScheduled:
            self = .schedule(try ScheduleRequest(name, arguments))
        }
    }

    private static func invitation(_ arguments: Arguments) throws(ChatError) -> Request {
        let uses = Limits.invitationUses
        let room: RoomID? = try arguments.optionalID("room")
        return .invite(
            uses: try arguments.optionalInteger("uses", Int64(uses.lowerBound)...Int64(uses.upperBound)).map(Int.init)
                ?? Limits.usualInvitationUses,
            expiresIn: try arguments.optionalInteger("expires_in", Limits.invitationLifetime)
                ?? Limits.usualInvitationLifetime,
            role: try arguments.optionalWord("role", among: [.member, room == nil ? .admin : .guest]) ?? .member,
            room: room)
    }

    /// A code point has at most four bytes; the domain counts the code points.
    static let messageBytes = Limits.messageCharacters.upperBound * 4
    /// More than any line or description needs before it is trimmed.
    static let lineBytes = Limits.channelDescriptionCharacters * 8
}

/// What an account is made of, as it came; the domain checks it.
package struct AccountArguments: Hashable, Sendable {
    package var email: String
    package var password: String
    package var name: String
    /// Nil: the server makes one from the name.
    package var handle: String?
    package var avatar: Avatar

    init(_ arguments: Arguments) throws(ChatError) {
        email = try arguments.string("email", most: Limits.emailBytes)
        password = try arguments.string("password", most: Limits.passwordBytes.upperBound)
        name = try arguments.string("name", most: Request.lineBytes)
        handle = try arguments.optionalString("handle", most: Request.lineBytes)
        avatar = try arguments.avatar("avatar")
    }
}

extension Arguments {
    func device() throws(ChatError) -> String? {
        try optionalString("device", most: Request.lineBytes)
    }
}
