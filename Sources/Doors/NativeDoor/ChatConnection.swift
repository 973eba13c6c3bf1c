internal import ByteCoding
internal import ChatDomain
internal import ChatModel
internal import ChatWire
internal import NetLoop
internal import SocketIOServer

/// One Socket.IO socket as the chat sees it: who it belongs to, what it hears, what it has asked. On one loop for life.
final class ChatConnection {
    /// What the connection may do.
    enum State {
        /// CONNECT came with a token or a cookie that is being looked up. Next: `attaching`; `closed` when refused;
        /// `anonymous` when the cookie is no good.
        case authenticating
        /// Nobody is logged in. Next: `attaching`, by a request that logs in, or `closed`.
        case anonymous
        /// Logged in and hearing nothing yet; the rooms are being read. Next: `attached`, `anonymous`, `closed`.
        case attaching(LoggedIn, Attachment)
        /// Logged in, hearing all their rooms. Next: `anonymous` by log-out, or `closed`.
        case attached(LoggedIn)
        /// Gone; whatever is still asked is answered to nobody. Final.
        case closed
    }

    struct LoggedIn {
        let user: User
        var session: Session
        var caller: Caller { Caller(user: user.id, session: session.id) }
    }

    /// Requests of one connection that may wait for their answer at a time; more are answered `busy`.
    static let maximumRequestsInFlight = 256

    let socket: Socket
    let door: NativeDoor
    let desk: LoopDesk
    let loop: EventLoop
    var state = State.authenticating
    /// Names this connection to `Typing` and `Whereabouts`: unlike a user it ends with the socket.
    let number: UInt64
    private var requestsInFlight = 0
    /// Counts `presence.watch`: the last one holds, in whatever order they are read.
    var watchesAsked: UInt32 = 0
    /// A request that logs in is under way; a second one would leave a session that nobody holds.
    var isLoggingIn = false
    /// From CONNECT's payload: what a session made here is called unless the request says.
    let device: String
    private var gapSince: Place?

    init(_ socket: Socket, door: NativeDoor, desk: LoopDesk) {
        self.socket = socket
        self.door = door
        self.desk = desk
        loop = socket.loop
        number = door.nextConnectionNumber(on: socket.loop)
        device = socket.auth["device"]?.stringValue ?? ""
    }

    var loggedIn: LoggedIn? {
        switch state {
        case .attaching(let someone, _), .attached(let someone): someone
        case .authenticating, .anonymous, .closed: nil
        }
    }

    // MARK: - Beginning

    func start() {
        // The socket lets go of these, and so of this object, when it is over.
        socket.onEvent = { [self] name, arguments, acknowledge in received(name, arguments, acknowledge) }
        socket.onDisconnect = { [self] _ in disconnected() }
        // Turns before this one were queued whole; of this turn, some rooms' events are being left out.
        socket.onRoomPacketsDropped = { [self] in gapSince = desk.written }
        socket.onDrained = { [self] in tellGap() }
        let handshake = Handshake(socket.auth)
        socket.auth = .null
        let cookie = SessionCookie.token(in: socket.requestHeader("cookie"))
        // A client may leave the namespace and come again on the same connection; its cookie is still the request's.
        if cookie == nil { socket.forgetRequest() }
        switch handshake {
        case .refused(let error): refuse(error)
        case .anonymous:
            if let cookie { authenticate(cookie, isCookie: true) } else { beginAnonymous() }
        case .token(let token): authenticate(token, isCookie: false)
        }
    }

    func beginAnonymous() {
        guard socket.accept() else {
            state = .closed
            return
        }
        state = .anonymous
        greetAnonymous()
    }

    func refuse(_ error: ChatError) {
        state = .closed
        socket.refuse(message: error.message, data: Self.refusal(error))
    }

    private static func refusal(_ error: ChatError) -> JSON {
        ["code": .string(error.code.rawValue), "retry": .bool(error.code.retryHelps)]
    }

