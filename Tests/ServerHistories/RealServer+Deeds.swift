import ChatDomain
import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation

/// What people ask by other ways than their devices: of the domain, without a connection.
extension RealServer {
    /// A year, which no history lasts.
    private static let muteSeconds: Int64 = 31_536_000

    func ask(_ deed: Oracle.Deed, by person: Int) {
        guard let request = request(deed), judge.canFollow(request) else { return }
        let number = judge.ask(request, by: person)
        let caller = Caller(
            user: Names.user(person).id, session: RealServer.session(person, Timestamp(milliseconds: 0)).id)
        let run = runs
        node.ask { chat throws(ChatError) in
            try await RealServer.perform(request, by: caller, chat)
        } then: { [self] code in
            // Who asked the server before its end is answered by nobody.
            if run == runs { done(number, code) }
        }
    }

    private func done(_ number: Int, _ code: ErrorCode?) {
        if let name = judge.asked[number]?.request.name { tally.count("\(name.rawValue): \(code?.rawValue ?? "ok")") }
        judge.done(number, code)
    }

    private static func perform(_ request: Request, by caller: Caller, _ chat: Chat) async throws(ChatError) {
        switch request {
        case .join(let room): _ = try await chat.join(room, by: caller)
        case .leave(let room): try await chat.leave(room, by: caller)
        case .addMembers(let room, let users): _ = try await chat.addMembers(users, to: room, by: caller)
        case .removeMember(let room, let user): try await chat.removeMember(user, from: room, by: caller)
        case .setRole(let room, let user, let role): try await chat.setRole(role, of: user, in: room, by: caller)
        case .updateRoom(let room, let name, let description, let slowMode, _):
            _ = try await chat.updateRoom(
                room, name: name, description: description, slowMode: slowMode, by: caller)
        case .send(let room, let text, let nonce, let thread, _):
            _ = try await chat.send(room: room, text: text, thread: thread, nonce: nonce, by: caller)
        case .talk(.edit(let room, let seq, let text)):
            _ = try await chat.edit(seq, in: room, text: text, by: caller)
        case .talk(.react(let room, let seq, let emoji, let isOn)):
            try await chat.react(emoji, isOn, to: seq, in: room, by: caller)
        case .talk(.pin(let room, let seq, let isPinned)):
            try await chat.pin(seq, in: room, isPinned, by: caller)
        case .talk(.followThread(let room, let thread, let isFollowing)):
            try await chat.followThread(thread, in: room, isFollowing, by: caller)
        case .talk(.readThread(let room, let thread, let seq)):
            _ = try await chat.readThread(thread, in: room, to: seq, by: caller)
        case .archiveRoom(let room, let isArchived):
            _ = try await chat.archiveRoom(room, archived: isArchived, by: caller)
        case .moderation(.mute(let room, let user, let seconds)):
            try await chat.mute(user, in: room, seconds: seconds, by: caller)
        case .moderation(.ban(let room, let user, let isBanned)):
            try await chat.setBan(isBanned, of: user, from: room, by: caller)
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
        case .mute(let person, let room, let isMuted):
            return id(of: room).map { room in
                .moderation(
                    .mute(room: room, user: Names.user(person).id, seconds: isMuted ? RealServer.muteSeconds : nil))
            }
        case .ban(let person, let room, let isBanned):
            return id(of: room).map { room in
                .moderation(.ban(room: room, user: Names.user(person).id, isBanned: isBanned))
            }
        case .delete(let room): return id(of: room).map { .deleteRoom($0) }
        case .makeGroup(let people, let name):
            return .createGroup(name: name, description: "", users: users(people), nonce: nil)
        case .makeDirect(let people): return .direct(users(people))
        case .slow(let room, let seconds):
            return id(of: room).map {
                .updateRoom(room: $0, name: nil, description: nil, slowMode: Int64(seconds))
            }
        case .say, .edit, .react, .pin, .follow, .readThread: return talk(deed)
        }
    }

    /// Nil as of `request`.
    private func talk(_ deed: Oracle.Deed) -> Request? {
        switch deed {
        case .say(let text, let room, let thread, _, let nonce):
            guard let id = id(of: room), let nonce = Nonce(nonce) else { return nil }
            return .send(room: id, text: text, nonce: nonce, thread: thread.map { Int64($0) })
        case .edit(let seq, let room, let text, _):
            return id(of: room).map { .talk(.edit(room: $0, seq: Int64(seq), text: text)) }
        case .react(let seq, let room, let emoji, let isOn):
            return id(of: room).map { .talk(.react(room: $0, seq: Int64(seq), emoji: emoji, isOn: isOn)) }
        case .pin(let seq, let room, let isOn):
            return id(of: room).map { .talk(.pin(room: $0, seq: Int64(seq), isPinned: isOn)) }
        case .follow(let thread, let room, let isFollowing):
            return id(of: room).map {
                .talk(.followThread(room: $0, thread: Int64(thread), isFollowing: isFollowing))
            }
        case .readThread(let thread, let room, let seq):
            return id(of: room).map { .talk(.readThread(room: $0, thread: Int64(thread), seq: Int64(seq))) }
        default: return nil
        }
    }
}
