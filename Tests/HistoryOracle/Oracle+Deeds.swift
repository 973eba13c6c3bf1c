/// What people do to a room and to who is in it, and which lines come of it.
extension Oracle {
    package enum Deed: Hashable, Sendable {
        case join(Int)
        case leave(Int)
        case add([Int], to: Int)
        case remove(Int, from: Int)
        case give(Part, to: Int, in: Int)
        case rename(Int, String)
        case archive(Int, Bool)
        /// Takes somebody's word, or gives it back.
        case mute(Int, in: Int, Bool)
        /// Keeps somebody out, in it or not, or no longer. No line tells of it but of their going.
        case ban(Int, from: Int, Bool)
        case delete(Int)
        /// The others, who become members; the maker becomes the owner.
        case makeGroup([Int], name: String)
        /// The one room of these people and whoever asks.
        case makeDirect([Int])
        /// Each member writes once in so many seconds.
        case slow(Int, Int)
        /// With `thread` a reply in it. `nonce` is the message's own.
        case say(String, in: Int, thread: Int?, calling: Call, nonce: String)
        case edit(Int, in: Int, String, calling: Call)
        case react(Int, in: Int, String, Bool)
        case pin(Int, in: Int, Bool)
        case follow(Int, in: Int, Bool)
        case readThread(Int, in: Int, to: Int)
    }

    /// The room, and the numbers of the lines that the deed makes in it: none where it changes nothing. `told` is what it
    /// has people told besides.
    package mutating func perform(
        _ deed: Deed, by person: Int, at time: Int
    ) throws(Refusal) -> (room: Int, seqs: [Int]) {
        told = []
        switch deed {
        case .say(let text, let room, let thread, let call, let nonce):
            let (seq, isNew) = try say(
                text, in: room, thread: thread, calling: call, by: person, nonce: nonce, at: time)
            return (room, isNew ? [seq] : [])
        case .edit(let seq, let room, let text, let call):
            return (room, try edit(seq, in: room, text, calling: call, by: person).map { [$0] } ?? [])
        case .react(let seq, let room, let emoji, let isOn):
            return (room, try react(seq, in: room, emoji, isOn, by: person).map { [$0] } ?? [])
        case .pin(let seq, let room, let isOn):
            return (room, try pin(seq, in: room, isOn, by: person).map { [$0] } ?? [])
        case .follow(let thread, let room, let isFollowing):
            try follow(thread, in: room, isFollowing, by: person)
            return (room, [])
        case .readThread(let thread, let room, let seq):
            try readThread(thread, in: room, to: seq, by: person)
            return (room, [])
        default: return try performInRoom(deed, by: person)
        }
    }

    private mutating func performInRoom(_ deed: Deed, by person: Int) throws(Refusal) -> (room: Int, seqs: [Int]) {
        switch deed {
        case .slow(let room, let seconds): (room, try slow(room, seconds, by: person))
        case .join(let room): (room, try join(person, room))
        case .leave(let room): (room, try leave(person, room))
        case .add(let people, let room): (room, try add(people, to: room, by: person))
        case .remove(let other, let room): (room, try remove(other, from: room, by: person))
        case .give(let part, let other, let room): (room, try give(part, to: other, in: room, by: person))
        case .rename(let room, let name): (room, try rename(room, name, by: person))
        case .archive(let room, let isArchived): (room, try archive(room, isArchived, by: person))
        case .mute(let other, let room, let isMuted): (room, try mute(other, in: room, isMuted, by: person))
        case .ban(let other, let room, let isBanned): (room, try ban(other, from: room, isBanned, by: person))
        case .delete(let room): (room, try delete(room, by: person))
        case .makeGroup(let others, let name):
            make(Room(kind: .group, name: name, maker: person), of: others.filter { $0 != person })
        case .makeDirect(let others): makeDirect(Set(others).union([person]), by: person)
        case .say, .edit, .react, .pin, .follow, .readThread: (0, [])
        }
    }

    // MARK: Rights

