package import ChatModel
package import ClusterAPI
import Synchronization

/// Who is typing, for the connections of this node; tells the rooms' members through the cluster.
///
/// That the person is a member of the room is for the caller (a door) to check first: it knows its connections'
/// rooms without asking the store. May be called from any thread; the cluster's listener is called from the calling
/// thread, before the call returns and while the board is locked (which keeps the notices of a room in order), so it
/// must not call back.
package final class Typing: Sendable {
    private let cluster: any Cluster
    private let clock: any WallClock
    private let board: Mutex<TypingBoard>

    package init(cluster: any Cluster, clock: any WallClock, rule: TypingBoard.Rule = TypingBoard.Rule()) {
        self.cluster = cluster
        self.clock = clock
        self.board = Mutex(TypingBoard(rule: rule))
    }

    /// When to call `tick` next, by the clock's `monotonic`; nil while nothing is due. Ask again after every call.
    package var nextDue: Int64? { board.withLock { $0.nextDue } }

    /// Milliseconds until `tick` is due; nil while nothing is. Ask again after every call.
    package var delayToTick: Int64? { nextDue.map { max(0, $0 - clock.monotonic()) } }

    /// `user` says on `connection` (any number that is one connection's on this node) that they are typing or not, in the
    /// thread of the root `thread` where one is given.
    package func set(_ typing: Bool, user: UserID, room: RoomID, thread: Int64? = nil, connection: UInt64) {
        change { $0.set(typing, user: user, room: room, thread: thread, connection: connection, now: $1) }
    }

    /// `user` sent a message to `room`, or to its thread.
    package func sent(user: UserID, room: RoomID, thread: Int64? = nil) {
        change { $0.ended(user: user, room: room, thread: thread, now: $1) }
    }

    /// `user` is no member of `room` any more.
    package func left(user: UserID, room: RoomID) {
        change { $0.left(user: user, room: room, now: $1) }
    }

    package func disconnected(connection: UInt64) {
        change { $0.disconnected(connection: connection, now: $1) }
    }

    package func tick() {
        change { $0.tick(now: $1) }
    }

    private func change(_ step: (inout TypingBoard, Int64) -> [TypingBoard.Notice]) {
        board.withLock { board in
            let notices = step(&board, clock.monotonic())
            var threads: [RoomID: [ThreadTyping]] = [:]
            for notice in notices {
                guard let thread = notice.thread else {
                    cluster.publish(.typing(room: notice.room, users: notice.users, count: notice.count))
                    continue
                }
                threads[notice.room, default: []].append(
                    ThreadTyping(thread: thread, users: notice.users, count: notice.count))
            }
            for (room, told) in threads { cluster.publish(.threadTyping(room: room, told)) }
        }
    }
}
