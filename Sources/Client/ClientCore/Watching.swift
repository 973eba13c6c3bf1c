import ChatModel

/// Of whom we hear whether they are there: who is in sight.
struct Watching: Sendable {
    /// People, at most.
    static let limit = Limits.watchedPeople.upperBound
    /// Milliseconds between two askings.
    static let pause: Int64 = 1_000

    /// Nobody has been at this device for a while.
    var isAway: Bool
    /// Who is in sight, where the views say it.
    private(set) var wished: [UserID]?
    /// Who is in sight may be others now.
    var isStale = false
    /// Whom the server was asked for last on this connection.
    private(set) var told: Set<UserID> = .init()
    private(set) var known = Pairs<UserID, Presence>()
    /// The request is under way.
    private(set) var isAsking = false
    /// The server does not know how to: it is not asked again on this connection.
    private(set) var isRefused = false
    private(set) var askedAt: Int64?
    var timerRuns = false

    init(isAway: Bool = false) { self.isAway = isAway }

    /// For the next connection of the same person.
    var afresh: Watching {
        var fresh = Watching(isAway: isAway)
        fresh.wished = wished
        return fresh
    }

    mutating func wish(_ users: [UserID]) {
        wished = Array(users.prefix(Watching.limit))
        isStale = true
    }

    /// Milliseconds until the server may be asked again.
    func wait(now: Int64) -> Int64 {
        // A clock that was set back must not silence us.
        guard let askedAt, now >= askedAt else { return 0 }
        return max(askedAt + Watching.pause - now, 0)
    }

    /// The server is to be asked for `wanted`; false where it tells of all of them already.
    mutating func ask(for wanted: [UserID], now: Int64) -> Bool {
        var isCovered = true
        for user in wanted where !told.contains(user) { isCovered = false }
        // One who is out of sight costs little; none is in sight where nothing is shown any more.
        if isCovered, !wanted.isEmpty || told.isEmpty { return false }
        told = Set(wanted)
        isAsking = true
        askedAt = now
        return true
    }

    /// The answer; what was told meanwhile is in it, or follows.
    mutating func take(_ people: [Presence]) {
        isAsking = false
        known = Pairs()
        for person in people { known[person.user] = person }
    }

    /// Those of them that are another now.
    mutating func changed(_ people: [Presence]) -> [Presence] {
        var changed: [Presence] = []
        for person in people where told.contains(person.user) && known[person.user] != person {
            known[person.user] = person
            changed.append(person)
        }
        return changed
    }

    /// Nobody answers; what was asked is asked again.
    mutating func failed(forGood: Bool) {
        isAsking = false
        told = []
        isRefused = forGood
        isStale = !forGood
    }
}
