internal import ChatDomain
internal import ChatModel
internal import NetLoop

/// Wakes the domain's typing state when something in it is due, by one timer on one loop.
package final class TypingTimer: Sendable {
    private let typing: Typing
    private let loop: EventLoop
    private let armed: LoopBound<Armed>

    /// The timer that runs, and when it will (the loop's `now`).
    private final class Armed {
        var timer: LoopTimer?
        var due = Int64.max
    }

    init(typing: Typing, loop: EventLoop) {
        self.typing = typing
        self.loop = loop
        armed = LoopBound(Armed(), on: loop)
    }

    func set(_ isTyping: Bool, user: UserID, room: RoomID, connection: UInt64) {
        typing.set(isTyping, user: user, room: room, connection: connection)
        arm()
    }

    func sent(user: UserID, room: RoomID) {
        typing.sent(user: user, room: room)
        arm()
    }

    func left(user: UserID, room: RoomID) {
        typing.left(user: user, room: room)
        arm()
    }

    func disconnected(connection: UInt64) {
        typing.disconnected(connection: connection)
        arm()
    }

    private func arm() {
        guard let delay = typing.delayToTick else { return }
        if loop.isCurrent { arm(in: delay) } else { loop.execute { [self] in arm(in: delay) } }
    }

    private func arm(in delay: Int64) {
        let armed = armed.value
        let due = loop.now + delay
        guard due < armed.due else { return }
        armed.timer?.cancel()
        armed.due = due
        armed.timer = loop.schedule(after: Int(clamping: delay)) { [weak self] in self?.fired() }
    }

    private func fired() {
        let armed = armed.value
        armed.timer = nil
        armed.due = .max
        typing.tick()
        arm()
    }
}
