import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation

/// What a request does, as the oracle has it.
extension Judge {
    /// Does it; answers the room and the lines that it makes there, none where it changes nothing, and nil where it is
    /// none of those that make lines.
    func perform(
        _ request: Request, by person: Int, in oracle: inout Oracle, at time: Int64
    ) throws(Oracle.Refusal) -> (room: Int, seqs: [Int])? {
        switch request {
        case .delete(let id, let seq):
            let room = try number(id)
            return (room, try oracle.delete(Int(seq), in: room, by: person).map { [$0] } ?? [])
        default:
            guard let deed = try deed(request) else { return nil }
            return try oracle.perform(deed, by: person, at: Int(time))
        }
    }

    private func deed(_ request: Request) throws(Oracle.Refusal) -> Oracle.Deed? {
        switch request {
        case .join(let room): .join(try number(room))
        case .leave(let room): .leave(try number(room))
        case .addMembers(let room, let users): .add(users.map { Names.number($0) }, to: try number(room))
        case .removeMember(let room, let user): .remove(Names.number(user), from: try number(room))
        case .setRole(let room, let user, let role):
            .give(Oracle.Part(role), to: Names.number(user), in: try number(room))
        case .updateRoom(let room, _, _, let seconds?, _): .slow(try number(room), Int(seconds))
        case .updateRoom(let room, let name, _, _, _): .rename(try number(room), name ?? "")
        case .send(let room, let text, let nonce, let thread, _):
            .say(
                text, in: try number(room), thread: thread.map { Int($0) }, calling: Names.call(in: text),
                nonce: nonce.text)
        case .talk(let request): try deed(request)
        case .archiveRoom(let room, let isArchived): .archive(try number(room), isArchived)
        case .moderation(.mute(let room, let user, let seconds)):
            .mute(Names.number(user), in: try number(room), seconds != nil)
        case .moderation(.ban(let room, let user, let isBanned)):
            .ban(Names.number(user), from: try number(room), isBanned)
        case .deleteRoom(let room): .delete(try number(room))
        case .createGroup(let name, _, let users, _): .makeGroup(users.map { Names.number($0) }, name: name)
        case .direct(let users): .makeDirect(users.map { Names.number($0) })
        default: nil
        }
    }

    private func deed(_ request: TalkRequest) throws(Oracle.Refusal) -> Oracle.Deed? {
        switch request {
        case .edit(let room, let seq, let text):
            .edit(Int(seq), in: try number(room), text, calling: Names.call(in: text))
        case .react(let room, let seq, let emoji, let isOn): .react(Int(seq), in: try number(room), emoji, isOn)
        case .pin(let room, let seq, let isPinned): .pin(Int(seq), in: try number(room), isPinned)
        case .followThread(let room, let thread, let isFollowing):
            .follow(Int(thread), in: try number(room), isFollowing)
        case .readThread(let room, let thread, let seq):
            .readThread(Int(thread), in: try number(room), to: Int(seq))
        default: nil
        }
    }

    func number(_ id: RoomID) throws(Oracle.Refusal) -> Int {
        guard let number = rooms[id] else { throw .notFound }
        return number
    }

    /// The codes with which it may be refused as things are now, with any of the bans that may hold by now or not, none
    /// where it may not; and whether it changes nothing.
    func prospects(_ request: Request, _ person: Int) -> (refusals: Set<ErrorCode>, isIdle: Bool) {
        var isIdle = false
        var codes = refusals(request, person, oracle, &isIdle)
        switch request {
        case .join, .addMembers:
            for ban in openBans {
                var other = oracle
                ban.apply(to: &other)
                codes.formUnion(refusals(request, person, other, &isIdle))
            }
        default: break
        }
        return (codes, isIdle)
    }

    private func refusals(
        _ request: Request, _ person: Int, _ oracle: Oracle, _ isIdle: inout Bool
    ) -> Set<ErrorCode> {
        do throws(Oracle.Refusal) {
            switch request {
            case .read(let id, _), .markUnread(let id, _), .why(let id): _ = try oracle.cursor(person, try number(id))
            case .room(let id), .history(let id, _, _, _): try oracle.see(try number(id), by: person)
            case .typing: return []
            case .sync: return wasPruned ? [.resync] : []
            case .talk(.thread(let id, let thread, _, _)):
                isIdle = true
                let room = try number(id)
                try oracle.see(room, by: person)
                let lines = oracle.rooms[room].lines
                guard lines.indices.contains(Int(thread) - 1), lines[Int(thread) - 1].isLive else { return [.notFound] }
            case .talk(.pins(let id, _)):
                isIdle = true
                try oracle.see(try number(id), by: person)
            case .talk(.threads), .talk(.mentions), .talk(.edits): isIdle = true
            default:
                var copy = oracle
                let made = try perform(request, by: person, in: &copy, at: now)
                if made?.seqs.isEmpty ?? true, copy.told.isEmpty { isIdle = true }
                // What was said in a room that is gone is forgotten a while later, with its nonce.
                if case .send(let id, _, _, _, _) = request, let room = rooms[id], oracle.rooms[room].isDeleted {
                    return [.notFound]
                }
            }
            return []
        } catch { return [error.code] }
    }

    private static func says(_ message: Message, _ line: Oracle.Line) -> Bool {
        guard case .said(let text) = line.what else { return false }
        return message.text == text && message.thread.map { Int($0) } == line.thread
            && message.mentions.users == line.called.people.map { Names.user($0).id }.sorted()
            && message.mentions.everyone == line.called.everyone
    }

    /// Whether an event says what the line says.
    static func says(_ event: RoomEvent, _ line: Oracle.Line, of room: Oracle.Room) -> Bool {
        guard event.seq == line.seq, Names.number(event.actor) == line.by else { return false }
        switch (event.body, line.what) {
        case (.message(let message), .said): return says(message, line)
        case (.messageDeleted(let target, let author, let thread), .deletion(let seq)):
            let line = room.lines[seq - 1]
            return target == seq && Names.number(author) == line.by && thread.map { Int($0) } == line.thread
        case (.messageEdited(let target, let author, let message?), .edited(let seq)):
            let line = room.lines[seq - 1]
            return target == seq && Names.number(author) == line.by && message.editedAt != nil && says(message, line)
        case (.reaction(let target, let emoji, let isOn), .reaction(let seq, let put, let isThere)):
            return target == seq && emoji == put && isOn == isThere
        case (.messagePinned(let target, let isPinned), .pinned(let seq, let isThere)):
            return target == seq && isPinned == isThere
        case (.roomRules(let seconds, let retention), .slowed(let new)): return seconds == new && retention == 0
        case (.memberJoined(let user), .joined(let person)): return Names.number(user) == person
        case (.memberLeft(let user), .left): return user == event.actor
        case (.memberRemoved(let user), .removed(let person)): return Names.number(user) == person
        case (.roleChanged(let user, let role), .part(let person, let part)):
            return Names.number(user) == person && role == part.role
        case (.roomUpdated(let name, let description), .renamed(let new)): return name == new && description.isEmpty
        case (.roomArchived(let now), .archived(let isArchived)): return now == isArchived
        case (.memberMuted(let user, let until), .muted(let person, let isMuted)):
            return Names.number(user) == person && (until != nil) == isMuted
        case (.roomDeleted, .roomDeleted): return true
        case (.messagesExpired(let through), .expired(let last)): return through == last
        default: return false
        }
    }
}

extension Oracle.Part {
    fileprivate init(_ role: RoomRole) {
        self = Oracle.Part.allCases.first { $0.role == role } ?? .member
    }
}