    private func greetAnonymous() {
        perform { [chat = door.chat] () async throws(ChatError) in
            try await chat.registration()
        } then: { connection, result in
            guard case .anonymous = connection.state else { return }
            // Where the store cannot say, `setup` and `register` will.
            let (mode, needsSetup) = (try? result.get()) ?? (.invitation, false)
            connection.emitReady(setup: needsSetup, registration: mode)
        }
    }

    /// Makes the connection nobody's again; it hears nothing more.
    func detach() {
        guard let someone = loggedIn else { return }
        desk.unregister(self, user: someone.user.id)
        socket.leaveAll()
        door.typing.disconnected(connection: number)
        door.presence.disconnected(someone.user.id, connection: number)
        desk.setWatching(false, self)
        watchesAsked &+= 1
        state = .anonymous
    }

    func emitReady(setup: Bool, registration: RegistrationMode) {
        let facts = ServerFacts(
            name: door.settings.serverName, version: door.settings.serverVersion, setup: setup,
            registration: registration.rawValue)
        socket.send(Frames.ready(facts, user: loggedIn?.user, safe: loggedIn == nil ? nil : desk.processed))
    }

    // MARK: - What the stream does to it

    func belongs(to sessions: Set<SessionID>) -> Bool {
        loggedIn.map { sessions.contains($0.session.id) } ?? false
    }

    func isExpired(at now: Timestamp) -> Bool {
        loggedIn.map { $0.session.expiresAt <= now } ?? false
    }

    /// The session, where its use has to be kept anew: once, until it is that old again.
    func takeStaleUse(_ chat: Chat, at now: Timestamp) -> SessionID? {
        guard case .attached(var someone) = state, chat.isUseStale(someone.session) else { return nil }
        someone.session.lastUsedAt = now
        state = .attached(someone)
        return someone.session.id
    }

    /// The person's account is another now. Who hears the directory from now on, or does not any more, has to load
    /// afresh: the client comes back and is told so.
    func accountChanged(_ user: User, at place: Place) {
        switch state {
        case .attaching(let someone, var attachment):
            attachment.changed(user, at: place)
            state = .attaching(someone, attachment)
        case .attached(let someone):
            if (someone.user.role == .guest) != (user.role == .guest) {
                socket.disconnect(closingConnection: true)
            } else {
                state = .attached(LoggedIn(user: user, session: someone.session))
            }
        case .authenticating, .anonymous, .closed: break
        }
    }

    func sessionEnded() {
        detach()
        socket.send(Frames.ended())
        socket.disconnect(closingConnection: true)
    }

    private func tellGap() {
        guard let since = gapSince else { return }
        gapSince = nil
        if loggedIn != nil { socket.send(Frames.gap(since: since)) }
    }

    private func disconnected() {
        detach()
        state = .closed
    }

    // MARK: - Requests

    private func received(_ name: String, _ arguments: [JSON], _ acknowledge: Acknowledgement?) {
        guard let acknowledge else { return }
        guard requestsInFlight < Self.maximumRequestsInFlight else {
            return acknowledge.send(raw: Answer.error(ChatError(.busy)))
        }
        do throws(ChatError) {
            let request = try Request(name: name, arguments: arguments)
            requestsInFlight += 1
            answer(request) { connection, bytes in
                connection.requestsInFlight -= 1
                acknowledge.send(raw: bytes)
            }
        } catch {
            acknowledge.send(raw: Answer.error(error))
        }
    }

    /// Runs `work` off this object's state and comes back to the loop with what it gave.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(ChatError) -> Value,
        then: @escaping (ChatConnection, Result<Value, ChatError>) -> Void
    ) {
        let bound = LoopBound((self, then), on: loop)
        Task(executorPreference: loop) { [loop] in
            let result: Result<Value, ChatError>
            do throws(ChatError) { result = .success(try await work()) } catch { result = .failure(error) }
            loop.execute {
                let (connection, then) = bound.value
                then(connection, result)
            }
        }
    }
}
