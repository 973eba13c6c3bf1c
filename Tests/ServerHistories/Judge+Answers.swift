import ByteCoding
import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation

/// What may be answered: what the oracle could say at some moment between the request's arrival and its answer.
extension Judge {
    mutating func answered(_ number: Int, _ answer: JSON) {
        guard let one = take(number) else { return found("\(answer.shown) answers what was not asked") }
        if let problem = problem(of: answer, to: one) {
            found("person \(one.person) asked \(one.request) and was answered \(answer.shown): \(problem)")
        }
    }

    private func problem(of answer: JSON, to one: Asked) -> String? {
        if let code = answer["error"]?["code"]?.stringValue { return problem(ofRefusal: code, one) }
        guard let ok = answer["ok"] else { return "this is no answer" }
        guard let room = one.request.room else {
            switch one.request {
            case .sync(let since, let limit): return changes(ok, since.rawValue, limit, one)
            case .talk where one.effect == nil && !one.isIdle: return "nothing came of it"
            default: return nil
            }
        }
        guard let room = rooms[room] else { return "there is no such room" }
        switch one.request {
        case .send(_, let text, _, _, _): return sent(ok, room, text, one)
        case .read(_, let to): return moved(ok, room, one) { $0 >= min(Int(to), length(room, at: one.moment)) }
        case .markUnread: return moved(ok, room, one) { _ in true }
        case .delete(_, let seq):
            guard case .gone = oracle.rooms[room].lines[Int(seq) - 1].what else { return "it is still there" }
            return nil
        case .join: return was(one, room) { $0.isMember } ? nil : "they are not in it"
        case .leave: return was(one, room) { !$0.isMember } ? nil : "they are still in it"
        case .typing(_, _, true) where !mutes[one.person][room].values(since: one.heard).contains(false):
            return "they are muted"
        case .history(_, let before, nil, _): return history(ok, room, before.map { Int($0) }, one)
        default: return nil
        }
    }

    private func problem(ofRefusal code: String, _ one: Asked) -> String? {
        if code == "busy" || code == "unavailable" { return nil }
        if case .typing(let room, _, let isTyping) = one.request { return problem(ofTyping: isTyping, room, code, one) }
        guard !one.refusals.contains(where: { $0.rawValue == code }) else { return nil }
        return "it may be refused with \(one.refusals.map(\.rawValue))"
    }

    /// A loop refuses what it knows to be in vain: from who is in the room there, and from who was muted as far as the
    /// door had heard.
    private func problem(ofTyping isTyping: Bool, _ id: RoomID, _ code: String, _ one: Asked) -> String? {
        if code == ErrorCode.notMember.rawValue { return nil }
        guard code == ErrorCode.muted.rawValue, isTyping, let room = rooms[id],
            mutes[one.person][room].values(since: one.heard).contains(true)
        else { return "they may type" }
        return nil
    }

    /// What was asked without a connection is done or refused; `code` is nil where it is done.
    mutating func done(_ number: Int, _ code: ErrorCode?) {
        guard let one = take(number) else { return }
        guard let code else {
            guard one.effect == nil else { return }
            guard let ban = ban(one.request) else {
                if !one.isIdle { found("person \(one.person) asked \(one.request), and nothing came of it") }
                return
            }
            settle(ban)
            return lookAgain()
        }
        if let problem = problem(ofRefusal: code.rawValue, one) {
            found("person \(one.person) asked \(one.request) and was refused with \(code.rawValue): \(problem)")
        }
    }

    /// Whether somebody's standing was such at some moment since the request arrived.
    func was(_ one: Asked, _ room: Int, _ holds: (Standing) -> Bool) -> Bool {
        standings[one.person][room].values(since: one.moment).contains(where: holds)
    }

    /// How many lines the room had at that moment.
    func length(_ room: Int, at moment: Int) -> Int {
        // The places grow, so that those before the moment come first.
        var (low, high) = (0, indices[room].count)
        while low < high {
            let middle = (low + high) / 2
            if indices[room][middle] < moment { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func sent(_ ok: JSON, _ room: Int, _ text: String, _ one: Asked) -> String? {
        guard let seq = ok["seq"]?.intValue, oracle.rooms[room].lines.indices.contains(Int(seq) - 1) else {
            return "nothing has this seq"
        }
        let line = oracle.rooms[room].lines[Int(seq) - 1]
        guard line.by == one.person, texts[room].contains(where: { $0.seq == Int(seq) && $0.text == text }) else {
            return "something else has this seq"
        }
        return nil
    }

    private func moved(_ ok: JSON, _ room: Int, _ one: Asked, _ suffices: (Int) -> Bool) -> String? {
        guard let seq = ok["seq"]?.intValue.map({ Int($0) }) else { return "it says no seq" }
        if let effect = one.effect {
            guard case .person(let event) = log[effect], case .cursorMoved(_, let to) = event.body, Int(to) == seq
            else {
                return "it was moved elsewhere"
            }
            return nil
        }
        guard cursors[one.person][room].values(since: one.moment).contains(seq), suffices(seq) else {
            return "the cursor was never there"
        }
        return nil
    }
}

extension Request {
    /// Of which room a device asks; nil where it is not of one that is there already.
    fileprivate var room: RoomID? {
        switch self {
        case .send(let room, _, _, _, _), .read(let room, _), .markUnread(let room, _), .delete(let room, _),
            .join(let room), .leave(let room), .history(let room, _, _, _), .typing(let room, _, _):
            room
        default: nil
        }
    }
}
