import ByteCoding
import ChatModel
import ChatWire

extension ClientCore {
    mutating func ready(_ server: ServerFacts, _ user: User?, _ safe: Place?) {
        if session.server != server { out.add(.view(.server(server))) }
        session.server = server
        session.isReady = true
        out.add(.timerCancel(.handshake))
        link.backoff.reset()
        guard let user else {
            if session.me != nil { forget(keepingOutbox: true) }
            early = EarlyWords()
            sync.stop()
            showEntry(server)
            return
        }
        // Whose password is changed need not be whoever is logged in here.
        if case .reset = session.entry { return showEntry(server) }
        if let me = session.me, me.id != user.id { forget(keepingOutbox: true) }
        if let owner = outbox.owner, owner != user.id {
            outbox.removeAll()
            deletions = Deletions()
            storeOutbox()
        }
        outbox.owner = user.id
        if session.me != user { out.add(.view(.me(user))) }
        session.me = user
        // Guests do not hear the directory, which tells the others who is called otherwise now.
        if user.role == .guest {
            people.refresh()
            shown.timelineIsStale = true
        }
        people.add(user)
        enterChat()
        beginLoading()
        if watching.isAway { tellAway() }
        acceptInvitation()
        askAgain()
        pumpOutbox()
    }

    /// Somebody is called or shown otherwise from now on.
    mutating func updated(_ user: User) {
        people.add(user)
        guard var me = session.me, me.id == user.id else { return }
        // The directory tells everyone the same, so without addresses.
        let email = me.email
        me = user
        me.email = email
        guard me != session.me else { return }
        session.me = me
        out.add(.view(.me(me)))
    }

    /// The session was ended elsewhere: nothing of it may stay, but for what was not sent.
    mutating func sessionEnded() {
        guard session.me != nil else { return }
        forget(keepingOutbox: true)
        notice("You were logged out.")
        loseConnection(closing: true)
    }

    mutating func showEntry(_ server: ServerFacts) {
        switch session.entry {
        case .setUp where server.setup: session.screen = .setup
        case .setUp:
            session.screen = .login
            notice(ErrorCode.setupDone.defaultMessage)
        case .invitation: session.screen = session.chosenForm == .login ? .login : .register
        case .reset: session.screen = .reset
        case .home, .room:
            session.screen = session.chosenForm == .register && server.isOpen ? .register : .login
            if server.setup {
                notice("This server has no owner yet. Open the set-up link that its log shows.")
            }
        }
    }

    /// Shows the chat to somebody who is logged in.
    mutating func enterChat() {
        guard session.screen != .chat else { return }
        session.screen = .chat
        session.chosenForm = nil
        switch session.entry {
        case .setUp, .invitation, .reset:
            if case .invitation(let code) = session.entry { session.invitation = code }
            session.entry = .home
            out.add(.path("/", replace: true))
        case .room(let room, let seq):
            session.entry = .home
            (reader.wanted, reader.wantedSeq) = (room, seq)
        case .home: break
        }
    }

    /// Drops everything that belongs to the person.
    mutating func forget(keepingOutbox: Bool) {
        session.me = nil
        session.screen = .loading
        sync.forget()
        endNotifications()
        rooms = .init()
        arriving = Pairs()
        people = People()
        blocks = Blocks()
        preferences = OwnPreferences()
        watchingLost()
        watching = Watching(isAway: watching.isAway)
        drafts = Drafts()
        saved = SavedMessages()
        out.add(.timerCancel(.drafts))
        (channels, roomNames, rendered) = (KnownChannels(), RoomNames(), RenderedTexts())
        (reactions, quotes, completing) = (ReactionWishes(), Quotes(), Completing())
        unanswered = []
        (list, threads, pane) = (MessageList(), FollowedThreads(), nil)
        (edits, early) = (EditHistory(), EarlyWords())
        roots = DoubtfulRoots()
        browse = Browse()
        making.settle()
        roster.close()
        typing.removeAll()
        reader = Reader()
        if !keepingOutbox {
            outbox.removeAll()
            deletions = Deletions()
            outbox.owner = nil
            storeOutbox()
        }
        if snapshotTimerRuns {
            snapshotTimerRuns = false
            out.add(.timerCancel(.snapshot))
        }
        out.add(.store(.snapshot, value: nil))
        shown.clear(&out)
    }

