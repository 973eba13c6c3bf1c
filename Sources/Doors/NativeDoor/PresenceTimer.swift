internal import ChatDomain
internal import ChatModel
internal import NetLoop

/// Who is there, as the door's connections say it: wakes the domain when something is due, by one timer on one loop, and
/// brings what it says to the loops of the connections that have to hear it.
final class PresenceTimer: Sendable {
    private let whereabouts: Whereabouts
    private let timer: DueTimer

    init(whereabouts: Whereabouts, loop: EventLoop, desks: [LoopBound<LoopDesk>]) {
        self.whereabouts = whereabouts
        timer = DueTimer(
            on: loop, delay: { whereabouts.delayToTick },
            fire: { PresenceTimer.tell(whereabouts.tick(), desks) })
    }

    private static func tell(_ notices: [PresenceBoard.Notice], _ desks: [LoopBound<LoopDesk>]) {
        var byLoop: [[PresenceBoard.Notice]] = Array(repeating: [], count: desks.count)
        for notice in notices {
            let loop = ConnectionNumber.loop(of: notice.connection)
            if byLoop.indices.contains(loop) { byLoop[loop].append(notice) }
        }
        for (desk, notices) in zip(desks, byLoop) where !notices.isEmpty {
            desk.loop.execute { desk.value.tell(notices) }
        }
    }

    func connected(_ user: UserID, connection: UInt64, dndUntil: Timestamp?) {
        whereabouts.connected(user, connection: connection, dndUntil: dndUntil)
        timer.arm()
    }

    func disconnected(_ user: UserID, connection: UInt64) {
        whereabouts.disconnected(user, connection: connection)
        timer.arm()
    }

    func setAway(_ isAway: Bool, _ user: UserID, connection: UInt64) {
        whereabouts.setAway(isAway, user, connection: connection)
        timer.arm()
    }

    func setDnd(_ user: UserID, until: Timestamp?) {
        whereabouts.setDnd(user, until: until)
        timer.arm()
    }

    func watch(_ people: [SeenPerson], connection: UInt64) -> [Presence] {
        whereabouts.watch(people, connection: connection)
    }

    func missed(connection: UInt64) {
        whereabouts.missed(connection: connection)
        timer.arm()
    }

    /// Keeps when everybody was last there. Returns when that is stored; throws what the store refused with.
    func end() async throws(ChatError) { try await whereabouts.end() }
}

/// Names a connection to the domain, unlike a user for as long as its socket lives, and tells which loop it is on.
enum ConnectionNumber {
    private static let loopBits: UInt64 = 16

    static func make(_ count: UInt64, loop: Int) -> UInt64 { count << loopBits | UInt64(loop) & (1 << loopBits - 1) }

    static func loop(of number: UInt64) -> Int { Int(number & (1 << loopBits - 1)) }
}
