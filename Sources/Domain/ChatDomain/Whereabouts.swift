package import ChatModel
import Synchronization

/// Who is there, for the connections of this node, and who of them hears of whom.
///
/// That somebody may see a person is for the caller (a door) to ask first, with `Chat.visiblePeople`. May be called from
/// any thread.
package final class Whereabouts: Sendable {
    private let chat: Chat
    private let board: Mutex<PresenceBoard>

    package init(chat: Chat, rule: PresenceBoard.Rule = PresenceBoard.Rule()) {
        self.chat = chat
        board = Mutex(PresenceBoard(rule: rule))
    }

    private var now: Int64 { chat.clock.monotonic() }

    /// Milliseconds until `tick` is due; nil while nothing is. Ask again after every call.
    package var delayToTick: Int64? { board.withLock { $0.nextDue }.map { max(0, $0 &- now) } }

    /// `user` is there on `connection` (any number that is one connection's on this node), not to be disturbed before
    /// `dndUntil`.
    package func connected(_ user: UserID, connection: UInt64, dndUntil: Timestamp?) {
        board.withLock { $0.connected(user, connection, dndEnd: end(of: dndUntil), now: now) }
    }

    package func disconnected(_ user: UserID, connection: UInt64) {
        board.withLock { $0.disconnected(user, connection, now: now, time: chat.clock.now()) }
    }

    /// Whether nobody is at the connection's device.
    package func setAway(_ isAway: Bool, _ user: UserID, connection: UInt64) {
        board.withLock { $0.setIdle(isAway, user, connection, now: now) }
    }

    package func setDnd(_ user: UserID, until: Timestamp?) {
        board.withLock { $0.setDnd(user, end: end(of: until), now: now) }
    }

    /// From now on the connection hears of these people, and of nobody else. Answers what they are now, in the order of
    /// their ids.
    package func watch(_ people: [SeenPerson], connection: UInt64) -> [Presence] {
        var seen: [UserID: Timestamp] = [:]
        for person in people { seen[person.user] = person.lastSeen }
        let found = board.withLock { $0.watch(people.map(\.user), connection, now: now) }
        return found.map { presence in
            guard presence.state == .offline, presence.lastSeen == nil else { return presence }
            return Presence(user: presence.user, state: .offline, lastSeen: seen[presence.user])
        }
    }

    /// The connection could not take what it was told last.
    package func missed(connection: UInt64) { board.withLock { $0.missed(connection, now: now) } }

    /// What connections must hear now; has kept when those were last there who have gone.
    package func tick() -> [PresenceBoard.Notice] {
        let turn = board.withLock { $0.tick(now: now, time: chat.clock.now()) }
        chat.keepSeen(turn.gone)
        return turn.notices
    }

    /// The server ends: keeps when everybody was last there. Returns when that is stored; throws what the store refused with.
    package func end() async throws(ChatError) {
        try await chat.keepSeenNow(board.withLock { $0.endAll(time: chat.clock.now()) })
    }

    /// By the clock that does not jump; nil for what is over.
    private func end(of time: Timestamp?) -> Int64? {
        guard let time, time > chat.now else { return nil }
        let (end, overflow) = now.addingReportingOverflow(time.milliseconds &- chat.now.milliseconds)
        return overflow ? .max : end
    }
}
