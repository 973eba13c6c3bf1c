package import ChatModel

/// Who is typing where: what people say goes in, what the rooms' members must be told comes out.
///
/// A value without a clock: `now` is milliseconds that never go back. A room is told at once when it was quiet for
/// `Rule.interval`, else at the end of it, and only what differs from what it was told last; so the last state
/// always goes out. Everything is bounded: what is past a bound is not shown.
package struct TypingBoard: Sendable {
    package struct Rule: Hashable, Sendable {
        /// Milliseconds after which somebody who says nothing more is not typing.
        package var lifetime: Int64 = 8_000
        /// Milliseconds between two notices of one room.
        package var interval: Int64 = 500
        /// Ids in a notice.
        package var shown = 4
        package var rooms = 10_000
        package var typistsPerRoom = 1_000
        package var roomsPerConnection = 8
        package var connectionsPerTypist = 8
        /// Due times are rounded up to multiples of this many milliseconds, so that a tick serves many rooms.
        package var grain: Int64 = 50

        package init() {}
    }

    /// The whole state of one room.
    package struct Notice: Hashable, Sendable {
        package var room: RoomID
        /// At most `Rule.shown`, in the order in which they began.
        package var users: [UserID]
        package var count: Int
    }

    /// A person who is typing, on the connections that said so last, each with its expiry; never empty.
    private struct Typist {
        var user: UserID
        var claims: [(connection: UInt64, expiry: Int64)]
    }

    private struct Room {
        /// In the order in which they began.
        var typists: [Typist] = []
        var toldUsers: [UserID] = []
        var toldCount = 0
        /// The time of the last notice.
        var toldAt: Int64?
    }

    private let rule: Rule
    private var rooms: [RoomID: Room] = [:]
    /// The rooms in which a connection said that its person is typing, oldest first.
    private var connections: [UInt64: [RoomID]] = [:]

    /// When `tick` has something to do, nil for never: no later than the first expiry or delayed notice.
    package private(set) var nextDue: Int64?

    package init(rule: Rule = Rule()) { self.rule = rule }

    /// Rooms that are kept in memory.
    package var roomCount: Int { rooms.count }

    /// `user` says on `connection` that they are typing in `room`, or not any more.
    package mutating func set(
        _ typing: Bool, user: UserID, room: RoomID, connection: UInt64, now: Int64
    ) -> [Notice] {
        guard typing else {
            remove(user, from: room) { $0 == connection }
            forget(room, on: connection)
            return settle(room, now)
        }
        var notices: [Notice] = []
        if let displaced = displacedRoom(by: room, on: connection) {
            remove(user, from: displaced) { $0 == connection }
            forget(displaced, on: connection)
            notices = settle(displaced, now)
        }
        claim(user, room, connection, until: now &+ rule.lifetime)
        return notices + settle(room, now)
    }

    /// `user` sent a message to `room` or is no member any more: they are not typing there, on any connection.
    package mutating func ended(user: UserID, room: RoomID, now: Int64) -> [Notice] {
        let claims = rooms[room]?.typists.first { $0.user == user }?.claims ?? []
        for claim in claims { forget(room, on: claim.connection) }
        remove(user, from: room) { _ in true }
        return settle(room, now)
    }

    package mutating func disconnected(connection: UInt64, now: Int64) -> [Notice] {
        var notices: [Notice] = []
        for room in connections.removeValue(forKey: connection) ?? [] {
            remove(nil, from: room) { $0 == connection }
            notices += settle(room, now)
        }
        return notices
    }

    /// Ends what has expired and says what had to wait. Call it at `nextDue` or later.
    package mutating func tick(now: Int64) -> [Notice] {
        guard let due = nextDue, due <= now else { return [] }
        nextDue = nil
        var notices: [Notice] = []
        for id in Array(rooms.keys) {
            expire(id, now)
            notices += settle(id, now)
        }
        return notices
    }

    private mutating func claim(_ user: UserID, _ room: RoomID, _ connection: UInt64, until expiry: Int64) {
        var state = rooms[room]
        if state == nil {
            guard rooms.count < rule.rooms else { return }
            state = Room()
        }
        guard var state else { return }
        if let index = state.typists.firstIndex(where: { $0.user == user }) {
            state.typists[index].claims.removeAll { $0.connection == connection }
            if state.typists[index].claims.count >= rule.connectionsPerTypist {
                let oldest = state.typists[index].claims.removeFirst()
                forget(room, on: oldest.connection)
            }
            state.typists[index].claims.append((connection, expiry))
        } else {
            guard state.typists.count < rule.typistsPerRoom else { return }
            state.typists.append(Typist(user: user, claims: [(connection, expiry)]))
        }
        rooms[room] = state
        if connections[connection]?.contains(room) != true { connections[connection, default: []].append(room) }
    }

    private func displacedRoom(by room: RoomID, on connection: UInt64) -> RoomID? {
        guard let present = connections[connection], !present.contains(room),
            present.count >= rule.roomsPerConnection
        else { return nil }
        return present.first
    }

    private mutating func forget(_ room: RoomID, on connection: UInt64) {
        connections[connection]?.removeAll { $0 == room }
        if connections[connection]?.isEmpty == true { connections[connection] = nil }
    }

    /// Removes the claims of `user` (nil: of all) in `room` whose connection is meant.
    private mutating func remove(_ user: UserID?, from room: RoomID, where isMeant: (UInt64) -> Bool) {
        guard var state = rooms[room] else { return }
        for index in state.typists.indices where user == nil || state.typists[index].user == user {
            state.typists[index].claims.removeAll { isMeant($0.connection) }
        }
        state.typists.removeAll { $0.claims.isEmpty }
        rooms[room] = state
    }

    private mutating func expire(_ room: RoomID, _ now: Int64) {
        guard var state = rooms[room] else { return }
        for index in state.typists.indices {
            for claim in state.typists[index].claims where claim.expiry <= now {
                forget(room, on: claim.connection)
            }
            state.typists[index].claims.removeAll { $0.expiry <= now }
        }
        state.typists.removeAll { $0.claims.isEmpty }
        rooms[room] = state
    }

    /// Says what changed in `room` if it may be said now, sees to it that `tick` comes for the rest, and drops the
    /// room when it is empty and nothing is owed.
    private mutating func settle(_ id: RoomID, _ now: Int64) -> [Notice] {
        guard var state = rooms[id] else { return [] }
        var notices: [Notice] = []
        let users = state.typists.prefix(rule.shown).map(\.user)
        let quietUntil = state.toldAt.map { $0 &+ rule.interval } ?? .min
        if users != state.toldUsers || state.typists.count != state.toldCount {
            if quietUntil <= now {
                state.toldUsers = users
                state.toldCount = state.typists.count
                state.toldAt = now
                notices = [Notice(room: id, users: users, count: state.typists.count)]
            } else {
                require(quietUntil)
            }
        }
        if state.typists.isEmpty, state.toldCount == 0 {
            // Kept until the interval is over: a room that is forgotten could be told twice within one.
            guard let toldAt = state.toldAt, toldAt &+ rule.interval > now else {
                rooms[id] = nil
                return notices
            }
            require(toldAt &+ rule.interval)
        }
        for typist in state.typists {
            for claim in typist.claims { require(claim.expiry) }
        }
        rooms[id] = state
        return notices
    }

    private mutating func require(_ time: Int64) {
        let grain = max(rule.grain, 1)
        let remainder = time % grain
        let rounded = remainder > 0 ? time &+ (grain - remainder) : time
        nextDue = min(nextDue ?? .max, rounded)
    }
}
