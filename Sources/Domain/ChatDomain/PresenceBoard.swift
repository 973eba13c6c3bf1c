package import ChatModel

/// Who is there, and who has to be told: what connections do goes in, what the watchers' connections must hear comes out
/// of `tick`.
///
/// A value without clocks: `now` is milliseconds that never go back, `time` the time of day. A change is told to those
/// who watch the person and to nobody else, joined to one notice a connection an interval, so that what a crowd that
/// comes and goes costs is bounded by what is watched. Connections are told at different parts of the interval, so that
/// the notices of all do not go out at once.
package struct PresenceBoard: Sendable {
    package struct Rule: Hashable, Sendable {
        /// Milliseconds between two notices of one connection.
        package var interval: Int64 = 1_000
        /// Parts of the interval, 1 to 8.
        package var phases = 8
        /// Milliseconds without a connection until somebody counts as gone.
        package var grace: Int64 = 5_000
        /// The ends of these are looked for in steps of so many milliseconds.
        package var grain: Int64 = 500

        package init() {}
    }

    /// What one connection must hear.
    package struct Notice: Hashable, Sendable {
        package var connection: UInt64
        /// In the order of their ids.
        package var people: [Presence]
    }

    /// What a tick has to say.
    package struct Turn: Hashable, Sendable {
        package var notices: [Notice] = []
        /// Who has gone, and when they were last there, to the minute.
        package var gone: [SeenPerson] = []
    }

    /// Somebody's connections.
    private struct Links {
        /// The first one's number; `rest` is empty for most.
        var first: UInt64
        var rest: [UInt64] = []
        /// Those at which nobody is.
        var idle: Set<UInt64>?

        var isIdle: Bool {
            guard let idle else { return false }
            return idle.contains(first) && rest.allSatisfy { idle.contains($0) }
        }
    }

    /// Somebody whose last connection has just ended, and who may be back in a moment.
    private struct Leaving {
        /// What the watchers know.
        var state: PresenceState
        var due: Int64
        var seen: Timestamp
    }

    private struct Watched {
        var connections: [UInt64]
        /// Of who has gone since they are watched.
        var lastSeen: Timestamp?
    }

    private let rule: Rule
    private var people: [UserID: Links] = [:]
    private var leaving: [UserID: Leaving] = [:]
    /// Of the connected who are not to be disturbed, until when.
    private var quiet: [UserID: Int64] = [:]
    private var watched: [UserID: Watched] = [:]
    private var watches: [UInt64: [UserID]] = [:]
    /// Who changed, with a bit for each phase whose connections are still to be told.
    private var changed: [UserID: UInt8] = [:]
    /// Connections that could not take what they were told, and are owed the whole of what they watch.
    private var owed: Set<UInt64> = []
    private var turns: [PhaseTurn]
    private var endsDue: Int64?

    /// When a phase's connections are told next (nil: there is nothing to tell), and were told last.
    private struct PhaseTurn {
        var due: Int64?
        var last: Int64 = .min
    }

    package init(rule: Rule = Rule()) {
        self.rule = rule
        turns = Array(repeating: PhaseTurn(), count: min(max(rule.phases, 1), 8))
    }

    /// What is kept in memory: people with a connection, people who have just gone, people watched.
    package var counts: (present: Int, leaving: Int, watched: Int) { (people.count, leaving.count, watched.count) }

    /// When `tick` has something to do; nil for never.
    package var nextDue: Int64? {
        var next = endsDue
        for turn in turns {
            if let due = turn.due { next = min(next ?? .max, due) }
        }
        return next
    }

    // MARK: - Who is there

    /// A connection of somebody began. `dndEnd` is until when they are not to be disturbed, if they are.
    package mutating func connected(_ user: UserID, _ connection: UInt64, dndEnd: Int64?, now: Int64) {
        let before = state(of: user, now)
        leaving[user] = nil
        if people[user] == nil {
            people[user] = Links(first: connection)
        } else {
            people[user]?.rest.append(connection)
        }
        if let dndEnd { setQuiet(user, until: dndEnd, now) }
        settle(user, before, now)
    }

    /// A connection ended: it watches nobody any more, and its person may be gone.
    package mutating func disconnected(_ user: UserID, _ connection: UInt64, now: Int64, time: Timestamp) {
        unwatch(connection)
        guard var links = people[user] else { return }
        let before = state(of: user, now)
        if links.first == connection {
            guard let next = links.rest.popLast() else {
                people[user] = nil
                quiet[user] = nil
                leaving[user] = Leaving(state: before, due: now &+ rule.grace, seen: time.wholeMinute)
                return require(now &+ rule.grace)
            }
            links.first = next
        } else {
            guard let index = links.rest.firstIndex(of: connection) else { return }
            links.rest.remove(at: index)
        }
        links.idle?.remove(connection)
        people[user] = links
        settle(user, before, now)
    }

    /// Whether nobody is at this connection's device.
    package mutating func setIdle(_ isIdle: Bool, _ user: UserID, _ connection: UInt64, now: Int64) {
        guard var links = people[user], links.first == connection || links.rest.contains(connection) else { return }
        let before = state(of: user, now)
        if isIdle {
            links.idle = (links.idle ?? []).union([connection])
        } else {
            links.idle?.remove(connection)
            if links.idle?.isEmpty == true { links.idle = nil }
        }
        people[user] = links
        settle(user, before, now)
    }

    /// Until when somebody who is there is not to be disturbed; nil for no longer.
    package mutating func setDnd(_ user: UserID, end: Int64?, now: Int64) {
        guard people[user] != nil else { return }
        let before = state(of: user, now)
        quiet[user] = nil
        if let end { setQuiet(user, until: end, now) }
        settle(user, before, now)
    }

    private mutating func setQuiet(_ user: UserID, until end: Int64, _ now: Int64) {
        guard end > now else { return }
        quiet[user] = end
        require(end)
    }

    private func state(of user: UserID, _ now: Int64) -> PresenceState {
        guard let links = people[user] else { return leaving[user]?.state ?? .offline }
        if let end = quiet[user], end > now { return .dnd }
        return links.isIdle ? .away : .online
    }

    private func presence(of user: UserID, _ now: Int64) -> Presence {
        let state = state(of: user, now)
        return Presence(user: user, state: state, lastSeen: state == .offline ? watched[user]?.lastSeen : nil)
    }

    // MARK: - Who watches

    /// From now on `connection` hears of `users` and of nobody else. Answers what each is now, in the order of their ids,
    /// each once; of who is offline it may not know when they were last there.
    package mutating func watch(_ users: [UserID], _ connection: UInt64, now: Int64) -> [Presence] {
        unwatch(connection)
        let ids = Set(users).sorted()
        guard !ids.isEmpty else { return [] }
        watches[connection] = ids
        for id in ids { watched[id, default: Watched(connections: [])].connections.append(connection) }
        return ids.map { presence(of: $0, now) }
    }

    private mutating func unwatch(_ connection: UInt64) {
        owed.remove(connection)
        for id in watches.removeValue(forKey: connection) ?? [] {
            guard let index = watched[id]?.connections.firstIndex(of: connection) else { continue }
            watched[id]?.connections.remove(at: index)
            if watched[id]?.connections.isEmpty == true {
                watched[id] = nil
                changed[id] = nil
            }
        }
    }

    /// The connection could not take its last notice: it is told all that it watches at its next turn.
    package mutating func missed(_ connection: UInt64, now: Int64) {
        guard watches[connection] != nil else { return }
        owed.insert(connection)
        schedule(phase(of: connection), now)
    }

    // MARK: - Telling

    /// Looks for who has gone and who may be disturbed again, and says what is due. Call it at `nextDue` or later.
    package mutating func tick(now: Int64, time: Timestamp) -> Turn {
        var turn = Turn()
        if let due = endsDue, due <= now { turn.gone = endWhatIsDue(now) }
        for index in turns.indices {
            guard let due = turns[index].due, due <= now else { continue }
            turns[index] = PhaseTurn(due: nil, last: now)
            turn.notices += notices(index, now)
        }
        return turn
    }

    /// The server ends: all who are there, or were a moment ago, are gone.
    package mutating func endAll(time: Timestamp) -> [SeenPerson] {
        var gone = leaving.map { SeenPerson(user: $0.key, lastSeen: $0.value.seen) }
        for user in people.keys { gone.append(SeenPerson(user: user, lastSeen: time.wholeMinute)) }
        self = PresenceBoard(rule: rule)
        return gone.sorted { $0.user < $1.user }
    }

    private mutating func endWhatIsDue(_ now: Int64) -> [SeenPerson] {
        endsDue = nil
        var gone: [SeenPerson] = []
        for (user, left) in leaving {
            guard left.due <= now else {
                require(left.due)
                continue
            }
            leaving[user] = nil
            gone.append(SeenPerson(user: user, lastSeen: left.seen))
            watched[user]?.lastSeen = left.seen
            settle(user, left.state, now)
        }
        for (user, end) in quiet {
            guard end <= now else {
                require(end)
                continue
            }
            quiet[user] = nil
            settle(user, .dnd, now)
        }
        return gone.sorted { $0.user < $1.user }
    }

    /// Everyone who watches `user` is to be told, where they are another than `before`.
    private mutating func settle(_ user: UserID, _ before: PresenceState, _ now: Int64) {
        guard watched[user] != nil, state(of: user, now) != before else { return }
        changed[user] = UInt8(truncatingIfNeeded: (1 << turns.count) - 1)
        for index in turns.indices { schedule(index, now) }
    }

    private mutating func notices(_ index: Int, _ now: Int64) -> [Notice] {
        var told: [UInt64: [Presence]] = [:]
        let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: index)
        for (user, left) in changed where left & bit != 0 {
            changed[user] = left & ~bit == 0 ? nil : left & ~bit
            let presence = presence(of: user, now)
            for connection in watched[user]?.connections ?? [] where phase(of: connection) == index {
                told[connection, default: []].append(presence)
            }
        }
        for connection in owed where phase(of: connection) == index {
            owed.remove(connection)
            told[connection] = (watches[connection] ?? []).map { presence(of: $0, now) }
        }
        return told.map { Notice(connection: $0.key, people: $0.value.sorted { $0.user < $1.user }) }
            .sorted { $0.connection < $1.connection }
    }

    /// Spread by Fibonacci hashing (Knuth, volume 3, section 6.4): numbers that follow each other fall apart.
    private func phase(of connection: UInt64) -> Int {
        Int(truncatingIfNeeded: (connection &* 0x9e37_79b9_7f4a_7c15) >> 32) % turns.count
    }

    /// Sees to it that the connections of a phase have their turn.
    private mutating func schedule(_ index: Int, _ now: Int64) {
        guard turns[index].due == nil else { return }
        let interval = max(rule.interval, 1)
        let start = now - now % interval + Int64(index) * interval / Int64(turns.count)
        let last = turns[index].last
        var due = start > now ? start : start &+ interval
        if last > .min, due < last &+ interval { due = due &+ interval }
        turns[index].due = due
    }

    private mutating func require(_ time: Int64) {
        let grain = max(rule.grain, 1)
        let (rounded, overflow) = time.addingReportingOverflow(grain - 1 - (time &- 1) % grain)
        endsDue = min(endsDue ?? .max, overflow ? .max : rounded)
    }
}

extension Timestamp {
    var wholeMinute: Timestamp {
        Timestamp(milliseconds: milliseconds - milliseconds % 60_000)
    }
}
