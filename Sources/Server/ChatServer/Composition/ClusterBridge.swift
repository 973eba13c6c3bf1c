internal import ChatModel
internal import ClusterAPI
internal import NativeDoor

/// Hands what the cluster tells this node to its doors, which know no cluster.
final class ClusterBridge: ClusterListener {
    private let door: NativeDoor

    init(door: NativeDoor) { self.door = door }

    func heard(_ events: [Event], through: Place) { door.heard(events, through: through) }

    func heard(_ signal: Signal) {
        switch signal {
        case .typing(let room, let users, let count): door.heardTyping(in: room, users: users, count: count)
        case .threadTyping(let room, let threads): door.heardTyping(in: room, threads)
        case .reports(let room, let open, let people): door.heardReports(of: room, open: open, people)
        case .sessionsEnded(let sessions): door.heardEnd(of: sessions)
        }
    }
}
