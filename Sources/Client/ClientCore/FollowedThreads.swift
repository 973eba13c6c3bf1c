import ChatModel

/// The threads that the person follows, and what is unread in each: asked for once, and counted on by what is heard.
///
/// Replies are counted by their numbers, of which an answer tells the last that it knows. For all else an answer may be from
/// before or after it: what changed a count while the server was asked has it asked again.
struct FollowedThreads: Sendable {
    typealias Key = ThreadStanding.Key

    enum State: Hashable, Sendable {
        /// Which they are is not known, or may be old. `asked` follows.
        case unknown
        /// Pages of them were asked for, and of these threads something was heard meanwhile. `known` follows, or `unknown`
        /// when the connection is lost.
        case asked(heard: [Key])
        /// Every change comes as an event. `unknown` follows where events may have been missed.
        case known
    }

    /// What is past it is left out.
    static let limit = 2000
    /// Asked for one by one, at most; where there are more, all are asked for.
    static let atOnce = 10
    private static let othersLimit = 500

    private(set) var state = State.unknown
    private(set) var standings: [ThreadStanding] = []
    /// Asked for when the time has come that the server gave.
    var rests = false
    /// Threads that were replied in and may be followed: the list leaves out those without replies.
    private var doubtful: [Key] = []
    /// Threads that the server says are not followed.
    private var others: [Key] = []
    private var isFirstPage = true
    private var added: Set<Key> = .init()

    subscript(_ key: Key) -> ThreadStanding? {
        get { index(key).map { standings[$0] } }
        set { if let index = index(key), let newValue { standings[index] = newValue } }
    }

    /// Those that were not followed before, as far as was known; each is given once.
    mutating func takeAdded() -> [ThreadStanding] {
        guard !added.isEmpty else { return [] }
        defer { added = [] }
        return standings.filter { added.contains($0.key) }
    }

    /// What is unread in all of them but those of the rooms that are `silent`.
    func unread(leavingOut silent: Set<RoomID>) -> Int {
        var unread = 0
        for standing in standings where standing.unread > 0 {
            if silent.contains(standing.key.room) { continue }
            unread = min(unread + standing.unread, Unread.exactLimit + 1)
        }
        return unread
    }

    private func index(_ key: Key) -> Int? { standings.firstIndex { $0.key == key } }

    private mutating func add(_ standing: ThreadStanding) {
        others.removeAll { $0 == standing.key }
        guard standings.count < FollowedThreads.limit else { return }
        standings.append(standing)
        added.insert(standing.key)
    }

    // MARK: All of them

    mutating func asking() { (state, isFirstPage, doubtful) = (.asked(heard: []), true, []) }

    /// A page of them, each with the number of its newest reply.
    mutating func take(_ page: [(key: Key, state: ThreadState, last: Int64)], isLast: Bool) {
        guard case .asked(let heard) = state else { return }
        if isFirstPage {
            standings.removeAll { !heard.contains($0.key) && $0.wish == nil }
            isFirstPage = false
        }
        for (key, told, last) in page {
            if index(key) == nil { add(ThreadStanding(key, told, through: last)) }
            // Of what was heard meanwhile the server is asked once more.
            if heard.contains(key) { self[key]?.overtake() } else { _ = self[key]?.take(told, through: last) }
        }
        guard isLast || standings.count >= FollowedThreads.limit else { return }
        for key in heard where index(key) == nil { doubtful.append(key) }
        state = .known
    }

    /// The server will never say.
    mutating func giveUp() { state = .known }

    /// What was told is no longer all.
    mutating func missed() { state = .unknown }

    mutating func connectionLost() {
        if case .asked = state { state = .unknown }
        rests = false
        for index in standings.indices { standings[index].connectionLost() }
    }

    /// Whoever leaves a room follows nothing in it.
    mutating func forget(_ room: RoomID) {
        standings.removeAll { $0.key.room == room }
        doubtful.removeAll { $0.room == room }
        others.removeAll { $0.room == room }
    }

    // MARK: One of them

