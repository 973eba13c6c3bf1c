package import ByteCoding
package import ChatModel

extension Request {
    package var name: RequestName {
        switch self {
        case .setUp: .setUp
        case .invite: .invite
        case .register: .register
        case .logIn: .logIn
        case .logOut: .logOut
        case .me: .me
        case .account(let request): request.name
        case .users: .users
        case .rooms: .rooms
        case .channels: .channels
        case .room: .room
        case .createChannel: .createChannel
        case .findPeople: .findPeople
        case .createGroup: .createGroup
        case .join: .join
        case .leave: .leave
        case .direct: .direct
        case .addMembers: .addMembers
        case .setRole: .setRole
        case .updateRoom: .updateRoom
        case .archiveRoom: .archiveRoom
        case .deleteRoom: .deleteRoom
        case .removeMember: .removeMember
        case .members: .members
        case .send: .send
        case .history: .history
        case .read: .read
        case .markUnread: .markUnread
        case .delete: .delete
        case .why: .why
        case .typing: .typing
        case .sync: .sync
        case .administration(let request): request.name
        case .moderation(let request): request.name
        case .talk(let request): request.name
        case .state(let request): request.name
        case .schedule(let request): request.name
        }
    }

    /// Writes the request's one object, which `init(name:arguments:)` reads.
    package func writeObject(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .setUp, .register, .logIn, .invite: writeAccount(to: &writer)
        case .administration(let request): request.writeMembers(to: &writer)
        case .logOut, .me, .rooms: break
        case .account(let request): request.writeMembers(to: &writer)
        case .users(let ids), .direct(let ids): writer.ids("users", ids)
        case .findPeople(let query, let limit):
            writer.member("query", query)
            writer.member("limit", Int64(limit))
        case .createGroup(let name, let description, let users, let nonce):
            writer.member("name", name)
            writer.member("description", description)
            writer.ids("users", users)
            if let nonce { writer.member("nonce", nonce.text) }
        case .createChannel(let name, let description, let nonce):
            writer.member("name", name)
            writer.member("description", description)
            if let nonce { writer.member("nonce", nonce.text) }
        case .sync(let since, let limit):
            writer.member("since", since.description)
            writer.member("limit", Int64(limit))
        case .channels(let after, let limit):
            if let after { writer.member("after", after.description) }
            writer.member("limit", Int64(limit))
        case .moderation(let request): request.writeMembers(to: &writer)
        case .talk(let request): request.writeMembers(to: &writer)
        case .state(let request): request.writeMembers(to: &writer)
        case .schedule(let request): request.writeMembers(to: &writer)
        default: writeInRoom(to: &writer)
        }
        writer.endObject()
    }

    private func writeInRoom(to writer: inout JSONWriter) {
        switch self {
        case .room(let room), .join(let room), .leave(let room), .why(let room), .deleteRoom(let room):
            writer.member("room", room.description)
        case .members(let room, let after, let limit):
            writer.member("room", room.description)
            if let after { writer.member("after", after.description) }
            writer.member("limit", Int64(limit))
        case .send(let room, let text, let nonce, let thread, let replyTo):
            writer.member("room", room.description)
            writer.member("text", text)
            writer.member("nonce", nonce.text)
            if let thread { writer.member("thread", thread) }
            if let replyTo { writer.member("reply_to", replyTo) }
        case .history(let room, let before, let after, let limit):
            writer.member("room", room.description)
            if let before { writer.member("before", before) }
            if let after { writer.member("after", after) }
            writer.member("limit", Int64(limit))
        case .addMembers(let room, let users):
            writer.member("room", room.description)
            writer.ids("users", users)
        case .setRole(let room, let user, let role):
            writer.member("room", room.description)
            writer.member("user", user.description)
            writer.member("role", role.rawValue)
        case .updateRoom(let room, let name, let description, let slowMode, let retention):
            writer.member("room", room.description)
            if let name { writer.member("name", name) }
            if let description { writer.member("description", description) }
            if let slowMode { writer.member("slow_mode", slowMode) }
            if let retention { writer.member("retention", retention) }
        case .archiveRoom(let room, let isArchived):
            writer.member("room", room.description)
            writer.member("archived", isArchived)
        case .removeMember(let room, let user):
            writer.member("room", room.description)
            writer.member("user", user.description)
        case .read(let room, let seq), .markUnread(let room, let seq), .delete(let room, let seq):
            writer.member("room", room.description)
            writer.member("seq", seq)
        case .typing(let room, let thread, let typing):
            writer.member("room", room.description)
            if let thread { writer.member("thread", thread) }
            writer.member("typing", typing)
        default: break
        }
    }

    private func writeAccount(to writer: inout JSONWriter) {
        switch self {
        case .setUp(let token, let account, let device):
            writer.member("token", token)
            account.writeMembers(to: &writer)
            if let device { writer.member("device", device) }
        case .register(let invitation, let account, let device):
            if let invitation { writer.member("invitation", invitation) }
            account.writeMembers(to: &writer)
            if let device { writer.member("device", device) }
        case .logIn(let email, let password, let device):
            writer.member("email", email)
            writer.member("password", password)
            if let device { writer.member("device", device) }
        case .invite(let uses, let expiresIn, let role, let room):
            writer.member("uses", Int64(uses))
            writer.member("expires_in", expiresIn)
            writer.member("role", role.rawValue)
            if let room { writer.member("room", room.description) }
        default: break
        }
    }
}

extension JSONWriter {
    mutating func ids<Entity>(_ name: String, _ ids: [Identifier<Entity>]) {
        key(name)
        beginArray()
        for id in ids { string(id.description) }
        endArray()
    }
}

extension AccountArguments {
    /// What a client is about to ask for; the server checks it.
    package init(email: String, password: String, name: String, handle: String? = nil, avatar: Avatar) {
        self.email = email
        self.password = password
        self.name = name
        self.handle = handle
        self.avatar = avatar
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("email", email)
        writer.member("password", password)
        writer.member("name", name)
        if let handle { writer.member("handle", handle) }
        writer.member("avatar", avatar)
    }
}
