internal import ChatDomain
internal import ChatModel
internal import NetLoop
internal import SocketIOServer

/// Who is connected on one loop, and what of the stream they hear. Touched by that loop only.
///
/// Batches arrive in commit order in the loop's own queue; a membership that begins or ends in a batch changes the
/// subscriptions between the two events it stands between.
final class LoopDesk {
    private let loop: EventLoop
    private let progress: StreamProgress
    private var connections: [UserID: [ChatConnection]] = [:]
    /// The last place handed to the namespace, flushed or not.
    private(set) var processed: Place
    /// Those that hear of somebody's presence.
    private var watching: [UInt64: ChatConnection] = [:]
    private var waiting: [(place: Place, work: () -> Void)] = []

    init(loop: EventLoop, progress: StreamProgress) {
        self.loop = loop
        self.progress = progress
        processed = progress[loop.index]
    }

    /// Everything up to here was written to the connections before the current turn.
    var written: Place { progress[loop.index] }

    func register(_ connection: ChatConnection, user: UserID) {
        connections[user, default: []].append(connection)
    }

    func unregister(_ connection: ChatConnection, user: UserID) {
        connections[user]?.removeAll { $0 === connection }
        if connections[user]?.isEmpty == true { connections[user] = nil }
    }

    func setWatching(_ isWatching: Bool, _ connection: ChatConnection) {
        if isWatching || !watching.isEmpty { watching[connection.number] = isWatching ? connection : nil }
    }

    func tell(_ notices: [PresenceBoard.Notice]) {
        for notice in notices { watching[notice.connection]?.tell(notice.people) }
    }

    /// Runs `work` once everything up to `place` has been handed to the namespace: at once, or after a coming batch.
    func whenProcessed(_ place: Place, _ work: @escaping () -> Void) {
        if place <= processed { work() } else { waiting.append((place, work)) }
    }

    func deliver(_ deliveries: [Delivery], through: Place, on namespace: LoopNamespace) {
        for delivery in deliveries {
            processed = delivery.place
            if case .begins(let user, let room) = delivery.subscription {
                for connection in connections[user] ?? [] { connection.membershipBegan(room, at: delivery.place) }
            }
            namespace.publish(delivery.packet, to: delivery.audience)
            // After the publish: the one who leaves hears that, and nothing that follows it.
            switch delivery.subscription {
            case .ends(let user, let room):
                for connection in connections[user] ?? [] { connection.membershipEnded(room, at: delivery.place) }
            case .endsForAll(let room):
                for connection in connections.values.joined() {
                    connection.membershipEnded(room, at: delivery.place)
                }
            case .changes(let user):
                for connection in connections[user.id] ?? [] { connection.accountChanged(user, at: delivery.place) }
            case .quiets(let user, let until):
                for connection in connections[user] ?? [] { connection.dndChanged(until: until, at: delivery.place) }
            case .begins, nil: break
            }
        }
        processed = through
        runWaiting()
        // Queued behind the namespace's own flush of this turn, so that it tells the truth when it runs.
        loop.atEndOfTurn { [progress, loop] in progress.wrote(through: through, loop: loop.index) }
    }

    private func runWaiting() {
        guard !waiting.isEmpty else { return }
        let due = waiting.filter { $0.place <= processed }
        waiting.removeAll { $0.place <= processed }
        for entry in due { entry.work() }
    }

    func end(_ sessions: Set<SessionID>) {
        for connection in connections.values.joined() where connection.belongs(to: sessions) {
            connection.sessionEnded()
        }
    }

    /// Logs out the connections whose session's time is over, and answers the others' sessions whose use has to be kept
    /// anew; called now and then.
    func sweep(_ chat: Chat, now: Timestamp) -> Set<SessionID> {
        var used: Set<SessionID> = []
        for connection in connections.values.joined() {
            if connection.isExpired(at: now) {
                connection.sessionEnded()
            } else if let session = connection.takeStaleUse(chat, at: now) {
                used.insert(session)
            }
        }
        return used
    }
}
