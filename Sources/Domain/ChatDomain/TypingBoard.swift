package import ChatModel

/// Who is typing where: what people say goes in, what the rooms' members must be told comes out.
///
/// A value without a clock: `now` is milliseconds that never go back. A room is told at once when it was quiet for
/// `Rule.interval`, else at the end of it, and only what differs from what it was told last; so the last state
/// always goes out. A room's threads have an interval of their own, which is one for all of them: what is to be told of
/// several is told together. Everything is bounded: what is past a bound is not shown.
package struct TypingBoard: Sendable {
    package struct Rule: Hashable, Sendable {
        /// Milliseconds after which somebody who says nothing more is not typing.
        package var lifetime: Int64 = 8_000
        /// Milliseconds between two notices of one room, and between two times at which its threads are told.
        package var interval: Int64 = 500
        /// Ids in a notice.
        package var shown = 4
        /// Rooms and threads.
        package var rooms = 10_000
        /// Threads of one room.
        package var threadsPerRoom = 50
        /// Threads of one room that are told at a time.
        package var threadsAtOnce = 8
        package var typistsPerRoom = 1_000
        package var roomsPerConnection = 8
        package var connectionsPerTypist = 8
        /// Due times are rounded up to multiples of this many milliseconds, so that a tick serves many rooms.
        package var grain: Int64 = 50

        package init() {}
    }

    /// The whole state of one room, or of one of its threads.
    package struct Notice: Hashable, Sendable {
        package var room: RoomID
        /// The root of the thread; nil for the room itself.
        package var thread: Int64?
        /// At most `Rule.shown`, in the order in which they began.
        package var users: [UserID]
        package var count: Int
    }

    /// Where somebody types.
    private struct Spot: Hashable {
        var room: RoomID
        var thread: Int64?
    }

    /// A person who is typing, on the connections that said so last, each with its expiry; never empty.
    private struct Typist {
        var user: UserID
        var claims: [(connection: UInt64, expiry: Int64)]
    }

    private struct State {
        /// In the order in which they began.
        var typists: [Typist] = []
        var toldUsers: [UserID] = []
        var toldCount = 0
        /// The time of the last notice.
        var toldAt: Int64?
    }

    /// What a room's threads have in common.
    private struct Threads {
        var roots: Set<Int64> = []
        /// The time at which any of them was told last, in which turn, and how many were.
        var toldAt: Int64?
        var turn: UInt64 = 0
        var told = 0
    }

    private let rule: Rule
    private var spots: [Spot: State] = [:]
    private var threads: [RoomID: Threads] = [:]
    /// Where a connection said that its person is typing, oldest first.
    private var connections: [UInt64: [Spot]] = [:]
    /// Counts the calls: what is told within one is told together.
    private var turn: UInt64 = 0

    /// When `tick` has something to do, nil for never: no later than the first expiry or delayed notice.
    package private(set) var nextDue: Int64?

    package init(rule: Rule = Rule()) { self.rule = rule }

    /// Rooms and threads that are kept in memory, and rooms that are kept for their threads.
    package var roomCount: Int { spots.count + threads.count }

    /// `user` says on `connection` that they are typing in `room`, or in its thread, or not any more.
    package mutating func set(
        _ typing: Bool, user: UserID, room: RoomID, thread: Int64? = nil, connection: UInt64, now: Int64
    ) -> [Notice] {
        turn &+= 1
        let spot = Spot(room: room, thread: thread)
        guard typing else {
            remove(user, from: spot) { $0 == connection }
            forget(spot, on: connection)
            return settle(spot, now)
        }
        var notices: [Notice] = []
        if let displaced = displacedSpot(by: spot, on: connection) {
            remove(user, from: displaced) { $0 == connection }
            forget(displaced, on: connection)
            notices = settle(displaced, now)
        }
        claim(user, spot, connection, until: now &+ rule.lifetime)
        return notices + settle(spot, now)
    }

    /// `user` sent a message to `room`, or to its thread: they are not typing there, on any connection.
    package mutating func ended(user: UserID, room: RoomID, thread: Int64? = nil, now: Int64) -> [Notice] {
        turn &+= 1
        return end(user, Spot(room: room, thread: thread), now)
    }

    /// `user` is no member of `room` any more: they are not typing there, nor in any of its threads.
    package mutating func left(user: UserID, room: RoomID, now: Int64) -> [Notice] {
        turn &+= 1
        var notices = end(user, Spot(room: room), now)
        for root in threads[room]?.roots ?? [] { notices += end(user, Spot(room: room, thread: root), now) }
        return notices
    }

    package mutating func disconnected(connection: UInt64, now: Int64) -> [Notice] {
        turn &+= 1
        var notices: [Notice] = []
        for spot in connections.removeValue(forKey: connection) ?? [] {
            remove(nil, from: spot) { $0 == connection }
            notices += settle(spot, now)
        }
        return notices
    }

    /// Ends what has expired and says what had to wait. Call it at `nextDue` or later.
    package mutating func tick(now: Int64) -> [Notice] {
        guard let due = nextDue, due <= now else { return [] }
        turn &+= 1
        nextDue = nil
        var notices: [Notice] = []
        for spot in spotsByAge() {
            expire(spot, now)
            notices += settle(spot, now)
        }
        for (room, kept) in threads where kept.roots.isEmpty { forgetThreads(of: room, now) }
        return notices
    }

    /// All, of each room's threads those first that were told longest ago: each has its turn.
    private func spotsByAge() -> [Spot] {
        guard !threads.isEmpty else { return Array(spots.keys) }
        let ofThreads = spots.filter { $0.key.thread != nil }
        let rooms = spots.keys.filter { $0.thread == nil }
        return rooms + ofThreads.sorted { ($0.value.toldAt ?? .min) < ($1.value.toldAt ?? .min) }.map(\.key)
    }

    private mutating func end(_ user: UserID, _ spot: Spot, _ now: Int64) -> [Notice] {
        let claims = spots[spot]?.typists.first { $0.user == user }?.claims ?? []
        for claim in claims { forget(spot, on: claim.connection) }
        remove(user, from: spot) { _ in true }
        return settle(spot, now)
    }

    private mutating func claim(_ user: UserID, _ spot: Spot, _ connection: UInt64, until expiry: Int64) {
        guard var state = spots[spot] ?? made(spot) else { return }
        if let index = state.typists.firstIndex(where: { $0.user == user }) {
            state.typists[index].claims.removeAll { $0.connection == connection }
            if state.typists[index].claims.count >= rule.connectionsPerTypist {
                let oldest = state.typists[index].claims.removeFirst()
                forget(spot, on: oldest.connection)
            }
            state.typists[index].claims.append((connection, expiry))
        } else {
            guard state.typists.count < rule.typistsPerRoom else { return }
            state.typists.append(Typist(user: user, claims: [(connection, expiry)]))
        }
        spots[spot] = state
        if connections[connection]?.contains(spot) != true { connections[connection, default: []].append(spot) }
    }

    /// A place in memory for it, where there is one.
    private mutating func made(_ spot: Spot) -> State? {
        guard spots.count < rule.rooms else { return nil }
        if let root = spot.thread {
            guard threads[spot.room]?.roots.count ?? 0 < rule.threadsPerRoom else { return nil }
            threads[spot.room, default: Threads()].roots.insert(root)
        }
        return State()
    }

    private func displacedSpot(by spot: Spot, on connection: UInt64) -> Spot? {
        guard let present = connections[connection], !present.contains(spot),
            present.count >= rule.roomsPerConnection
        else { return nil }
        return present.first
    }

    private mutating func forget(_ spot: Spot, on connection: UInt64) {
        connections[connection]?.removeAll { $0 == spot }
        if connections[connection]?.isEmpty == true { connections[connection] = nil }
    }

    /// Removes the claims of `user` (nil: of all) in `spot` whose connection is meant.
    private mutating func remove(_ user: UserID?, from spot: Spot, where isMeant: (UInt64) -> Bool) {
        guard var state = spots[spot] else { return }
        for index in state.typists.indices where user == nil || state.typists[index].user == user {
            state.typists[index].claims.removeAll { isMeant($0.connection) }
        }
        state.typists.removeAll { $0.claims.isEmpty }
        spots[spot] = state
    }

    private mutating func expire(_ spot: Spot, _ now: Int64) {
        guard var state = spots[spot] else { return }
        for index in state.typists.indices {
            for claim in state.typists[index].claims where claim.expiry <= now {
                forget(spot, on: claim.connection)
            }
            state.typists[index].claims.removeAll { $0.expiry <= now }
        }
        state.typists.removeAll { $0.claims.isEmpty }
        spots[spot] = state
    }

    /// Says what changed in `spot` if it may be said now, sees to it that `tick` comes for the rest, and drops it
    /// when it is empty and nothing is owed.
    private mutating func settle(_ spot: Spot, _ now: Int64) -> [Notice] {
        guard var state = spots[spot] else { return [] }
        var notices: [Notice] = []
        let users = state.typists.prefix(rule.shown).map(\.user)
        if users != state.toldUsers || state.typists.count != state.toldCount {
            let quietUntil = quietUntil(spot, state)
            if quietUntil <= now {
                (state.toldUsers, state.toldCount, state.toldAt) = (users, state.typists.count, now)
                tell(spot, now)
                notices = [
                    Notice(room: spot.room, thread: spot.thread, users: users, count: state.typists.count)
                ]
            } else {
                require(quietUntil)
            }
        }
        for typist in state.typists {
            for claim in typist.claims { require(claim.expiry) }
        }
        spots[spot] = state
        if state.typists.isEmpty, state.toldCount == 0 { drop(spot, state, now) }
        return notices
    }

    /// The time before which nothing is told of it; `.min` for now.
    private func quietUntil(_ spot: Spot, _ state: State) -> Int64 {
        guard spot.thread != nil else { return state.toldAt.map { $0 &+ rule.interval } ?? .min }
        guard let kept = threads[spot.room], let toldAt = kept.toldAt else { return .min }
        return kept.turn == turn && kept.told < rule.threadsAtOnce ? .min : toldAt &+ rule.interval
    }

    private mutating func tell(_ spot: Spot, _ now: Int64) {
        guard spot.thread != nil, var kept = threads[spot.room] else { return }
        kept.told = kept.turn == turn ? kept.told + 1 : 1
        (kept.toldAt, kept.turn) = (now, turn)
        threads[spot.room] = kept
    }

    /// Nobody types there and nothing is owed: forgotten once the interval is over, as a room that is forgotten could be
    /// told twice within one.
    private mutating func drop(_ spot: Spot, _ state: State, _ now: Int64) {
        if let root = spot.thread {
            spots[spot] = nil
            threads[spot.room]?.roots.remove(root)
            forgetThreads(of: spot.room, now)
        } else if let toldAt = state.toldAt, toldAt &+ rule.interval > now {
            require(toldAt &+ rule.interval)
        } else {
            spots[spot] = nil
        }
    }

    private mutating func forgetThreads(of room: RoomID, _ now: Int64) {
        guard let kept = threads[room], kept.roots.isEmpty else { return }
        if let toldAt = kept.toldAt, toldAt &+ rule.interval > now {
            require(toldAt &+ rule.interval)
        } else {
            threads[room] = nil
        }
    }

    private mutating func require(_ time: Int64) {
        let grain = max(rule.grain, 1)
        let remainder = time % grain
        let rounded = remainder > 0 ? time &+ (grain - remainder) : time
        nextDue = min(nextDue ?? .max, rounded)
    }
}