    /// Throws unless `person` is at least this in the room. In a direct room everyone is alike and nothing changes.
    func require(_ least: Part, _ person: Int, _ room: Int) throws(Refusal) {
        try see(room, by: person)
        let own = rooms[room].parts[person]
        guard own != nil || rooms[room].kind == .channel && administrators.contains(person) else { throw .notMember }
        guard rooms[room].kind != .direct, part(of: person, in: room).rawValue >= least.rawValue else {
            throw .forbidden
        }
    }

    func part(of person: Int, in room: Int) -> Part {
        administrators.contains(person) ? .owner : rooms[room].parts[person] ?? .member
    }

    private func owners(of room: Int) -> Int { rooms[room].parts.values.count { $0 == .owner } }

    // MARK: Coming and going

    /// Whoever joins has read what was there.
    private mutating func join(_ person: Int, _ room: Int) throws(Refusal) -> [Int] {
        try see(room, by: person)
        guard rooms[room].parts[person] == nil else { return [] }
        guard !rooms[room].isArchived else { throw .archived }
        guard !rooms[room].banned.contains(person) else { throw .banned }
        return [enter(person, room, by: person)]
    }

    private mutating func enter(_ person: Int, _ room: Int, by other: Int, as part: Part = .member) -> Int {
        let seq = add(.joined(person), to: room, by: other)
        (rooms[room].parts[person], rooms[room].entries[person], rooms[room].cursors[person]) = (part, seq, seq)
        return seq
    }

    private mutating func add(_ people: [Int], to room: Int, by person: Int) throws(Refusal) -> [Int] {
        try require(.member, person, room)
        guard !rooms[room].isArchived else { throw .archived }
        guard people.allSatisfy({ rooms[room].parts[$0] != nil || !rooms[room].banned.contains($0) }) else {
            throw .forbidden
        }
        var seqs: [Int] = []
        for other in people.sorted() where rooms[room].parts[other] == nil {
            seqs.append(enter(other, room, by: person))
        }
        return seqs
    }

    private mutating func leave(_ person: Int, _ room: Int) throws(Refusal) -> [Int] {
        guard rooms[room].parts[person] != nil else {
            guard rooms[room].kind == .channel, !rooms[room].isDeleted else { throw .notFound }
            return []
        }
        guard rooms[room].kind != .direct else { throw .forbidden }
        var seqs = handOver(from: person, room, by: person)
        seqs.append(add(.left, to: room, by: person))
        forget(person, room)
        if rooms[room].kind == .group, rooms[room].parts.isEmpty { seqs.append(end(room, by: person)) }
        return seqs
    }

    private mutating func remove(_ person: Int, from room: Int, by other: Int) throws(Refusal) -> [Int] {
        try require(.moderator, other, room)
        guard rooms[room].parts[person] != nil else { return [] }
        try requireRank(of: other, over: person, room)
        return takeOut(person, room, by: other)
    }

    /// Moderators act upon members, owners upon everyone, but only administrators upon one another.
    private func requireRank(of person: Int, over other: Int, _ room: Int) throws(Refusal) {
        guard part(of: person, in: room) == .owner || rooms[room].parts[other] ?? .member == .member,
            !administrators.contains(other) || administrators.contains(person)
        else { throw .forbidden }
    }

    private mutating func takeOut(_ person: Int, _ room: Int, by other: Int) -> [Int] {
        var seqs = handOver(from: person, room, by: other)
        seqs.append(add(.removed(person), to: room, by: other))
        forget(person, room)
        return seqs
    }

    /// The last owner leaves the room to whoever has moderated it, else been in it, for longest.
    private mutating func handOver(from person: Int, _ room: Int, by other: Int) -> [Int] {
        guard rooms[room].parts[person] == .owner, owners(of: room) == 1 else { return [] }
        let rest = rooms[room].parts.filter { $0.key != person }
        let order = rooms[room].entries.sorted { $0.value < $1.value }.map(\.key)
        let heir = order.first { rest[$0] == .moderator } ?? order.first { rest[$0] == .member }
        guard let heir else { return [] }
        rooms[room].parts[heir] = .owner
        return [add(.part(heir, .owner), to: room, by: other)]
    }

