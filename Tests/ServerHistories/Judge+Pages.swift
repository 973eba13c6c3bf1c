import ByteCoding
import ChatModel
import HistoryOracle
import HistorySimulation

/// What `history` and `sync` may answer.
extension Judge {
    func history(_ ok: JSON, _ room: Int, _ before: Int?, _ one: Asked) -> String? {
        let events = ok["events"]?.arrayValue ?? []
        let seqs = events.compactMap { $0["seq"]?.intValue.map { Int($0) } }
        if let odd = events.lazy.compactMap({ self.content($0, one) }).first { return odd }
        if let reply = seqs.first(where: { line(room, $0)?.thread != nil }) { return "reply \(reply) is none of them" }
        var newest = min(before.map { $0 - 1 } ?? .max, length(room, at: one.moment))
        // Whoever was taken out, and stayed out, reads up to there.
        let standing = standings[one.person][room].values(since: one.moment)
        if standing.count == 1, case .removed(let seq) = standing[0] {
            newest = min(newest, seq)
            if let last = seqs.last, last > seq { return "they were removed with \(seq)" }
        }
        if let last = seqs.last, let before, last >= before { return "they asked for what is before" }
        return hole(seqs, in: room, through: newest, isWhole: ok["more"]?.boolValue == false, standing.count == 1)
    }

    /// Messages that are missing between those that came, and up to `newest`; what is no message may be pruned.
    private func hole(_ seqs: [Int], in room: Int, through newest: Int, isWhole: Bool, _ isSure: Bool) -> String? {
        guard seqs == seqs.sorted(), Set(seqs).count == seqs.count else { return "they are out of order" }
        let first = isWhole ? 1 : seqs.first ?? .max
        let last = isSure ? max(newest, seqs.last ?? 0) : seqs.last ?? 0
        guard first <= last else { return nil }
        let there = Set(seqs)
        for seq in first...last where !there.contains(seq) {
            let line = oracle.rooms[room].lines[seq - 1]
            if line.isMessage, line.thread == nil { return "message \(seq) is missing" }
        }
        return nil
    }

    /// Whether an event says what the oracle says of it, at some moment since the request arrived.
    private func content(_ event: JSON, _ one: Asked) -> String? {
        guard event["useq"] == nil, let room = rooms[event["room"]], let seq = event["seq"]?.intValue else {
            return nil
        }
        guard let line = line(room, Int(seq)) else { return "\(event.shown) never was" }
        guard event["user"]?.stringValue == Names.user(line.by).id.description else {
            return "\(event.shown) is another's"
        }
        let kind = event["kind"]?.stringValue
        if line.isMessage, event["thread"]?.intValue.map({ Int($0) }) != line.thread {
            return "\(event.shown) stands elsewhere"
        }
        switch line.what {
        case .said: return says(event, room, line.seq, one) ? nil : "\(event.shown) lies"
        case .gone:
            guard kind == "message" else { return "\(event.shown) lies" }
            if event["gone"]?.boolValue == true { return event["text"] == nil ? nil : "\(event.shown) keeps its text" }
            return wasGone(room, Int(seq), at: one.moment) ? "\(event.shown) was deleted before" : nil
        case .deletion(let target): return event["target"]?.intValue == Int64(target) ? nil : "\(event.shown) lies"
        case .joined(let person): return isAbout(person, event, "member.joined") ? nil : "\(event.shown) lies"
        case .left: return isAbout(line.by, event, "member.left") ? nil : "\(event.shown) lies"
        case .removed(let person): return isAbout(person, event, "member.removed") ? nil : "\(event.shown) lies"
        case .part(let person, let part):
            let isRight = isAbout(person, event, "member.role") && event["role"]?.stringValue == part.role.rawValue
            return isRight ? nil : "\(event.shown) lies"
        case .renamed(let name):
            return kind == "room.updated" && event["name"]?.stringValue == name ? nil : "\(event.shown) lies"
        case .archived(let isArchived):
            return kind == "room.archived" && event["archived"]?.boolValue == isArchived ? nil : "\(event.shown) lies"
        case .muted(let person, let isMuted):
            let isRight = isAbout(person, event, "member.muted") && (event["until"]?.isNull == false) == isMuted
            return isRight ? nil : "\(event.shown) lies"
        case .edited(let target):
            guard kind == "message.edited", event["target"]?.intValue == Int64(target) else {
                return "\(event.shown) lies"
            }
            if event["gone"]?.boolValue == true { return wasLive(room, target) ? "\(event.shown) lies" : nil }
            return says(event, room, target, one, edited: true) ? nil : "\(event.shown) lies"
        case .reaction(let target, let emoji, let isOn):
            let isRight =
                kind == "reaction" && event["target"]?.intValue == Int64(target) && event["on"]?.boolValue == isOn
                && (event["emoji"]?.stringValue == emoji || event["gone"]?.boolValue == true && !wasLive(room, target))
            return isRight ? nil : "\(event.shown) lies"
        case .pinned(let target, let isPinned):
            let isRight =
                kind == "message.pinned" && event["target"]?.intValue == Int64(target)
                && event["pinned"]?.boolValue == isPinned
            return isRight ? nil : "\(event.shown) lies"
        case .slowed(let seconds):
            let isRight = kind == "room.rules" && event["slow_mode"]?.intValue == Int64(seconds)
            return isRight ? nil : "\(event.shown) lies"
        case .roomDeleted: return kind == "room.deleted" ? nil : "\(event.shown) lies"
        case .expired(let through): return event["through"]?.intValue == Int64(through) ? nil : "\(event.shown) lies"
        }
    }

