import ByteCoding
import ChatModel
import Testing

@testable import ClientCore

/// A shell around the core: a socket to the simulated server, timers on the simulated clock, storage, a cookie, and
/// views that apply what they are told.
final class SimulatedClient {
    let world: SimulatedWorld
    var core = ClientCore()
    var views = ViewState()
    var timers: [ClientTimer: Int64] = [:]
    var stored: [ClientStoreKey: String] = [:]
    /// Whom the cookie logs in.
    var cookie: UserID?
    var connection: SimulatedServer.Connection?
    var connects = 0
    var paths: [String] = []
    /// What stands on the device, and all that ever did.
    var notifications: [String: NotificationShown] = [:]
    var notified: [NotificationShown] = []
    var effects: [ClientEffect] = []
    /// Storing is not told until this is cleared.
    var holdsStores = false
    private(set) var heldStores: [ClientStoreKey] = []
    private(set) var network = true
    private var entropy: UInt64

    init(_ world: SimulatedWorld, cookie: UserID? = nil, entropy: UInt64 = 1) {
        self.world = world
        self.cookie = cookie
        self.entropy = entropy
        world.clients.append(self)
    }

    func start(path: String = "/", online: Bool = true) {
        entropy += 1000
        core = ClientCore()
        views = ViewState()
        timers = [:]
        if let connection { world.server.close(connection) }
        connection = nil
        network = online
        tell(
            .start(
                ClientStart(
                    entropy: (7, entropy), path: path, origin: "https://chat.example.org", online: online,
                    snapshot: stored[.snapshot], outbox: stored[.outbox])))
    }

    /// The process ends without a word; what is stored stays.
    func kill() {
        if let connection { world.server.close(connection) }
        connection = nil
        timers = [:]
        core = ClientCore()
    }

    func tell(_ kind: ClientEvent.Kind) {
        let effects = core.handle(ClientEvent(now: world.now, kind))
        // Whatever the core says has a spelling that JavaScript can read.
        #expect((try? JSON.parse(ClientEffect.encode(effects)))?.arrayValue?.count == effects.count)
        self.effects += effects
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: ClientEffect) {
        switch effect {
        case .socketConnect(let url):
            #expect(url == "wss://chat.example.org/socket.io/?EIO=4&transport=websocket")
            connects += 1
            guard network, world.reachable else {
                world.later { [weak self] in self?.tell(.socketClosed) }
                return
            }
            let connection = world.server.connect(cookie)
            self.connection = connection
            world.later { [weak self] in
                if self?.connection === connection { self?.tell(.socketOpened) }
            }
        case .socketSend(let text):
            if let connection { world.server.receive(text, on: connection) }
        case .socketClose:
            if let connection { world.server.close(connection) }
            connection = nil
        case .timerSet(let timer, let after): timers[timer] = world.now &+ after
        case .timerCancel(let timer): timers[timer] = nil
        case .http(let id, _, let path, let body):
            guard network else {
                world.later { [weak self] in self?.tell(.httpAnswer(id: id, status: 0, body: "")) }
                return
            }
            let answer = world.server.post(path, body)
            if let user = answer.user { cookie = user }
            if path == "/api/v1/logout" { cookie = nil }
            world.later { [weak self] in
                self?.tell(.httpAnswer(id: id, status: answer.status, body: answer.body))
            }
        case .store(let key, let value):
            stored[key] = value
            if holdsStores, key == .outbox {
                heldStores.append(key)
            } else {
                world.later { [weak self] in self?.tell(.stored(key, ok: true)) }
            }
        case .path(let path, _): paths.append(path)
        case .view(let change): views.apply(change)
        case .notify(let notification):
            notified.append(notification)
            notifications[notification.tag] = notification
        case .unnotify(let tag): notifications[tag] = nil
        }
    }

    func releaseStores() {
        holdsStores = false
        for key in heldStores { tell(.stored(key, ok: true)) }
        heldStores = []
    }

    /// Delivers one text of the server; false when there is none.
    func deliver() -> Bool {
        guard let connection, !connection.outgoing.isEmpty else { return false }
        tell(.socketText(connection.outgoing.removeFirst()))
        return true
    }

    /// The wire breaks: what was under way either side is lost.
    func cut() {
        guard let connection else { return }
        world.server.close(connection)
        self.connection = nil
        tell(.socketClosed)
    }

    func goOffline() {
        network = false
        tell(.online(false))
    }

    func goOnline() {
        network = true
        tell(.online(true))
    }

    func fireDueTimers() -> Bool {
        for (timer, due) in timers where due <= world.now {
            timers[timer] = nil
            tell(.timer(timer))
            return true
        }
        return false
    }

    /// The back-off ends: a new socket is asked for, and nothing else happens.
    func reopen() {
        timers[.reconnect] = nil
        tell(.timer(.reconnect))
    }

    /// Types and sends.
    func say(_ text: String, in room: RoomID) { tell(.send(room, text: text)) }

    var requests: [String] {
        effects.compactMap { effect in
            if case .socketSend(let text) = effect, text.hasPrefix("42") { text } else { nil }
        }
    }
}

/// A server, clients and a clock that moves only when told to.
final class SimulatedWorld {
    var now: Int64 = 1_764_500_000_000
    let server = SimulatedServer()
    var clients: [SimulatedClient] = []
    var reachable = true
    private var queue: [() -> Void] = []

    init() { server.clock = { [unowned self] in now } }

    func later(_ work: @escaping () -> Void) { queue.append(work) }

    /// One thing that is under way arrives, for any of the clients.
    func step(_ entropy: inout Entropy) {
        if !queue.isEmpty { return queue.removeFirst()() }
        let first = Int(entropy.next(through: Int64(clients.count - 1)))
        for offset in clients.indices where clients[(first + offset) % clients.count].deliver() { return }
    }

    /// Delivers everything until nothing is under way.
    func settle() {
        var rounds = 0
        while rounds < 100_000 {
            rounds += 1
            if !queue.isEmpty {
                queue.removeFirst()()
                continue
            }
            if clients.contains(where: { $0.deliver() }) { continue }
            return
        }
        Issue.record("the exchange does not end")
    }

    /// Lets time pass, timers fire, and pings come.
    func advance(_ milliseconds: Int64) {
        settle()
        let end = now + milliseconds
        var rounds = 0
        while rounds < 10_000 {
            rounds += 1
            let due = clients.flatMap { $0.timers.values }.min() ?? .max
            guard due <= end else { break }
            now = max(now, due)
            for client in clients {
                while client.fireDueTimers() { settle() }
            }
            settle()
        }
        now = end
    }

    func ping() {
        for client in clients { client.connection?.outgoing.append("2") }
        settle()
    }
}
