import ByteCoding
import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation

/// What each person is told of threads, calls, reactions and pins when all is at rest.
extension RealServer {
    /// What stands on the room's newest messages, its pins and its threads.
    func inspectTalk(
        _ room: Int, _ person: Int, _ connection: PolledConnection, _ chance: inout Chance
    ) -> String? {
        let id = judge.rooms.ids[room]
        let history = answer(to: .history(room: id, before: nil, limit: 200), connection, &chance)
        for event in history?["events"]?.arrayValue ?? [] {
            guard let line = line(event, room), line.isMessage else { continue }
            if let fault = compare(event, line, room, person) { return fault }
        }
        let pins = answer(to: .talk(.pins(room: id)), connection, &chance)?["events"]?.arrayValue ?? []
        let pinned = pins.compactMap { $0["seq"]?.intValue.map { Int($0) } }
        guard pinned == oracle.pins(room) else { return "pinned are \(oracle.pins(room)), and pins says \(pinned)" }
        for thread in oracle.threads(room) {
            let request = Request.talk(.thread(room: id, thread: Int64(thread), before: nil, limit: 200))
            guard let answer = answer(to: request, connection, &chance) else { return "no thread \(thread)" }
            if let fault = compare(answer, thread, room, person) { return "thread \(thread): \(fault)" }
        }
        return nil
    }

    private func line(_ event: JSON, _ room: Int) -> Oracle.Line? {
        event["seq"]?.intValue.flatMap { judge.line(room, Int($0)) }
    }

    /// One message as it is answered.
    private func compare(_ event: JSON, _ line: Oracle.Line, _ room: Int, _ person: Int) -> String? {
        let live = oracle.replies(to: line.seq, in: room).filter { $0.isLive }
        let replies = event["replies"]
        guard replies?["count"]?.intValue == (live.isEmpty ? nil : Int64(live.count)),
            replies?["last_seq"]?.intValue == live.last.map({ Int64($0.seq) })
        else { return "\(line.seq) has \(live.count) replies, and is told as \(event.shown)" }
        guard case .said(let text) = line.what else {
            return event["gone"]?.boolValue == true && event["text"] == nil ? nil : "\(event.shown) is gone"
        }
        let calls = (event["mentions"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { UserID($0) } }
        let isEdited = oracle.rooms[room].lines.contains { $0.what == .edited(line.seq) }
        guard event["text"]?.stringValue == text, calls.map({ Names.number($0) }) == line.called.people.sorted(),
            (event["everyone"]?.boolValue ?? false) == line.called.everyone, (event["edited_at"] != nil) == isEdited,
            (event["pinned"]?.boolValue ?? false) == oracle.pins(room).contains(line.seq)
        else { return "\(line) is told as \(event.shown)" }
        var told: [String: Set<Int>] = [:]
        for reaction in event["reactions"]?.arrayValue ?? [] {
            let people = Set(
                (reaction["users"]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { UserID($0) } }.map {
                    Names.number($0)
                })
            told[reaction["emoji"]?.stringValue ?? ""] = people
            guard reaction["count"]?.intValue == Int64(people.count),
                (reaction["mine"]?.boolValue ?? false) == people.contains(person)
            else { return "\(event.shown) counts its reactions wrongly" }
        }
        let expected = oracle.reactions(to: line.seq, in: room)
        for reaction in expected where told[reaction.emoji] != Set(reaction.people) {
            return "\(reaction) is on \(line.seq), which is told as \(event.shown)"
        }
        return told.count == expected.count ? nil : "\(event.shown) has others' reactions"
    }

    private func compare(_ answer: JSON, _ thread: Int, _ room: Int, _ person: Int) -> String? {
        let events = answer["events"]?.arrayValue ?? []
        let expected = oracle.replies(to: thread, in: room)
        guard events.compactMap({ $0["seq"]?.intValue.map { Int($0) } }) == expected.map(\.seq),
            answer["root"]?["seq"]?.intValue == Int64(thread)
        else { return "its replies are \(expected.map(\.seq)), and it says \(answer.shown)" }
        for (event, line) in zip(events, expected) {
            if let fault = compare(event, line, room, person) { return fault }
        }
        return state(answer, thread, room, person)
    }

    /// Where the person stands in a thread.
    private func state(_ answer: JSON, _ thread: Int, _ room: Int, _ person: Int) -> String? {
        let follow = oracle.follow(person, room, thread)
        let unread = oracle.unread(person, inThread: thread, room)
        guard answer["following"]?.boolValue == follow?.isFollowing ?? false,
            answer["unread"]?.intValue == Int64(unread.all), answer["mentions"]?.intValue == Int64(unread.calling),
            follow == nil || answer["cursor"]?.intValue == follow.map({ Int64($0.cursor) })
        else {
            return "they stand at \(String(describing: follow)) with \(unread) unread, and are told \(answer.shown)"
        }
        return nil
    }

    /// The threads that the person follows, and what calls them, over all rooms.
    func inspectLists(
        _ person: Int, _ rooms: [Int], _ connection: PolledConnection, _ chance: inout Chance
    ) -> String? {
        struct Place: Hashable {
            var room: Int
            var seq: Int
        }
        var followed: [Place] = []
        var calling: [Place] = []
        for room in rooms {
            for thread in oracle.threads(room) where oracle.follow(person, room, thread)?.isFollowing == true {
                guard oracle.replies(to: thread, in: room).contains(where: { $0.isLive }) else { continue }
                followed.append(Place(room: room, seq: thread))
            }
            for line in oracle.rooms[room].lines where line.isLive && line.by != person && line.calls(person) {
                calling.append(Place(room: room, seq: line.seq))
            }
        }
        let threads = answer(to: .talk(.threads(before: nil, limit: 100)), connection, &chance)
        var told: [Place] = []
        for item in threads?["threads"]?.arrayValue ?? [] {
            guard let room = judge.rooms[item["room"]], let seq = item["root"]?["seq"]?.intValue else { continue }
            told.append(Place(room: room, seq: Int(seq)))
            if let fault = state(item, Int(seq), room, person) { return "threads: \(fault)" }
        }
        guard Set(told) == Set(followed), told.count == followed.count else {
            return "they follow \(followed), and threads says \(told)"
        }
        let mentions = answer(to: .talk(.mentions(before: nil, limit: 100)), connection, &chance)
        told = (mentions?["messages"]?.arrayValue ?? []).compactMap { item in
            guard let room = judge.rooms[item["room"]], let seq = item["event"]?["seq"]?.intValue else { return nil }
            return Place(room: room, seq: Int(seq))
        }
        guard calling.count > 100 || Set(told) == Set(calling) && told.count == calling.count else {
            return "they are called by \(calling), and mentions says \(told)"
        }
        return nil
    }
}
