import ByteCoding
import ChatModel
import HistorySimulation

/// What one connection heard of the live stream: each room's events in their order, each once, none left out, none that
/// are not for its person, and no `safe` that claims more than was sent.
struct StreamAudit {
    private let person: Int
    /// By room: events up to this number were heard here, or are not this connection's to hear. Nil before `ready`.
    private var through: [Int]?
    private var useq: Int?
    /// Events were left out and the client was told: from here on there may be holes.
    private var hasGap = false

    init(person: Int) { self.person = person }

    mutating func hear(_ name: String, _ frame: JSON, _ judge: Judge) -> String? {
        switch name {
        case "ready": return ready(frame, judge)
        case "gap":
            guard let since = StreamAudit.place(frame["since"]) else { return "a gap since nowhere" }
            let problem = claim(since, judge)
            hasGap = true
            return problem
        case "event": return event(frame, judge)
        default: return nil
        }
    }

    private mutating func ready(_ frame: JSON, _ judge: Judge) -> String? {
        guard frame["user"]?["id"]?.stringValue == Names.user(person).id.description else {
            return "ready for somebody else: \(frame.shown)"
        }
        guard let safe = StreamAudit.place(frame["safe"]), through == nil else {
            return "ready without a safe, or twice"
        }
        through = judge.indices.map { indices in
            indices.prefix { judge.log[$0].place.rawValue <= safe }.count
        }
        return nil
    }

    private mutating func event(_ frame: JSON, _ judge: Judge) -> String? {
        guard let known = through?.count else { return "\(frame.shown) came before ready" }
        // All of a room that was made meanwhile is to be heard.
        through?.append(contentsOf: repeatElement(0, count: judge.indices.count - known))
        guard let safe = StreamAudit.place(frame["safe"]) else { return "\(frame.shown) without safe" }
        if let problem = claim(safe, judge) { return "\(frame.shown): \(problem)" }
        if let number = frame["useq"]?.intValue.map({ Int($0) }) {
            defer { useq = number }
            guard let last = useq else { return nil }
            return number == last + 1 || hasGap && number > last ? nil : "\(frame.shown) came after useq \(last)"
        }
        guard frame["dseq"] == nil, let seq = frame["seq"]?.intValue.map({ Int($0) }) else { return nil }
        guard let room = judge.rooms[frame["room"]] else { return "\(frame.shown) is of no room" }
        return event(frame, room, seq, judge)
    }

    private mutating func event(_ frame: JSON, _ room: Int, _ seq: Int, _ judge: Judge) -> String? {
        let last = through?[room] ?? 0
        guard judge.indices[room].indices.contains(seq - 1) else { return "\(frame.shown) was never committed" }
        guard seq > last else { return "\(frame.shown) came after \(last)" }
        through?[room] = seq
        guard isFor(room, seq, judge) else { return "\(frame.shown) is not for person \(person)" }
        if !hasGap, let missing = ((last + 1)..<seq).first(where: { isFor(room, $0, judge) }) {
            return "\(frame.shown) came and \(missing) did not"
        }
        guard case .room(let event) = judge.log[judge.indices[room][seq - 1]] else { return nil }
        switch event.body {
        case .message(let message), .messageEdited(_, _, let message?):
            let calls = (frame["mentions"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { UserID($0) } }
            let isRight =
                frame["text"]?.stringValue == message.text && calls == message.mentions.users
                && (frame["everyone"]?.boolValue ?? false) == message.mentions.everyone
                && frame["thread"]?.intValue == message.thread
            return isRight ? nil : "\(frame.shown) lies"
        default: return nil
        }
    }

    /// Whether all up to `safe` that concerns the person was heard here.
    private mutating func claim(_ safe: UInt64, _ judge: Judge) -> String? {
        guard !hasGap, let through else { return nil }
        for room in through.indices {
            var seq = through[room]
            while seq < judge.indices[room].count, judge.log[judge.indices[room][seq]].place.rawValue <= safe {
                seq += 1
                if isFor(room, seq, judge) { return "what is safe covers \(seq) of room \(room), which was not heard" }
            }
            self.through?[room] = seq
        }
        return nil
    }

    /// Whether the person was a member just before the event or just after it.
    private func isFor(_ room: Int, _ seq: Int, _ judge: Judge) -> Bool {
        let moment = judge.indices[room][seq - 1]
        let standing = judge.standings[person][room]
        return standing.value(at: moment).isMember || standing.value(at: moment + 1).isMember
    }

    private static func place(_ json: JSON?) -> UInt64? {
        json?.stringValue.flatMap { Place($0) }?.rawValue
    }
}
