import ChatDomain
import ChatModel
import ChatWire
import HistorySimulation
import StorageAPI

/// Who and what there is at the beginning, and what people ask by other ways than their devices.
extension RealServer {
    /// People, their sessions and the rooms, with the ids that the histories know them by; then the members join.
    func populate() {
        let now = clock.now()
        node.store.write { transaction throws(ChatError) in
            for person in 0...RealServer.owner {
                var user = Names.user(person)
                if person == RealServer.owner { user.role = .owner }
                try transaction.insert(user, passwordHash: "")
                let token = RealServer.token(person)
                try transaction.insert(RealServer.session(person, now), tokenHash: Array(token.utf8))
            }
            for room in 0..<World.rooms {
                try transaction.insert(Names.room(room))
                try transaction.append(.channelCreated(Names.room(room)), at: now)
            }
        } completion: { _ in
        }
        for room in 0..<World.rooms {
            for person in 0..<World.people where (room + person) % 3 != 2 || room == 0 { join(person, room) }
        }
        _ = finishWork(&chance)
    }

    static func token(_ person: Int) -> String { "token-of-\(person)" }

    private static func session(_ person: Int, _ now: Timestamp) -> Session {
        Session(
            id: SessionID(millisecond: now.milliseconds, entropy: UInt32(person)), user: Names.user(person).id,
            device: "", createdAt: now, expiresAt: now.advanced(bySeconds: 100 * 365 * 86_400))
    }

    /// Asks of the domain, without a connection. What it answers nobody hears.
    func ask(_ request: Request, by person: Int) {
        _ = judge.ask(request, by: person)
        let caller = Caller(
            user: Names.user(person).id, session: RealServer.session(person, Timestamp(milliseconds: 0)).id)
        switch request {
        case .join(let room): node.ask { chat throws(ChatError) in _ = try await chat.join(room, by: caller) }
        case .removeMember(let room, let user):
            node.ask { chat throws(ChatError) in try await chat.removeMember(user, from: room, by: caller) }
        default: break
        }
    }
}