    mutating func submit(_ kind: ClientEvent.Kind) {
        switch kind {
        case .logIn(let email, let password):
            post(.login, "login") { writer in
                writer.member("email", email)
                writer.member("password", password)
            }
        case .setUp(let account):
            guard case .setUp(let token) = session.entry else { return refuse(.setup, .setupTokenInvalid) }
            post(.setup, "setup") { writer in
                writer.member("token", token)
                writer.account(account)
            }
        case .register(let account):
            let code = session.invitationCode
            guard code != nil || session.server?.isOpen == true else { return refuse(.register, .invitationInvalid) }
            post(.register, "register") { writer in
                if let code { writer.member("invitation", code) }
                writer.account(account)
            }
        case .reset(let password):
            guard case .reset(let code) = session.entry else { return }
            post(.reset, "reset") { writer in
                writer.member("code", code)
                writer.member("password", password)
            }
        case .logOut:
            guard session.me != nil, let id = session.submit(.logOut) else { return }
            out.add(.http(id: id, method: "POST", path: "/api/v1/logout", body: "{}"))
        default: break
        }
    }

    private mutating func post(_ form: FormName, _ name: String, _ members: (inout JSONWriter) -> Void) {
        guard session.me == nil, let id = session.submit(.form(form)) else { return }
        var writer = JSONWriter()
        writer.beginObject()
        members(&writer)
        if let device = session.device { writer.member("device", device) }
        writer.endObject()
        out.add(.view(.form(form, busy: true, error: nil, done: false)))
        out.add(
            .http(
                id: id, method: "POST", path: "/api/v1/" + name, body: String(decoding: writer.bytes, as: UTF8.self)))
    }

    private mutating func refuse(_ form: FormName, _ code: ErrorCode) {
        out.add(.view(.form(form, busy: false, error: FormError(message: code.defaultMessage), done: false)))
    }

    mutating func answered(_ id: Int64, _ status: Int64, _ body: String) {
        guard let submission = session.takeSubmission(id) else { return }
        let answer = ClientCore.answer(status, body)
        switch (submission, answer) {
        case (.form(let form), .ok):
            out.add(.view(.form(form, busy: false, error: nil, done: true)))
            // What a link was for is done: it is not done again.
            if form != .login { leaveEntry() }
            reconnect()
        case (.form(let form), .error(let error)):
            out.add(.view(.form(form, busy: false, error: FormError(error), done: false)))
        case (.logOut, .ok): loggedOut()
        case (.logOut, .error(let error)):
            // A session that the server does not know is as good as ended.
            if status == 0 || error.code.retryHelps { notice(error.message) } else { loggedOut() }
        }
    }

    private mutating func leaveEntry() {
        switch session.entry {
        case .setUp, .invitation, .reset:
            session.entry = .home
            out.add(.path("/", replace: true))
        case .home, .room: break
        }
    }

    private mutating func loggedOut() {
        guard session.me != nil else { return }
        session.invitation = nil
        forget(keepingOutbox: false)
        out.add(.path("/", replace: true))
        session.entry = .home
        reconnect()
    }

    private static func answer(_ status: Int64, _ body: String) -> ReceivedAnswer {
        guard status != 0 else {
            return .error(ChatError(.unavailable, "The server cannot be reached. Try again when you are online."))
        }
        guard let json = try? JSON.parse(Array(body.utf8)) else { return .error(ChatError(.internal)) }
        return ReceivedAnswer(json)
    }
}

extension FormError {
    /// Errors that speak of one field name it, also where the server does not.
    init(_ error: ChatError) {
        let field: String? =
            switch error.code {
            case .emailTaken: error.field ?? "email"
            case .nameTaken: error.field ?? "name"
            case .handleTaken: error.field ?? "handle"
            // The server does not say which of the two is wrong; whoever typed them looks at the password first.
            case .wrongCredentials: error.field ?? "password"
            default: error.field
            }
        self.init(field: field, message: error.message)
    }
}

extension JSONWriter {
    fileprivate mutating func account(_ account: ClientAccount) {
        member("email", account.email)
        member("password", account.password)
        member("name", account.name)
        avatar(account.avatar)
    }
}
