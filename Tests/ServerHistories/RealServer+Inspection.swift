import ByteCoding
import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation
import SocketIOCodec
import StorageAPI

/// What each person is told when all is at rest, asked on a connection of its own that shares nothing with the client.
extension RealServer {
    func checkEnd(_ chance: inout Chance) -> String? {
        for person in 0..<World.people {
            if let fault = inspect(person, &chance) { return "person \(person): \(fault)" }
        }
        return judge.fault ?? bans()
    }

    /// Who is kept out, which nobody was told.
    private func bans() -> String? {
        for room in oracle.rooms.indices where !oracle.rooms[room].isDeleted {
            guard let id = id(of: room) else { continue }
            let found = node.read { transaction throws(ChatError) in
                try transaction.bans(of: id, after: nil, limit: 100)
            }
            let banned = Set((found ?? []).map { Names.number($0.id) })
            guard banned == oracle.rooms[room].banned else {
                return "from room \(room) \(oracle.rooms[room].banned) are banned, and the store says \(banned)"
            }
        }
        return nil
    }

    private func inspect(_ person: Int, _ chance: inout Chance) -> String? {
        guard let connection = connect(device: 1000 + person, person: person, loop: person) as? PolledConnection else {
            return nil
        }
        _ = finishWork(&chance)
        connection.toServer.append("40{}")
        settle(connection, &chance)
        guard connection.isAttached else { return "a new connection does not become ready" }
        defer {
            abandon(connection)
            _ = finishWork(&chance)
        }
        guard let rooms = answer(to: .rooms, connection, &chance)?["rooms"]?.arrayValue else { return "no rooms" }
        let listed = rooms.compactMap { judge.rooms[$0["id"]] }.sorted()
        let expected = oracle.rooms.indices.filter { oracle.rooms[$0].members.contains(person) }
        guard listed == expected else { return "is in \(expected), and rooms says \(listed)" }
        for summary in rooms {
            guard let room = judge.rooms[summary["id"]] else { continue }
            if let fault = compare(summary, room, person) ?? why(room, person, connection, &chance) { return fault }
            if let fault = inspectTalk(room, person, connection, &chance) { return "room \(room): \(fault)" }
        }
        return inspectLists(person, expected, connection, &chance)
    }

    private func compare(_ summary: JSON, _ room: Int, _ person: Int) -> String? {
        let truth = oracle.rooms[room]
        let figures: [(String, Int?)] = [
            ("members", truth.members.count), ("last_seq", truth.lines.count), ("cursor", truth.cursors[person]),
            ("unread", min(oracle.unread(person, room), 1000)),
            ("mentions", oracle.calls(person, room) == 0 ? nil : oracle.calls(person, room)),
            ("slow_mode", truth.slowness == 0 ? nil : truth.slowness),
        ]
        let isArchived = summary["archived"]?.boolValue
        let part = summary["role"]?.stringValue
        guard isArchived == truth.isArchived, part == truth.parts[person]?.role.rawValue else {
            return
                "room \(room) is archived: \(truth.isArchived), they are \(String(describing: truth.parts[person])), "
                + "and rooms says \(summary.shown)"
        }
        for (name, figure) in figures where summary[name]?.intValue.map({ Int($0) }) != figure {
            return "\(name) of room \(room) is \(String(describing: figure)), and rooms says \(summary.shown)"
        }
        return nil
    }

    /// The count and the message that it begins with.
    private func why(_ room: Int, _ person: Int, _ connection: PolledConnection, _ chance: inout Chance) -> String? {
        guard let reason = answer(to: .why(judge.rooms.ids[room]), connection, &chance) else { return "no why" }
        let first = oracle.messages(room).first { line in
            line.isLive && line.by != person && line.seq > oracle.rooms[room].cursors[person] ?? 0
        }
        guard reason["unread"]?.intValue.map({ Int($0) }) == min(oracle.unread(person, room), 1000),
            reason["first"]?["seq"]?.intValue.map({ Int($0) }) == first?.seq
        else { return "the first unread of room \(room) is \(String(describing: first)), and why says \(reason.shown)" }
        return nil
    }

    func answer(to request: Request, _ connection: PolledConnection, _ chance: inout Chance) -> JSON? {
        let id = connection.asked.count + connection.answers.count
        connection.toServer.append(RealServer.text(request, id: id))
        settle(connection, &chance)
        guard let packet = connection.answers[id].flatMap({ RealServer.packet($0) }) else { return nil }
        return packet.arguments.first?["ok"]
    }

    private func settle(_ connection: PolledConnection, _ chance: inout Chance) {
        repeat { _ = finishWork(&chance) } while receive(connection, answersLate: false)
    }
}
