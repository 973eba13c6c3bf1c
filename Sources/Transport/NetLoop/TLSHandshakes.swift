/// The connections of one loop whose TLS handshake is not over, and how long they may take.
final class TLSHandshakes {
    private let time: Int
    private let maximum: Int
    /// Those that have said nothing.
    private var silent = HandshakeQueue()
    /// Those that have said something, and so have state.
    private var begun = HandshakeQueue()
    private var timer: LoopTimer?

    init(time: Int, maximum: Int) {
        self.time = time
        self.maximum = max(1, maximum)
    }

    func add(
        _ connection: StreamConnection, _ layer: TLSLayer, onDone: @escaping @Sendable (StreamConnection) -> Void
    ) {
        let handshake = PendingHandshake(connection, home: self, onDone: onDone)
        layer.handshake = handshake
        silent.append(handshake, deadline: deadline(connection.loop))
        if timer == nil { setTimer(connection.loop) }
    }

    /// The first bytes came.
    func begin(_ handshake: PendingHandshake) {
        guard !handshake.hasBegun else { return }
        silent.remove(handshake)
        handshake.hasBegun = true
        begun.append(handshake, deadline: deadline(handshake.connection.loop))
        if begun.count > maximum { begun.oldest?.connection.abort() }
    }

    /// The handshake is done, or its connection closes.
    func remove(_ handshake: PendingHandshake) {
        if handshake.hasBegun { begun.remove(handshake) } else { silent.remove(handshake) }
    }

    private func deadline(_ loop: EventLoop) -> Int64 { loop.now &+ Int64(time) }

    private func setTimer(_ loop: EventLoop) {
        let deadlines = [silent.oldest?.deadline, begun.oldest?.deadline].compactMap { $0 }
        guard let first = deadlines.min() else {
            timer = nil
            return
        }
        let wait = Int(clamping: first &- loop.now)
        if let timer { return timer.reschedule(after: wait) }
        timer = loop.schedule(after: wait) { [unowned self, unowned loop] in expire(loop) }
    }

    private func expire(_ loop: EventLoop) {
        while let late = silent.oldest, late.deadline <= loop.now { late.connection.abort() }
        while let late = begun.oldest, late.deadline <= loop.now { late.connection.abort() }
        setTimer(loop)
    }
}

/// A connection's handshake while it is under way.
final class PendingHandshake {
    /// Alive as long as this, which it owns through its `TLSLayer`.
    unowned let connection: StreamConnection
    private let home: TLSHandshakes
    private let onDone: @Sendable (StreamConnection) -> Void
    fileprivate(set) var deadline: Int64 = 0
    fileprivate var number: UInt64 = 0
    fileprivate(set) var hasBegun = false

    fileprivate init(
        _ connection: StreamConnection, home: TLSHandshakes, onDone: @escaping @Sendable (StreamConnection) -> Void
    ) {
        self.connection = connection
        self.home = home
        self.onDone = onDone
    }

    func begin() { home.begin(self) }
    func finish() {
        home.remove(self)
        onDone(connection)
    }
    func cancel() { home.remove(self) }
}

/// Handshakes in the order of their deadlines; adding, removing and finding the oldest cost no search.
private struct HandshakeQueue {
    private var waiting: [UInt64: PendingHandshake] = [:]
    /// No number below it waits.
    private var first: UInt64 = 0
    private var next: UInt64 = 0

    var count: Int { waiting.count }

    mutating func append(_ handshake: PendingHandshake, deadline: Int64) {
        handshake.number = next
        handshake.deadline = deadline
        waiting[next] = handshake
        next &+= 1
    }

    mutating func remove(_ handshake: PendingHandshake) { waiting[handshake.number] = nil }

    var oldest: PendingHandshake? {
        mutating get {
            while first < next {
                if let found = waiting[first] { return found }
                first &+= 1
            }
            return nil
        }
    }
}
