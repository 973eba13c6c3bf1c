import ChatDomain
import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation
import StorageAPI

/// Who and what there is at the beginning.
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
            for person in 0..<World.people where (room + person) % 3 != 2 || room == 0 { ask(.join(room), by: person) }
        }
        _ = finishWork(&chance)
    }

    static func token(_ person: Int) -> String { "token-of-\(person)" }

    static func session(_ person: Int, _ now: Timestamp) -> Session {
        Session(
            id: SessionID(millisecond: now.milliseconds, entropy: UInt32(person)), user: Names.user(person).id,
            device: "", createdAt: now, expiresAt: now.advanced(bySeconds: 100 * 365 * 86_400))
    }
}
