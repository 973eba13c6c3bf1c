internal import ChatDomain
internal import ChatModel
internal import ChatWire
internal import SocketIOServer

/// Requests of a person's own state, and of who is there: the latter are this connection's.
extension ChatConnection {
    func answer(_ request: StateRequest, _ reply: @escaping Reply) {
        guard let someone = loggedIn else { return reply(self, Answer.error(ChatError(.notLoggedIn))) }
        switch request {
        case .watchPresence(let users): watch(users, someone, reply)
        case .setPresence(let isAway):
            door.presence.setAway(isAway, someone.user.id, connection: number)
            reply(self, Answer.done)
        default:
            let chat = door.chat
            respond(reply) { () throws(ChatError) in try await request.answer(by: someone.caller, chat) }
        }
    }

    private func watch(_ users: [UserID], _ someone: LoggedIn, _ reply: @escaping Reply) {
        watchesAsked &+= 1
        let asked = watchesAsked
        perform { [chat = door.chat] () async throws(ChatError) in
            try await chat.visiblePeople(users, for: someone.caller)
        } then: { connection, result in
            switch result {
            case .success(let people):
                // What was asked later, or by somebody else on this connection, is what holds.
                guard connection.watchesAsked == asked, connection.loggedIn?.session.id == someone.session.id else {
                    return reply(connection, Answer.presence([]))
                }
                let found = connection.door.presence.watch(people, connection: connection.number)
                connection.desk.setWatching(!found.isEmpty, connection)
                reply(connection, Answer.presence(found))
            case .failure(let error): reply(connection, Answer.error(error))
            }
        }
    }

    /// Hears nothing more of anybody's presence.
    func stopWatching() {
        watchesAsked &+= 1
        _ = door.presence.watch([], connection: number)
        desk.setWatching(false, self)
    }

    /// Tells who is there now. Where the client is behind it is told later, and then all of it.
    func tell(_ people: [Presence]) {
        if socket.isKeepingUp {
            socket.send(Frames.presence(people))
        } else {
            door.presence.missed(connection: number)
        }
    }

    /// Until when the person is not to be disturbed is another now.
    func dndChanged(until: Timestamp?, at place: Place) {
        switch state {
        case .attaching(let someone, var attachment):
            attachment.changed(dndUntil: until, at: place)
            state = .attaching(someone, attachment)
        case .attached(let someone): door.presence.setDnd(someone.user.id, until: until)
        case .authenticating, .anonymous, .closed: break
        }
    }
}
