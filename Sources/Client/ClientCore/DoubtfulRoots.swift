import ChatModel
import ChatWire

/// Messages of which it is not certain any more what hangs on them as their thread: a reply was deleted, whose place another
/// one takes, or some of many are kept no longer. The server is asked for each, one at a time.
struct DoubtfulRoots: Sendable {
    typealias Key = ThreadStanding.Key

    private enum Asking: Hashable, Sendable {
        /// `asked` follows.
        case nothing
        /// The server was asked for this one. `overtaken` follows when more is heard of it, else `nothing`.
        case asked(Key)
        /// The answer may be from before what was heard since: the server is asked again.
        case overtaken(Key)
    }

    static let limit = 200

    private var waiting: [Key] = []
    private var asking = Asking.nothing
    /// Up to where messages were heard to go: a page may be from before that.
    private var expired = Pairs<RoomID, Int64>()

    /// False where there are too many to ask for each.
    mutating func doubt(_ key: Key) -> Bool {
        guard asking != .asked(key), asking != .overtaken(key) else {
            asking = .overtaken(key)
            return true
        }
        guard !waiting.contains(key) else { return true }
        guard waiting.count < DoubtfulRoots.limit else { return false }
        waiting.append(key)
        return true
    }

    /// Something else was heard of the thread.
    mutating func hear(_ key: Key) {
        if asking == .asked(key) { asking = .overtaken(key) }
    }

    mutating func expire(_ room: RoomID, through seq: Int64) { expired[room] = seq }

    func expired(in room: RoomID) -> Int64? { expired[room] }

    /// Whether there is any to ask for.
    var isWaiting: Bool { !waiting.isEmpty && asking == .nothing }

    /// Whether any of the room's is in doubt.
    func concerns(_ room: RoomID) -> Bool {
        switch asking {
        case .asked(let key), .overtaken(let key): if key.room == room { return true }
        case .nothing: break
        }
        return waiting.contains { $0.room == room }
    }

    /// The next one to be asked for, of those that are held; those of which a page is on its way wait for it.
    mutating func next(_ isHeld: (Key) -> Bool?) -> Key? {
        guard asking == .nothing else { return nil }
        waiting.removeAll { isHeld($0) == false }
        guard let index = waiting.firstIndex(where: { isHeld($0) == true }) else { return nil }
        let key = waiting.remove(at: index)
        asking = .asked(key)
        return key
    }

    /// The answer is here; false where it is no use.
    mutating func answered(_ key: Key) -> Bool {
        defer { asking = .nothing }
        if asking == .asked(key) { return true }
        if asking == .overtaken(key) { waiting.append(key) }
        return false
    }

    mutating func forget(_ room: RoomID) {
        waiting.removeAll { $0.room == room }
        expired[room] = nil
    }

    /// What was asked has to be asked again.
    mutating func connectionLost() {
        switch asking {
        case .asked(let key), .overtaken(let key): waiting.append(key)
        case .nothing: break
        }
        asking = .nothing
    }
}

extension ClientCore {
    /// Follows what an event says of what hangs on messages.
    mutating func takeForRoots(_ event: RoomEvent) {
        switch event.body {
        case .messageDeleted(_, _, let root?): doubt(ThreadStanding.Key(room: event.room, root: root))
        case .messagesExpired(let through):
            roots.expire(event.room, through: through)
            doubtExpired(event.room)
        default:
            if let root = event.thread { roots.hear(ThreadStanding.Key(room: event.room, root: root)) }
        }
    }

    /// What hangs on these went partly, and how much of it nobody tells.
    mutating func doubtExpired(_ room: RoomID) {
        guard let through = roots.expired(in: room) else { return }
        for seq in rooms[room]?.window.roots(before: through) ?? [] { doubt(ThreadStanding.Key(room: room, root: seq)) }
        if let pane, pane.key.room == room, pane.key.root < through { doubt(pane.key) }
        guard room == reader.selected else { return }
        for seq in reader.jump.past?.window.roots(before: through) ?? [] {
            doubt(ThreadStanding.Key(room: room, root: seq))
        }
    }

    private mutating func doubt(_ key: ThreadStanding.Key) {
        guard !roots.doubt(key) else { return }
        rooms[key.room]?.window.reset()
        roots.forget(key.room)
        loadSelected()
    }

    /// After each event.
    mutating func askForRoots() {
        guard roots.isWaiting, canAsk, sync.isLive, !threads.rests else { return }
        let (rooms, pane, past, selected) = (rooms, pane, reader.jump.past?.window, reader.selected)
        let next = roots.next { key in
            if pane?.key == key { return true }
            guard let window = rooms[key.room]?.window else { return false }
            if window.holds(key.root) || (key.room == selected && past?.holds(key.root) == true) { return true }
            return window.state == .loading || window.loadingOlder ? nil : false
        }
        guard let key = next else { return }
        ask(.talk(.thread(room: key.room, thread: key.root, before: nil, limit: 1)), .root(key))
    }

    mutating func takeRoot(_ answer: ReceivedAnswer, _ key: ThreadStanding.Key, _ me: UserID) {
        switch answer {
        case .error(let error):
            threads.rests = loadLater(error)
            if threads.rests { roots.hear(key) }
            _ = roots.answered(key)
        case .ok(let ok):
            guard roots.answered(key), let (thread, _, _) = AnswerContent.thread(ok, reader: me),
                case .known(.room(let root)) = thread.root
            else { return }
            rooms[key.room]?.window.take(replies: root.replies, of: key.root)
            if key.room == reader.selected {
                reader.jump.change { $0.window.take(replies: root.replies, of: key.root) }
            }
            if pane?.key == key { pane?.take(replies: root.replies) }
            messageChanged(in: key.room)
            touch()
        }
    }
}
