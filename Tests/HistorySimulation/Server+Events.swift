import ChatModel
import HistoryOracle

/// What is logged, as it is told.
extension Server {
    /// When no history lasts any more.
    private static let longAfter: Int64 = 1_900_000_000_000

    /// With what `reader` sees on messages, where there is one.
    func event(_ logged: Logged, for reader: Int? = nil) -> Event {
        switch logged {
        case .room(let room, let seq): .room(event(room, oracle.rooms[room].lines[seq - 1], for: reader))
        case .cursor(let person, let useq, let room, let seq):
            own(person, useq, .cursorMoved(room: Names.room(room).id, seq: Int64(seq)))
        case .told(let told, let useq): own(told.person, useq, body(told))
        }
    }

    private func own(_ person: Int, _ useq: Int, _ body: PersonEvent.Body) -> Event {
        .person(
            PersonEvent(
                place: .start, user: Names.user(person).id, useq: Int64(useq), at: Timestamp(milliseconds: now),
                body: body))
    }

    private func body(_ told: Oracle.Told) -> PersonEvent.Body {
        let (room, thread) = (Names.room(told.room).id, Int64(told.thread))
        switch told.what {
        case .read(let seq): return .threadRead(room: room, thread: thread, seq: Int64(seq))
        case .follow(let follow):
            return .threadFollowed(
                room: room, thread: thread,
                ThreadFollow(isFollowing: follow.isFollowing, cursor: Int64(follow.cursor)))
        }
    }

    /// A line as it is now.
    func event(_ room: Int, _ line: Oracle.Line, for reader: Int? = nil) -> RoomEvent {
        RoomEvent(
            place: .start, room: Names.room(room).id, seq: Int64(line.seq), at: time(line.seq),
            actor: Names.user(line.by).id, body: body(room, line, reader))
    }

    private func time(_ seq: Int) -> Timestamp { Timestamp(milliseconds: 1_764_500_000_000 + Int64(seq) * 1000) }

    private func id(_ room: Int, _ seq: Int) -> MessageID {
        MessageID(millisecond: 1_800_000_000_000 + Int64(room), entropy: UInt32(seq))
    }

    private func body(_ room: Int, _ line: Oracle.Line, _ reader: Int?) -> RoomEvent.Body {
        switch line.what {
        case .said: return .message(message(room, line, reader))
        case .gone:
            let replies = reader == nil || line.thread != nil ? nil : replies(to: line.seq, room)
            return .messageGone(id: id(room, line.seq), thread: line.thread.map { Int64($0) }, replies: replies)
        case .deletion(let seq):
            let target = oracle.rooms[room].lines[seq - 1]
            return .messageDeleted(
                target: Int64(seq), author: Names.user(target.by).id, thread: target.thread.map { Int64($0) })
        case .edited(let seq):
            let target = oracle.rooms[room].lines[seq - 1]
            return .messageEdited(
                target: Int64(seq), author: Names.user(target.by).id,
                target.isLive ? message(room, target, nil) : nil)
        case .reaction(let seq, let emoji, let isOn):
            let isLive = oracle.rooms[room].lines[seq - 1].isLive
            return .reaction(target: Int64(seq), emoji: isLive ? emoji : "", isOn: isOn)
        case .pinned(let seq, let isOn): return .messagePinned(target: Int64(seq), isPinned: isOn)
        case .slowed(let seconds): return .roomRules(slowMode: Int64(seconds), retention: 0)
        case .joined(let person): return .memberJoined(Names.user(person).id)
        case .left: return .memberLeft(Names.user(line.by).id)
        case .removed(let person): return .memberRemoved(Names.user(person).id)
        case .expired(let through): return .messagesExpired(through: Int64(through))
        case .part(let person, let part): return .roleChanged(Names.user(person).id, part.role)
        case .renamed(let name): return .roomUpdated(name: name, description: "")
        case .archived(let isArchived): return .roomArchived(isArchived)
        case .muted(let person, let isMuted):
            return .memberMuted(
                Names.user(person).id, until: isMuted ? Timestamp(milliseconds: Server.longAfter) : nil)
        case .roomDeleted: return .roomDeleted
        }
    }

    private func message(_ room: Int, _ line: Oracle.Line, _ reader: Int?) -> Message {
        guard case .said(let text) = line.what else { return Message(id: id(room, line.seq), text: "") }
        let edit = oracle.rooms[room].lines.last { $0.what == .edited(line.seq) }
        return Message(
            id: id(room, line.seq), text: text, thread: line.thread.map { Int64($0) },
            mentions: Mentions(
                users: line.called.people.sorted().map { Names.user($0).id }, everyone: line.called.everyone),
            editedAt: edit.map { time($0.seq) }, responses: reader.flatMap { responses(room, line, $0) })
    }

    private func responses(_ room: Int, _ line: Oracle.Line, _ reader: Int) -> Responses? {
        let reactions = oracle.reactions(to: line.seq, in: room).map { reaction in
            Reaction(
                emoji: reaction.emoji, count: reaction.people.count,
                users: reaction.people.prefix(Limits.shownReactors).map { Names.user($0).id },
                isMine: reaction.people.contains(reader))
        }
        let responses = Responses(
            reactions: reactions, replies: line.thread == nil ? replies(to: line.seq, room) : nil,
            isPinned: oracle.pins(room).contains(line.seq))
        return responses.isEmpty ? nil : responses
    }

    private func replies(to root: Int, _ room: Int) -> Replies? {
        let live = oracle.replies(to: root, in: room).filter { $0.isLive }
        guard let last = live.last else { return nil }
        var people: [Int] = []
        for line in live.reversed() where !people.contains(line.by) { people.append(line.by) }
        return Replies(
            count: live.count, lastSeq: Int64(last.seq), lastAt: time(last.seq),
            users: people.prefix(Limits.shownRepliers).map { Names.user($0).id })
    }
}
