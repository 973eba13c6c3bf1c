import ChatModel

/// Who is who, as far as it was told, and whom to ask for.
struct People: Sendable {
    /// Past this, people who are not shown are not remembered.
    static let limit = 20_000

    private(set) var known: [UserID: Person] = .init()
    private var handles: [String: UserID] = .init()
    /// Grows whenever somebody becomes known, or is called otherwise.
    private(set) var version = 1
    /// Wanted and not asked for yet.
    private var wanted: [UserID] = []
    /// Asked for on this connection, or known not to exist for us.
    private var asked: Set<UserID> = .init()
    /// The last answer did not tell of them.
    private var missed: Set<UserID> = .init()
    /// Known, and maybe called otherwise by now.
    private var stale: Set<UserID> = .init()

    /// Somebody to show; who is not known yet is asked for and shown without a name, who may be called otherwise by now
    /// is asked for and shown as they were.
    mutating func person(_ id: UserID) -> Person {
        if let person = known[id] {
            if !stale.isEmpty, stale.contains(id), asked.insert(id).inserted { wanted.append(id) }
            return person
        }
        if asked.insert(id).inserted { wanted.append(id) }
        return Person(id: id, name: "Somebody", avatar: Avatar(picture: "person", color: "#888888"))
    }

    /// Whether who they are may still be told: they are not known, and no answer came without them.
    func isAwaited(_ id: UserID) -> Bool { known[id] == nil && !missed.contains(id) }

    mutating func add(_ user: User) {
        add(Person(id: user.id, name: user.name, handle: user.handle, avatar: user.avatar, role: user.role))
    }

    mutating func add(_ person: Person) {
        guard known.count < People.limit || known[person.id] != nil else { return }
        stale.remove(person.id)
        missed.remove(person.id)
        let before = known[person.id]
        guard before != person else { return }
        if let before, handles[before.handle] == person.id { handles[before.handle] = nil }
        if !person.handle.isEmpty { handles[person.handle] = person.id }
        known[person.id] = person
        version &+= 1
    }

    /// Whose handle it is, in lower case.
    func person(handle: String) -> UserID? { handles[handle] }

    /// What changed about people was not told: they are asked for again when they are shown.
    mutating func refresh() { stale = Set(known.keys) }

    /// The next ids to ask for; empty when there are none.
    mutating func takeWanted() -> [UserID] {
        var page: [UserID] = []
        while page.count < Limits.usersPerRequest.upperBound, let id = wanted.popLast() {
            if known[id] == nil || stale.contains(id) { page.append(id) }
        }
        return page
    }

    /// Who was asked for is not known, and may be asked for again.
    mutating func retry(_ ids: [UserID]) {
        for id in ids { asked.remove(id) }
        answered(ids)
    }

    /// The answer for `ids` is here: of who is not known now nothing will be told.
    mutating func answered(_ ids: [UserID]) {
        if missed.count > People.limit { missed = .init() }
        for id in ids where known[id] == nil { missed.insert(id) }
    }

    /// What was asked may not be answered any more: it is asked for again when it is shown.
    mutating func connectionLost() {
        asked = .init()
        wanted = []
    }
}
