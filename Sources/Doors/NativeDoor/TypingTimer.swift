internal import ChatDomain
internal import ChatModel
internal import NetLoop

/// Wakes the domain's typing state when something in it is due, by one timer on one loop.
package final class TypingTimer: Sendable {
    private let typing: Typing
    private let timer: DueTimer

    init(typing: Typing, loop: EventLoop) {
        self.typing = typing
        timer = DueTimer(on: loop, delay: { typing.delayToTick }, fire: { typing.tick() })
    }

    func set(_ isTyping: Bool, user: UserID, room: RoomID, thread: Int64?, connection: UInt64) {
        typing.set(isTyping, user: user, room: room, thread: thread, connection: connection)
        timer.arm()
    }

    func sent(user: UserID, room: RoomID, thread: Int64?) {
        typing.sent(user: user, room: room, thread: thread)
        timer.arm()
    }

    func left(user: UserID, room: RoomID) {
        typing.left(user: user, room: room)
        timer.arm()
    }

    func disconnected(connection: UInt64) {
        typing.disconnected(connection: connection)
        timer.arm()
    }
}
