internal import ChatDomain
internal import ChatModel
internal import ChatWire
internal import NetLoop
internal import SocketIOServer

/// Requests and their answers: what each asks of the domain, and how its result reads on the wire.
extension ChatConnection {
    /// Hands the answer's bytes back to the connection, on its loop.
    typealias Reply = (ChatConnection, [UInt8]) -> Void

    func answer(_ request: Request, _ reply: @escaping Reply) {
        if let refusal = countedRefusal(of: request) { return reply(self, Answer.error(refusal)) }
        switch request {
        case .setUp, .register, .logIn, .administration(.useReset): logIn(request, reply)
        case .administration(.deleteAccount(let password, let messages)): deleteAccount(password, messages, reply)
        case .logOut: logOut(reply)
        case .send(let room, let text, let nonce, let thread, let replyTo):
            send(room, text, nonce, thread: thread, replyTo: replyTo, reply)
        case .read(let room, let seq): read(room, seq, reply)
        case .typing(let room, let thread, let isTyping): typing(isTyping, room, thread, reply)
        case .state(let request): answer(request, reply)
        case .account(let request):
            guard let caller = loggedIn?.caller else { return reply(self, Answer.error(ChatError(.notLoggedIn))) }
            let chat = door.chat
            let address = socket.remoteAddress.text
            respond(reply) { () throws(ChatError) in
                try await request.answer(by: caller, chat, address: address)
            }
        default:
            guard let caller = loggedIn?.caller else { return reply(self, Answer.error(ChatError(.notLoggedIn))) }
            let chat = door.chat
            let url = door.settings.url
            respond(reply) { () throws(ChatError) in try await request.answer(by: caller, chat, url) }
        }
    }

    /// Counts the request, unless it is a message, which the domain counts; nil where it may go on.
    private func countedRefusal(of request: Request) -> ChatError? {
        if case .send = request { return nil }
        guard let user = loggedIn?.user.id else { return nil }
        do throws(ChatError) {
            try door.chat.count(requestBy: user)
            return nil
        } catch { return error }
    }

    /// Answers with what `work` gives, or with its error.
    func respond(_ reply: @escaping Reply, _ work: @escaping @Sendable () async throws(ChatError) -> [UInt8]) {
        perform(work) { connection, result in
            switch result {
            case .success(let bytes): reply(connection, bytes)
            case .failure(let error): reply(connection, Answer.error(error))
            }
        }
    }

    // MARK: - The frequent ones, without a task

    private func send(
        _ room: RoomID, _ text: String, _ nonce: Nonce, thread: Int64?, replyTo: Int64?, _ reply: @escaping Reply
    ) {
        guard let caller = loggedIn?.caller else { return reply(self, Answer.error(ChatError(.notLoggedIn))) }
        let bound = LoopBound((self, reply), on: loop)
        let typing = door.typing
        door.chat.send(room: room, text: text, thread: thread, replyTo: replyTo, nonce: nonce, by: caller) {
            [loop] result in
            if case .success = result { typing.sent(user: caller.user, room: room, thread: thread) }
            let bytes = Self.bytes(result, Answer.sent)
            loop.execute {
                let (connection, reply) = bound.value
                reply(connection, bytes)
            }
        }
    }

    private func read(_ room: RoomID, _ seq: Int64, _ reply: @escaping Reply) {
        guard let caller = loggedIn?.caller else { return reply(self, Answer.error(ChatError(.notLoggedIn))) }
        let bound = LoopBound((self, reply), on: loop)
        door.chat.moveCursor(room: room, to: seq, by: caller) { [loop] result in
            let bytes = Self.bytes(result) { Answer.cursor(room: room, seq: $0) }
            loop.execute {
                let (connection, reply) = bound.value
                reply(connection, bytes)
            }
        }
    }

    private static func bytes<Value>(_ result: Result<Value, ChatError>, _ encode: (Value) -> [UInt8]) -> [UInt8] {
        switch result {
        case .success(let value): encode(value)
        case .failure(let error): Answer.error(error)
        }
    }

