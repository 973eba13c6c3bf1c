import ByteCoding
import ChatModel
import ClientCore

/// A device of a person: the real client core with simulated timers, storage and socket.
final class Device {
    let number: Int
    let person: Int
    unowned let world: World
    private(set) var core = ClientCore()
    private(set) var screen = ShownScreen()
    private(set) var isRunning = false
    private(set) var isVisible = true
    private(set) var hasNetwork = true
    private(set) var timers: [ClientTimer: Int64] = [:]
    /// What is on disk.
    private(set) var stored: [ClientStoreKey: String] = [:]
    /// Asked for and not on disk yet, oldest first; a crash loses it.
    private(set) var writes: [(key: ClientStoreKey, value: String?)] = []
    private(set) var connection: Connection?
    private(set) var waiting: [ClientEvent.Kind] = []
    /// Requests of this connection that are not answered yet.
    private(set) var unanswered = 0
    /// Texts whose sending is on disk: they may not be lost any more.
    private(set) var durable: Set<String> = []
    /// Texts whose sending was shown as done.
    private(set) var acknowledged: Set<String> = []
    /// Texts that were refused and asked for again: they come later than they were entered.
    private(set) var retried: Set<String> = []
    private var starts: UInt64 = 0

    init(_ number: Int, person: Int, _ world: World) {
        self.number = number
        self.person = person
        self.world = world
    }

    // MARK: Its life

    func start() {
        guard !isRunning else { return }
        starts += 1
        isRunning = true
        (isVisible, hasNetwork) = (true, true)
        (core, screen) = (ClientCore(), ShownScreen())
        tell(
            .start(
                ClientStart(
                    entropy: (UInt64(number) << 32 | starts, world.seed), path: "/", origin: "https://chat.example.org",
                    snapshot: stored[.snapshot], outbox: stored[.outbox])))
    }

    /// Ends without a word, the first few of the writes under way carried out.
    func kill(writing count: Int) {
        guard isRunning else { return }
        for _ in 0..<min(count, writes.count) { write() }
        isRunning = false
        hangUp()
        (timers, writes, waiting) = ([:], [], [])
    }

    private func hangUp() {
        if let connection { world.server.abandon(connection) }
        connection = nil
        unanswered = 0
    }

    /// The network breaks; both sides lose what was on its way to the client.
    func cut() {
        guard connection != nil else { return }
        hangUp()
        tell(.socketClosed)
    }

    func setNetwork(_ online: Bool) {
        guard isRunning, online != hasNetwork else { return }
        hasNetwork = online
        tell(.online(online))
    }

    func show(_ visible: Bool) {
        guard isRunning, visible != isVisible else { return }
        isVisible = visible
        tell(.visible(visible))
    }

    /// The back-off ends now.
    func reopen() {
        guard timers.removeValue(forKey: .reconnect) != nil else { return }
        tell(.timer(.reconnect))
    }

    func retryFailed() {
        for row in screen.rows where row.state == .failed {
            guard let nonce = row.nonce else { continue }
            retried.insert(row.text)
            tell(.retry(nonce: nonce))
        }
    }

    // MARK: Events and effects

    func tell(_ kind: ClientEvent.Kind) {
        guard isRunning else { return }
        for effect in core.handle(ClientEvent(now: world.server.now, kind)) { perform(effect) }
    }

    private func perform(_ effect: ClientEffect) {
        switch effect {
        case .socketConnect:
            hangUp()
            guard hasNetwork else { return waiting.append(.socketClosed) }
            let loop = Int((starts &+ UInt64(number) &+ UInt64(world.server.decided)) % UInt64(World.loops))
            connection = world.server.connect(device: number, person: person, loop: loop)
            waiting.append(.socketOpened)
        case .socketSend(let text):
            connection?.toServer.append(text)
            if text.hasPrefix("42") { unanswered += 1 }
        case .socketClose:
            hangUp()
            waiting = []
        case .timerSet(let timer, let after): timers[timer] = world.server.now + after
        case .timerCancel(let timer): timers[timer] = nil
        case .store(let key, let value): writes.append((key, value))
        case .view(let change):
            screen.apply(change)
            note(change)
        case .http, .path, .notify, .unnotify: break
        }
    }

    private func note(_ change: ViewChange) {
        let rows: [Row]
        switch change {
        case .timelineReset(let all, _, _): rows = all
        case .timelineAppend(let new): rows = new
        case .timelineUpdate(_, let row): rows = [row]
        default: return
        }
        for row in rows where row.mine && row.kind == .message && row.state == .sent && !row.isGone {
            acknowledged.insert(Names.stored(row.text))
        }
    }

    /// Carries out the oldest write.
    func write() {
        guard !writes.isEmpty else { return }
        let (key, value) = writes.removeFirst()
        stored[key] = value
        if key == .outbox { for item in outboxItems { durable.insert(item.text) } }
        waiting.append(.stored(key, ok: true))
    }

    /// One of the things that wait for this device happens; false when there is none.
    func happen(_ which: UInt64, _ chance: inout Chance) -> Bool {
        guard isRunning else { return false }
        switch which % 4 {
        case 0 where !waiting.isEmpty: tell(waiting.removeFirst())
        case 1 where !writes.isEmpty: write()
        case 2:
            guard let connection, world.server.receive(connection, answersLate: chance.happens(1, in: 3)) else {
                return false
            }
        case 3:
            guard let connection else { return false }
            if chance.happens(2, in: 3) { world.server.writeAnswers(connection) }
            guard let text = connection.toClient.take() else { return false }
            if text.hasPrefix("43") { unanswered -= 1 }
            tell(.socketText(text))
        default: return false
        }
        return true
    }

    /// What the list of rooms says; more than 999 count as 1000.
    func unread(_ room: RoomID) -> Int {
        let text = screen.rooms.first { $0.id == room }?.unread ?? ""
        return text.isEmpty ? 0 : Int(text) ?? 1000
    }

    func fireDueTimers() -> Bool {
        guard let timer = ClientTimer.allCases.first(where: { timers[$0] ?? .max <= world.server.now }) else {
            return false
        }
        timers[timer] = nil
        tell(.timer(timer))
        return true
    }

    func serverLeft() {
        guard connection != nil else { return }
        connection = nil
        unanswered = 0
        tell(.socketClosed)
    }

    /// The outbox as it is on disk.
    var outboxItems: [(text: String, failed: Bool)] {
        guard let json = stored[.outbox].flatMap({ try? JSON.parse(Array($0.utf8)) }) else { return [] }
        return (json["items"]?.arrayValue ?? []).compactMap { item in
            item["text"]?.stringValue.map { ($0, item["failed"] != nil) }
        }
    }

    /// Whether nothing that concerns this device is on its way, so that it must show what the server holds.
    var isCaughtUp: Bool {
        guard isRunning, screen.connection == .online, let connection, unanswered == 0 else { return false }
        return connection.toClient.isEmpty && connection.toServer.isEmpty && waiting.isEmpty && timers[.load] == nil
            && world.server.isQuiet(connection)
    }
}
