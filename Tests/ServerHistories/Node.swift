import ChatDomain
import ChatModel
import ClusterAPI
import ClusterLocal
import Foundation
import HTTPServer
import HistorySimulation
import NativeDoor
import NetLoop
import SocketIOServer
import StorageAPI

/// One run of the server from its start to its end, put together as Sources/Server does, without sockets: the loops take
/// their turns, and the store's threads work, when they are told to.
final class Node {
    let loops: [EventLoop]
    let store: SteppedStore
    let chat: Chat
    let socketIO: SocketIOServer
    private let typing: Typing
    private let door: NativeDoor
    private let cluster: ClusterLocal
    /// Held here because the cluster holds its listener weakly.
    private let bridge: Bridge
    private var hasEnded = false

    /// Small enough that a client which does not read for a while loses events.
    private static let roomQueueLimit = 300

    init(folder: String, clock: HistoryClock, credentials: PlainCredentials, seed: UInt64) throws {
        let cluster = ClusterLocal()
        loops = (0..<World.loops).map { EventLoop.stepped(index: $0) }
        store = try SteppedStore(folder: folder, listener: CommitRelay(cluster: cluster))
        chat = Chat(store: store, credentials: credentials, cluster: cluster, clock: clock)
        typing = Typing(cluster: cluster, clock: clock)
        var configuration = SocketIOConfiguration()
        configuration.roomQueueLimit = Node.roomQueueLimit
        let ids = Identifiers(seed)
        socketIO = SocketIOServer(configuration: configuration, loops: loops) { ids.next() }
        socketIO.allowOnly(origins: [Node.origin])
        let now = clock.now()
        let start = Node.read(store) { transaction throws(ChatError) in
            (place: transaction.place, mutes: try transaction.mutes(at: now))
        }
        door = NativeDoor(
            chat: chat, typing: typing, server: socketIO, loops: loops, start: start?.place ?? .start,
            mutes: start?.mutes ?? [],
            settings: NativeDoorSettings(serverName: "Roost", serverVersion: "0", url: PublicURL(Node.origin)))
        socketIO.of("/", door)
        bridge = Bridge(door)
        cluster.listen(bridge)
        self.cluster = cluster
    }

    static let origin = "https://chat.example.org"

    /// Something is asked that does not come from a device; `then` gets the code with which it was refused, if it was.
    func ask(
        _ work: @escaping @Sendable (Chat) async throws(ChatError) -> Void,
        then: @escaping @Sendable (ErrorCode?) -> Void
    ) {
        Task(executorPreference: loops[0]) { [chat] in
            do throws(ChatError) {
                try await work(chat)
                then(nil)
            } catch { then(error.code) }
        }
    }

    /// What the store says while nothing else is read; nil where it cannot say.
    func read<Outcome: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws(ChatError) -> Outcome
    ) -> Outcome? {
        Node.read(store, body)
    }

    private static func read<Outcome: Sendable>(
        _ store: SteppedStore, _ body: @escaping @Sendable (any ReadTransaction) throws(ChatError) -> Outcome
    ) -> Outcome? {
        let found = Box<Outcome?>(nil)
        store.read(body) { result in found.value = try? result.get() }
        store.readNext()
        store.answer(0)
        return found.value
    }

    /// Nobody types for ever.
    func tickTyping() { typing.tick() }

    var isIdle: Bool { store.possible.isEmpty && !loops.contains { $0.hasWork } }

    /// Ends without a word to anybody: what was not committed is lost. Nothing more when it has ended.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        cluster.listen(Deaf.only)
        store.letGo()
        runLoops()
        let socketIO = socketIO
        Task(executorPreference: loops[0]) { await socketIO.shutdown() }
        runLoops()
        for loop in loops { loop.closeStepped() }
        store.closeNow()
    }

    private func runLoops() {
        while let loop = loops.first(where: { $0.hasWork }) { loop.step() }
    }
}

/// As the server's own: hands what the cluster tells to the door.
private final class Bridge: ClusterListener {
    private let door: NativeDoor

    init(_ door: NativeDoor) { self.door = door }

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

/// Hears for a server that is no more.
private final class Deaf: ClusterListener {
    static let only = Deaf()
    func heard(_ events: [Event], through: Place) {}
    func heard(_ signal: Signal) {}
}
