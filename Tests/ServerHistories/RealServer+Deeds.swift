import ChatDomain
import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation

/// What people ask by other ways than their devices: of the domain, without a connection.
extension RealServer {
    func ask(_ deed: Oracle.Deed, by person: Int) {
        guard let request = request(deed) else { return }
        let number = judge.ask(request, by: person)
        let caller = Caller(
            user: Names.user(person).id, session: RealServer.session(person, Timestamp(milliseconds: 0)).id)
        let run = runs
        node.ask { chat throws(ChatError) in
            try await RealServer.perform(request, by: caller, chat)
        } then: { [self] code in
            // Who asked the server before its end is answered by nobody.
            if run == runs { judge.done(number, code) }
        }
    }

    private static func perform(_ request: Request, by caller: Caller, _ chat: Chat) async throws(ChatError) {
        switch request {
        case .join(let room): _ = try await chat.join(room, by: caller)
        case .leave(let room): try await chat.leave(room, by: caller)
        case .addMembers(let room, let users): _ = try await chat.addMembers(users, to: room, by: caller)
        case .removeMember(let room, let user): try await chat.removeMember(user, from: room, by: caller)
        case .setRole(let room, let user, let role): try await chat.setRole(role, of: user, in: room, by: caller)
        case .updateRoom(let room, let name, let description, _, _):
            _ = try await chat.updateRoom(room, name: name, description: description, by: caller)
        case .archiveRoom(let room, let isArchived):
            _ = try await chat.archiveRoom(room, archived: isArchived, by: caller)
        case .deleteRoom(let room): try await chat.deleteRoom(room, by: caller)
        case .createGroup(let name, _, let users, _):
            _ = try await chat.createGroup(name: name, users: users, by: caller)
        case .direct(let users): _ = try await chat.direct(with: users, by: caller)
        default: break
        }
    }

    /// Nil for what is about a room that there is not.
    private func request(_ deed: Oracle.Deed) -> Request? {
        func users(_ people: [Int]) -> [UserID] { people.map { Names.user($0).id } }
        switch deed {
        case .join(let room): return id(of: room).map { .join($0) }
        case .leave(let room): return id(of: room).map { .leave($0) }
        case .add(let people, let room): return id(of: room).map { .addMembers(room: $0, users: users(people)) }
        case .remove(let person, let room):
            return id(of: room).map { .removeMember(room: $0, user: Names.user(person).id) }
        case .give(let part, let person, let room):
            return id(of: room).map { .setRole(room: $0, user: Names.user(person).id, role: part.role) }
        case .rename(let room, let name):
            return id(of: room).map { .updateRoom(room: $0, name: name, description: nil) }
        case .archive(let room, let isArchived):
            return id(of: room).map { .archiveRoom(room: $0, archived: isArchived) }
        case .delete(let room): return id(of: room).map { .deleteRoom($0) }
        case .makeGroup(let people, let name):
            return .createGroup(name: name, description: "", users: users(people), nonce: nil)
        case .makeDirect(let people): return .direct(users(people))
        }
    }
}
