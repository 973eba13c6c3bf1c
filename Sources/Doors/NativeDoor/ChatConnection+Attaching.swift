internal import ChatDomain
internal import ChatModel
internal import SocketIOServer

/// From a session to a connection that hears all that concerns its person.
extension ChatConnection {
    /// How an attempt to attach ended.
    enum Attached {
        /// `ready` was said.
        case ready
        /// The session ended or the connection went another way meanwhile: what it is now is not this attempt's.
        case superseded
        /// The connection is nobody's.
        case failed(ChatError)
    }

    /// Looks up CONNECT's token.
    func authenticate(_ token: String, isCookie: Bool) {
        perform { [chat = door.chat] () async throws(ChatError) in
            try await chat.authenticate(token: token)
        } then: { connection, result in
            guard case .authenticating = connection.state else { return }
            switch result {
            case .success(let found): connection.enter(LoggedIn(user: found.user, session: found.session))
            // A browser sends what it has; nobody chose this token, so that an old one is none.
            case .failure(let error) where isCookie && error.code == .sessionExpired: connection.beginAnonymous()
            case .failure(let error): connection.refuse(error)
            }
        }
    }

    private func enter(_ someone: LoggedIn) {
        // A socket that went before it was accepted is told of no end, so it must not be registered anywhere.
        guard socket.accept() else {
            state = .closed
            return
        }
        attach(someone) { connection, outcome in
            guard case .failed(let error) = outcome else { return }
            if error.code == .sessionExpired {
                connection.sessionEnded()
            } else {
                // The session is good and the server is not well: the client comes back with it.
                connection.socket.disconnect(closingConnection: true)
            }
        }
    }

    /// Makes `someone` this connection's user: reads their rooms, subscribes, says `ready` and calls `completion`.
    ///
    /// Nothing is heard before `ready`: a frame's `safe` would claim what a client that comes back has yet to sync.
    func attach(_ someone: LoggedIn, completion: @escaping (ChatConnection, Attached) -> Void) {
        state = .attaching(someone, Attachment())
        desk.register(self, user: someone.user.id)
        perform { [chat = door.chat, caller = someone.caller] () async throws(ChatError) in
            try await chat.subscriptions(for: caller)
        } then: { connection, result in
            guard connection.isAttaching(someone) else { return completion(connection, .superseded) }
            switch result {
            case .success(let found):
                // A loop behind the read would bring what happened before a membership that the read shows.
                connection.desk.whenProcessed(found.place) {
                    let isReady = connection.subscribe(someone, found)
                    completion(connection, isReady ? .ready : .superseded)
                }
            case .failure(let error):
                connection.detach()
                completion(connection, .failed(error))
            }
        }
    }

    private func isAttaching(_ someone: LoggedIn) -> Bool {
        if case .attaching(let current, _) = state { current.session.id == someone.session.id } else { false }
    }

    /// False when `someone` is not attaching any more.
    private func subscribe(_ someone: LoggedIn, _ found: Subscriptions) -> Bool {
        guard isAttaching(someone), case .attaching(_, let attachment) = state else { return false }
        // The account as it was read with the rooms: it may have changed since the token was looked up.
        let current = LoggedIn(user: attachment.user(with: found.user, asOf: found.place), session: someone.session)
        socket.join(Audience.person(current.user.id))
        if current.user.role != .guest { socket.join(Audience.directory) }
        socket.join(all: attachment.rooms(with: found.rooms, asOf: found.place).lazy.map(Audience.room))
        state = .attached(current)
        door.presence.connected(
            current.user.id, connection: number,
            dndUntil: attachment.dndUntil(with: found.dndUntil, asOf: found.place))
        emitReady(setup: false, registration: found.registration)
        return true
    }

    // MARK: - What the stream says meanwhile and afterwards

    func membershipBegan(_ room: RoomID, at place: Place) {
        if !note(room, isMember: true, at: place) { socket.join(Audience.room(room)) }
    }

    func membershipEnded(_ room: RoomID, at place: Place) {
        guard !note(room, isMember: false, at: place), socket.isIn(Audience.room(room)) else { return }
        socket.leave(Audience.room(room))
        // Until this loop came here the person could say that they type.
        guard let someone = loggedIn else { return }
        door.typing.left(user: someone.user.id, room: room)
        // A guest sees people of their rooms only: the client says anew whom it watches.
        if someone.user.role == .guest { stopWatching() }
    }

    /// Keeps the change for when the rooms have been read; false when they have.
    private func note(_ room: RoomID, isMember: Bool, at place: Place) -> Bool {
        guard case .attaching(let someone, var attachment) = state else { return false }
        attachment.changed(room, isMember: isMember, at: place)
        state = .attaching(someone, attachment)
        return true
    }
}