    /// Whether a message has a text that it had at some moment since the request arrived.
    private func says(_ event: JSON, _ room: Int, _ seq: Int, _ one: Asked, edited: Bool = false) -> Bool {
        guard event["kind"]?.stringValue == (edited ? "message.edited" : "message"),
            let text = event["text"]?.stringValue
        else { return false }
        return versions[room][seq]?.values(since: one.moment).contains(text) ?? false
    }

    /// As it is now: what is gone stays so.
    private func wasLive(_ room: Int, _ seq: Int) -> Bool { oracle.rooms[room].lines[seq - 1].isLive }

    private func isAbout(_ person: Int, _ event: JSON, _ kind: String) -> Bool {
        event["kind"]?.stringValue == kind && event["member"]?.stringValue == Names.user(person).id.description
    }

    func line(_ room: Int, _ seq: Int) -> Oracle.Line? {
        oracle.rooms[room].lines.indices.contains(seq - 1) ? oracle.rooms[room].lines[seq - 1] : nil
    }

    private func wasGone(_ room: Int, _ target: Int, at moment: Int) -> Bool {
        oracle.rooms[room].lines.prefix(length(room, at: moment)).contains { line in
            if case .expired(let through) = line.what { return through >= target }
            return line.what == .deletion(target)
        }
    }

    // MARK: sync

    func changes(_ ok: JSON, _ since: UInt64, _ limit: Int, _ one: Asked) -> String? {
        guard let safe = ok["safe"]?.stringValue.flatMap({ Place($0) })?.rawValue, safe >= since else {
            return "its safe is before since"
        }
        let events = ok["events"]?.arrayValue ?? []
        if events.count > limit { return "there are more than \(limit)" }
        if let odd = events.lazy.compactMap({ self.content($0, one) }).first { return odd }
        let joined = Set((ok["joined"]?.arrayValue ?? []).compactMap { rooms[$0["id"]] })
        let left = Set((ok["left"]?.arrayValue ?? []).compactMap { rooms[$0] })
        var places: [UInt64] = []
        var found: [Int: Set<Int>] = [:]
        for event in events {
            guard let room = rooms[event["room"]], let seq = event["seq"]?.intValue, event["useq"] == nil else {
                continue
            }
            places.append(log[indices[room][Int(seq) - 1]].place.rawValue)
            found[room, default: []].insert(Int(seq))
        }
        guard places == places.sorted(), Set(places).count == places.count else { return "they are out of order" }
        guard places.allSatisfy({ $0 > since && $0 <= safe }) else { return "some are outside its span" }
        for room in oracle.rooms.indices {
            if let problem = span(room, found[room] ?? [], joined, left, since, safe, one) { return problem }
        }
        return nil
    }

    /// What is wrong with one room's part of a page; rooms whose standing changed meanwhile are not judged.
    private func span(
        _ room: Int, _ found: Set<Int>, _ joined: Set<Int>, _ left: Set<Int>, _ since: UInt64, _ safe: UInt64,
        _ one: Asked
    ) -> String? {
        let standing = standings[one.person][room].values(since: one.moment)
        guard standing.count == 1 else { return nil }
        guard case .member(let start) = standing[0] else {
            return found.isEmpty && !joined.contains(room) ? nil : "they are not in room \(room)"
        }
        if left.contains(room) { return "they are in room \(room)" }
        let entry = log[indices[room][start - 1]].place.rawValue
        if entry > since {
            guard found.isEmpty else { return "room \(room) is new to them" }
            return entry > safe || joined.contains(room) ? nil : "they have joined room \(room)"
        }
        if joined.contains(room) { return "they were in room \(room) before" }
        for seq in oracle.rooms[room].lines.indices.map({ $0 + 1 }) where oracle.rooms[room].lines[seq - 1].isMessage {
            let place = log[indices[room][seq - 1]].place.rawValue
            if place > since, place <= safe, !found.contains(seq) { return "message \(seq) of room \(room) is missing" }
        }
        return nil
    }
}
