import ChatModel
import ChatWire
import HistoryOracle

/// Threads, as the server tells them.
extension Server {
    /// The newest replies of a root, and what hangs on it now.
    func thread(_ root: Int64, in room: Int, limit: Int, _ person: Int) throws(ChatError) -> [UInt8] {
        let lines = oracle.rooms[room].lines
        guard let index = Int(exactly: root).map({ $0 - 1 }), lines.indices.contains(index), lines[index].isMessage,
            lines[index].thread == nil
        else { throw ChatError(.notFound, field: "thread") }
        let number = lines[index].seq
        let replies = oracle.replies(to: number, in: room)
        var state = ThreadState()
        if let follow = oracle.follow(person, room, number), follow.isFollowing {
            let unread = oracle.unread(person, inThread: number, room)
            state = ThreadState(
                isFollowing: true, cursor: Int64(follow.cursor), unread: unread.all, mentions: unread.calling)
        }
        return Answer.thread(
            ThreadPage(
                root: event(room, lines[index], for: person),
                events: replies.suffix(limit).map { event(room, $0, for: person) }, more: replies.count > limit,
                state: state))
    }
}
