internal import ChatDomain
internal import ChatModel
internal import ChatWire

extension Request {
    /// What the domain says to a request of somebody who is logged in, as the acknowledgement carries it.
    func answer(by caller: Caller, _ chat: Chat, _ url: PublicURL) async throws(ChatError) -> [UInt8] {
        switch self {
        case .me: return Answer.me(try await chat.user(caller.user))
        case .users(let ids): return Answer.users(try await chat.users(ids, for: caller))
        case .administration(let request): return try await request.answer(by: caller, chat, url)
        case .invite(let uses, let expiresIn, let role, let room):
            let made = try await chat.invite(by: caller, uses: uses, expiresIn: expiresIn, role: role, room: room)
            return Answer.invitation(made.invitation, code: made.code, link: "\(url.current)/invite/\(made.code)")
        case .rooms:
            let found = try await chat.rooms(for: caller)
            return Answer.rooms(found.rooms, safe: found.place)
        case .channels(let after, let limit):
            let found = try await chat.channels(after: after, limit: limit, for: caller)
            return Answer.channels(found.page, more: found.more)
        case .room(let room): return Answer.room(try await chat.room(room, for: caller))
        case .createChannel(let name, let description, let nonce):
            return Answer.room(
                try await chat.createChannel(name: name, description: description, nonce: nonce, by: caller))
        case .findPeople(let query, let limit):
            return Answer.found(try await chat.findPeople(query, limit: limit, for: caller))
        case .createGroup(let name, let description, let users, let nonce):
            return Answer.room(
                try await chat.createGroup(
                    name: name, description: description, users: users, nonce: nonce, by: caller))
        case .join(let room): return Answer.room(try await chat.join(room, by: caller))
        case .leave(let room):
            try await chat.leave(room, by: caller)
            return Answer.done
        case .direct(let users): return Answer.room(try await chat.direct(with: users, by: caller))
        case .addMembers(let room, let users):
            return Answer.room(try await chat.addMembers(users, to: room, by: caller))
        case .setRole(let room, let user, let role):
            try await chat.setRole(role, of: user, in: room, by: caller)
            return Answer.done
        case .updateRoom(let room, let name, let description, let slowMode, let retention):
            return Answer.room(
                try await chat.updateRoom(
                    room, name: name, description: description, slowMode: slowMode, retention: retention, by: caller))
        case .moderation(let request): return try await request.answer(by: caller, chat)
        case .talk(let request): return try await request.answer(by: caller, chat)
        case .schedule(let request): return try await request.answer(by: caller, chat)
        case .archiveRoom(let room, let isArchived):
            return Answer.room(try await chat.archiveRoom(room, archived: isArchived, by: caller))
        case .deleteRoom(let room):
            try await chat.deleteRoom(room, by: caller)
            return Answer.done
        case .removeMember(let room, let user):
            try await chat.removeMember(user, from: room, by: caller)
            return Answer.done
        case .markUnread(let room, let seq):
            return Answer.cursor(room: room, seq: try await chat.markUnread(from: seq, in: room, by: caller))
        case .delete(let room, let seq):
            try await chat.deleteMessage(seq, in: room, by: caller)
            return Answer.cursor(room: room, seq: seq)
        case .why(let room): return Answer.why(try await chat.whyUnread(room, by: caller))
        case .members(let room, let after, let limit):
            let found = try await chat.members(of: room, after: after, limit: limit, for: caller)
            return Answer.members(found.page, more: found.more)
        case .history(let room, let before, let after, let limit):
            let found = try await chat.history(of: room, before: before, after: after, limit: limit, for: caller)
            return Answer.history(found.events, more: found.more)
        case .sync(let since, let limit):
            return Answer.changes(try await chat.changes(since: since, limit: limit, for: caller))
        case .setUp, .register, .logIn, .logOut, .send, .read, .typing, .account, .state:
            // These change the connection, skip the task or need the peer's address; `ChatConnection.answer` has them.
            throw ChatError(.unknownRequest)
        }
    }

    /// Opens a session as one of the requests that do; that of the token `held` ends with it.
    func logIn(
        _ chat: Chat, device usual: String, address: String, replacing held: String? = nil
    ) async throws(ChatError) -> LogIn {
        switch self {
        case .setUp(let token, let account, let device):
            return try await chat.setUp(
                token: token, registration: account.registration(), device: device ?? usual, address: address,
                replacing: held)
        case .register(let invitation, let account, let device):
            return try await chat.register(
                invitation: invitation, registration: account.registration(), device: device ?? usual,
                address: address, replacing: held)
        case .logIn(let email, let password, let device):
            return try await chat.logIn(
                email: email, password: password, device: device ?? usual, address: address,
                replacing: held)
        case .administration(.useReset(let code, let password, let device)):
            return try await chat.useReset(
                code: code, password: password, device: device ?? usual, address: address, replacing: held)
        default: throw ChatError(.unknownRequest)
        }
    }
}

extension AccountArguments {
    func registration() throws(ChatError) -> Registration {
        try Registration(email: email, password: password, name: name, handle: handle, avatar: avatar)
    }
}
