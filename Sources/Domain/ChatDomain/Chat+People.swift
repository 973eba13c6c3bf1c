package import ChatModel
import StorageAPI

extension Chat {
    /// An account by id, without asking for rights: for the asker's own and the server's use. Throws `not_found`.
    package func user(_ id: UserID) async throws(ChatError) -> User {
        try await store.read { transaction throws(ChatError) in
            guard let user = try transaction.user(id) else { throw ChatError(.notFound) }
            return user
        }
    }

    /// Those of `ids` that exist and whom the caller may know: for a guest, who shares a room with them and they
    /// themselves; for everyone else, all.
    package func users(_ ids: [UserID], for caller: Caller) async throws(ChatError) -> [User] {
        guard Limits.usersPerRequest.contains(ids.count) else {
            throw ChatError(.invalidArgument, "Ask for 1 to 100 people at once.", field: "users")
        }
        return try await store.read { transaction throws(ChatError) -> [User] in
            let users = try transaction.users(ids)
            guard try transaction.account(caller.user).role == .guest else { return users }
            let rooms = try transaction.roomIDs(of: caller.user)
            var known: [User] = []
            for user in users {
                let shares = try transaction.isIn(anyOf: rooms, user.id)
                if shares || user.id == caller.user { known.append(user) }
            }
            return known
        }
    }
}

extension ReadTransaction {
    fileprivate func isIn(anyOf rooms: [RoomID], _ user: UserID) throws(ChatError) -> Bool {
        for room in rooms {
            if try isMember(user, of: room) { return true }
        }
        return false
    }
}
