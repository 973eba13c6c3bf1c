import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation

/// Bans, which no event tells of but by somebody's going: from when one is asked to when it is answered it may hold or
/// not.
extension Judge {
    struct Ban: Hashable {
        var person: Int
        var room: Int
        var isBanned: Bool

        func apply(to oracle: inout Oracle) { oracle.setBan(isBanned, of: person, from: room) }
    }

    func ban(_ request: Request) -> Ban? {
        guard case .moderation(.ban(let id, let user, let isBanned)) = request, let room = rooms[id] else { return nil }
        return Ban(person: Names.number(user), room: room, isBanned: isBanned)
    }

    /// Those that are not answered and told nothing.
    var openBans: [Ban] {
        asked.keys.sorted().compactMap { number in
            asked[number].flatMap { one in one.effect == nil ? ban(one.request) : nil }
        }
    }

    /// Whether the order of what is asked could be told: not of two bans of one person at once.
    func canFollow(_ request: Request) -> Bool {
        guard let new = ban(request) else { return true }
        return !asked.values.contains { one in
            ban(one.request).map { $0.person == new.person && $0.room == new.room } ?? false
        }
    }

    /// The oracle where the bans that are in the way of what `request` lets in were lifted by now; nil where there are none.
    func lifted(for request: Request, by person: Int) -> Oracle? {
        let people: [Int]
        let id: RoomID
        switch request {
        case .join(let room): (id, people) = (room, [person])
        case .addMembers(let room, let users): (id, people) = (room, users.map { Names.number($0) })
        default: return nil
        }
        guard let room = rooms[id] else { return nil }
        let lifting = openBans.filter { ban in
            !ban.isBanned && ban.room == room && people.contains(ban.person)
                && oracle.rooms[room].banned.contains(ban.person)
                && !oracle.rooms[room].members.contains(ban.person)
        }
        guard !lifting.isEmpty else { return nil }
        var next = oracle
        for ban in lifting { ban.apply(to: &next) }
        return next
    }

    /// It was done, and told nothing.
    mutating func settle(_ ban: Ban) {
        if ban.isBanned, oracle.rooms[ban.room].members.contains(ban.person) {
            found("person \(ban.person) is banned from room \(ban.room) and still in it")
        }
        ban.apply(to: &oracle)
    }
}