    /// Those to be asked for now; nil where there are so many that all are to be asked for.
    mutating func takeStale() -> [Key]? {
        var keys = doubtful
        for standing in standings where standing.count == .stale && standing.wish == nil { keys.append(standing.key) }
        guard keys.count <= FollowedThreads.atOnce else { return nil }
        for key in keys { self[key]?.ask() }
        doubtful = []
        return keys
    }

    /// What the server says of one, knowing of replies up to `last`.
    mutating func take(_ told: ThreadState, _ key: Key, last: Int64) {
        if let index = index(key) {
            // It was heard to be followed since it was doubted, or is known by the list.
            guard standings[index].count == .asked || standings[index].count == .overtaken else { return }
            if standings[index].take(told, through: last) { return }
            standings.remove(at: index)
        } else if told.isFollowing {
            return add(ThreadStanding(key, told, through: last))
        }
        if others.count >= FollowedThreads.othersLimit { others = [] }
        others.append(key)
    }

    /// The server could not say.
    mutating func failed(_ key: Key, again: Bool) {
        if !again {
            self[key]?.count = .exact
        } else if index(key) == nil {
            doubtful.append(key)
        } else {
            self[key]?.count = .stale
        }
    }

    // MARK: What is heard

    /// Follows an event of a room. `replies` is what hangs on the root of the thread that it tells of, where that is known.
    mutating func take(_ event: RoomEvent, replies: Replies?, reader: UserID) {
        if case .messagesExpired(let through) = event.body {
            for index in standings.indices where standings[index].key.room == event.room {
                standings[index].changed(through, isNamed: false)
            }
        }
        guard let root = event.thread else { return }
        let key = Key(room: event.room, root: root)
        switch event.body {
        case .message, .messageGone:
            if index(key) != nil {
                self[key]?.take(reply: event, reader: reader)
            } else {
                doubt(key, event, replies, reader)
            }
        case .messageDeleted(let target, let author, _):
            if author != reader { self[key]?.changed(target, isNamed: false) }
        case .messageEdited(let target, let author, let message):
            if author != reader { self[key]?.changed(target, isNamed: message?.mentions.names(reader) ?? false) }
        default: break
        }
        hear(key)
    }

    /// A thread that had replies before would be in the list.
    private mutating func doubt(_ key: Key, _ event: RoomEvent, _ replies: Replies?, _ reader: UserID) {
        guard state == .known, event.actor != reader, event.isMessage, replies?.count ?? 0 <= 1,
            !others.contains(key), !doubtful.contains(key)
        else { return }
        doubtful.append(key)
    }

    /// Our own stream says how far it was read.
    mutating func read(_ key: Key, to seq: Int64) {
        self[key]?.move(to: seq)
        hear(key)
    }

    /// Our own stream says that it is followed, or is no more. `last` is the thread's newest reply, where that is known.
    mutating func follow(_ key: Key, _ follow: ThreadFollow, last: Int64?) {
        hear(key)
        guard follow.isFollowing else { return standings.removeAll { $0.key == key } }
        guard index(key) == nil else {
            self[key]?.move(to: follow.cursor)
            if self[key]?.count == .asked { self[key]?.overtake() }
            return
        }
        var standing = ThreadStanding(
            key, ThreadState(isFollowing: true, cursor: follow.cursor), through: max(last ?? 0, follow.cursor))
        if last.map({ $0 > follow.cursor }) ?? true { standing.overtake() }
        add(standing)
    }

    private mutating func hear(_ key: Key) {
        if case .asked(let heard) = state, !heard.contains(key) { state = .asked(heard: heard + [key]) }
    }

    // MARK: What is read here

    /// What the server has not heard, to be told now.
    mutating func takeWishes() -> [(key: Key, seq: Int64)] {
        var wishes: [(key: Key, seq: Int64)] = []
        for index in standings.indices where !standings[index].isTold {
            guard let seq = standings[index].wish else { continue }
            standings[index].isTold = true
            wishes.append((standings[index].key, seq))
        }
        return wishes
    }

    /// As kept: read up to there, and the server has not heard of it.
    mutating func restore(_ key: Key, wish: Int64) {
        if index(key) == nil { add(ThreadStanding(key, wish: wish)) }
    }
}