    /// Who hears a room may type there: what the loop knows of memberships is enough for what is not kept.
    private func typing(_ isTyping: Bool, _ room: RoomID, _ thread: Int64?, _ reply: @escaping Reply) {
        guard let someone = loggedIn else { return reply(self, Answer.error(ChatError(.notLoggedIn))) }
        guard socket.isIn(Audience.room(room)) else { return reply(self, Answer.error(ChatError(.notMember))) }
        do throws(ChatError) {
            if isTyping { try door.mutes.check(someone.user.id, in: room, at: door.chat.now) }
        } catch { return reply(self, Answer.error(error)) }
        guard isTyping, door.blocked.contains(someone.user.id) else {
            door.typing.set(isTyping, user: someone.user.id, room: room, thread: thread, connection: number)
            return reply(self, Answer.done)
        }
        perform { [chat = door.chat, caller = someone.caller] () async throws(ChatError) in
            try await chat.checkTyping(in: room, by: caller)
        } then: { connection, result in
            connection.typingChecked(room, thread, result, reply)
        }
    }

    /// The room may have been left, and the session ended, while it was asked whether the other one has blocked them.
    private func typingChecked(
        _ room: RoomID, _ thread: Int64?, _ result: Result<Void, ChatError>, _ reply: @escaping Reply
    ) {
        if case .failure(let error) = result { return reply(self, Answer.error(error)) }
        guard let someone = loggedIn, socket.isIn(Audience.room(room)) else {
            return reply(self, Answer.error(ChatError(.notMember)))
        }
        door.typing.set(true, user: someone.user.id, room: room, thread: thread, connection: number)
        reply(self, Answer.done)
    }

    // MARK: - Who the connection is

    private func logIn(_ request: Request, _ reply: @escaping Reply) {
        guard case .anonymous = state, !isLoggingIn else {
            return reply(self, Answer.error(ChatError(.alreadyLoggedIn)))
        }
        isLoggingIn = true
        let chat = door.chat
        let address = socket.remoteAddress.text
        let usual = device
        perform { () throws(ChatError) in
            try await request.logIn(chat, device: usual, address: address)
        } then: { connection, result in
            connection.isLoggingIn = false
            switch result {
            case .success(let made): connection.begin(made, reply)
            case .failure(let error): reply(connection, Answer.error(error))
            }
        }
    }

    private func begin(_ made: LogIn, _ reply: @escaping Reply) {
        guard case .anonymous = state else { return reply(self, Answer.error(ChatError(.sessionExpired))) }
        attach(LoggedIn(user: made.user, session: made.session)) { connection, outcome in
            switch outcome {
            case .ready:
                reply(connection, Answer.loggedIn(made.user, token: made.token, expiresAt: made.session.expiresAt))
            case .superseded: reply(connection, Answer.error(ChatError(.sessionExpired)))
            case .failed(let error): reply(connection, Answer.error(error))
            }
        }
    }

    private func logOut(_ reply: @escaping Reply) {
        guard let someone = loggedIn else { return reply(self, Answer.error(ChatError(.notLoggedIn))) }
        // Before the session ends: its other connections are told and closed, this one asked for it and stays.
        detach()
        perform { [chat = door.chat] () async throws(ChatError) in
            try await chat.logOut(someone.caller)
        } then: { connection, result in
            switch result {
            case .success: reply(connection, Answer.done)
            case .failure(let error): connection.comeBack(as: someone, error, reply)
            }
        }
    }

    /// The answer comes first, then the end of every connection of the person, this one too.
    private func deleteAccount(_ password: String, _ messages: MessagesLeft, _ reply: @escaping Reply) {
        guard let caller = loggedIn?.caller else { return reply(self, Answer.error(ChatError(.notLoggedIn))) }
        let chat = door.chat
        perform { [address = socket.remoteAddress.text] () async throws(ChatError) in
            try await chat.deleteAccount(password: password, messages: messages, by: caller, address: address)
        } then: { connection, result in
            switch result {
            case .success(let ended):
                reply(connection, Answer.done)
                chat.tell(ended: ended)
            case .failure(let error): reply(connection, Answer.error(error))
            }
        }
    }

    /// The session could not be ended, so that it is this connection's still, which may ask again.
    private func comeBack(as someone: LoggedIn, _ error: ChatError, _ reply: @escaping Reply) {
        guard case .anonymous = state, !isLoggingIn else { return reply(self, Answer.error(error)) }
        attach(someone) { connection, _ in reply(connection, Answer.error(error)) }
    }
}
