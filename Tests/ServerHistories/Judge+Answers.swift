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
        switch one.request {
        case .send(let id, let text, _): return sent(ok, Names.number(id), text, one)
        case .read(let id, let to):
            return moved(ok, Names.number(id), one) { $0 >= min(Int(to), length(Names.number(id), at: one.moment)) }
        case .markUnread(let id, _): return moved(ok, Names.number(id), one) { _ in true }
        case .delete(let id, let seq):
            guard case .gone = oracle.rooms[Names.number(id)].lines[Int(seq) - 1].what else {
                return "it is still there"
            }
            return nil
        case .join(let id):
            return was(one, Names.number(id)) { $0.isMember } ? nil : "they are not in it"
        case .leave(let id):
            return was(one, Names.number(id)) { !$0.isMember } ? nil : "they are still in it"
        case .history(let id, let before, _): return history(ok, Names.number(id), before.map { Int($0) }, one)
        case .sync(let since, let limit): return changes(ok, since.rawValue, limit, one)
        default: return nil
        }
    }

    private func problem(ofRefusal code: String, _ one: Asked) -> String? {
        switch (code, one.request) {
        case ("busy", _), ("unavailable", _): return nil
        case ("resync", .sync): return wasPruned ? nil : "nothing was pruned"
        case ("not_member", .send(let id, _, _)), ("not_member", .read(let id, _)),
            ("not_member", .markUnread(let id, _)), ("not_member", .delete(let id, _)):
            return was(one, Names.number(id)) { !$0.isMember } ? nil : "they were in it all the time"
        case ("not_member", .typing): return nil
        default: return "there is no reason to refuse it"
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
