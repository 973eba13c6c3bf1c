internal import NativeDoor
internal import NetLoop

/// Once a minute, has the door look at its connections' sessions: whose time is past, and whose use is to be kept. On one
/// loop.
final class SessionSweep {
    private static let interval = 60_000

    private let door: NativeDoor
    private let loop: EventLoop
    private var timer: LoopTimer?

    init(door: NativeDoor, loop: EventLoop) {
        self.door = door
        self.loop = loop
    }

    func start() {
        timer = loop.schedule(after: Self.interval) { [weak self] in
            self?.door.sweepSessions()
            self?.start()
        }
    }

    func stop() {
        timer?.cancel()
        timer = nil
    }
}