    private mutating func forget(_ person: Int, _ room: Int) {
        (rooms[room].parts[person], rooms[room].entries[person], rooms[room].cursors[person]) = (nil, nil, nil)
        rooms[room].follows = rooms[room].follows.filter { $0.key.person != person }
    }

    // MARK: The room itself

    private mutating func give(
        _ part: Part, to person: Int, in room: Int, by other: Int
    ) throws(Refusal) -> [Int] {
        try require(.owner, other, room)
        guard let now = rooms[room].parts[person] else { throw .notFound }
        guard now != part else { return [] }
        guard now != .owner || owners(of: room) > 1 else { throw .forbidden }
        rooms[room].parts[person] = part
        return [add(.part(person, part), to: room, by: other)]
    }

    private mutating func rename(_ room: Int, _ name: String, by person: Int) throws(Refusal) -> [Int] {
        try require(.moderator, person, room)
        guard !rooms[room].isArchived else { throw .archived }
        guard rooms[room].name != name else { return [] }
        rooms[room].name = name
        return [add(.renamed(name), to: room, by: person)]
    }

    private mutating func slow(_ room: Int, _ seconds: Int, by person: Int) throws(Refusal) -> [Int] {
        try require(.moderator, person, room)
        guard !rooms[room].isArchived else { throw .archived }
        guard rooms[room].slowness != seconds else { return [] }
        rooms[room].slowness = seconds
        return [add(.slowed(seconds), to: room, by: person)]
    }

    private mutating func archive(_ room: Int, _ isArchived: Bool, by person: Int) throws(Refusal) -> [Int] {
        try require(.owner, person, room)
        guard rooms[room].isArchived != isArchived else { return [] }
        rooms[room].isArchived = isArchived
        return [add(.archived(isArchived), to: room, by: person)]
    }

    private mutating func mute(
        _ person: Int, in room: Int, _ isMuted: Bool, by other: Int
    ) throws(Refusal) -> [Int] {
        try require(.moderator, other, room)
        let wasMuted = rooms[room].muted.contains(person)
        guard rooms[room].parts[person] != nil || wasMuted else { throw .notFound }
        try requireRank(of: other, over: person, room)
        guard isMuted || wasMuted else { return [] }
        if isMuted { rooms[room].muted.insert(person) } else { rooms[room].muted.remove(person) }
        return [add(.muted(person, isMuted), to: room, by: other)]
    }

    private mutating func ban(
        _ person: Int, from room: Int, _ isBanned: Bool, by other: Int
    ) throws(Refusal) -> [Int] {
        try require(.moderator, other, room)
        guard isBanned else {
            rooms[room].banned.remove(person)
            return []
        }
        try requireRank(of: other, over: person, room)
        rooms[room].banned.insert(person)
        return rooms[room].parts[person] == nil ? [] : takeOut(person, room, by: other)
    }

    /// What was done without a line that tells of it.
    package mutating func setBan(_ isBanned: Bool, of person: Int, from room: Int) {
        if isBanned { rooms[room].banned.insert(person) } else { rooms[room].banned.remove(person) }
    }

    private mutating func delete(_ room: Int, by person: Int) throws(Refusal) -> [Int] {
        try require(.owner, person, room)
        return [end(room, by: person)]
    }

    private mutating func end(_ room: Int, by person: Int) -> Int {
        let seq = add(.roomDeleted, to: room, by: person)
        for member in rooms[room].members { forget(member, room) }
        rooms[room].isDeleted = true
        return seq
    }

    private mutating func make(_ about: Room, of others: [Int]) -> (room: Int, seqs: [Int]) {
        rooms.append(about)
        let room = rooms.count - 1
        var seqs: [Int] = []
        if about.kind == .group { seqs.append(enter(about.maker, room, by: about.maker, as: .owner)) }
        for other in others.sorted() { seqs.append(enter(other, room, by: about.maker)) }
        return (room, seqs)
    }

    private mutating func makeDirect(_ people: Set<Int>, by person: Int) -> (room: Int, seqs: [Int]) {
        let known = rooms.firstIndex { $0.kind == .direct && $0.members == people }
        if let known { return (known, []) }
        return make(Room(kind: .direct, maker: person), of: Array(people))
    }
}
