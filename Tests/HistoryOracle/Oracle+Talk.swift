/// What people do to what was said: threads, edits, reactions, pins, and whom a text calls.
extension Oracle {
    /// Whom a text names, as it stands there.
    package struct Call: Hashable, Sendable {
        package var people: Set<Int>
        package var everyone: Bool

        package init(people: Set<Int> = [], everyone: Bool = false) {
            self.people = people
            self.everyone = everyone
        }

        package static let none = Call()
    }

    /// How somebody stands to a thread, once they followed it or chose not to.
    package struct Follow: Hashable, Sendable {
        package var isFollowing: Bool
        /// The last reply that counts as read.
        package var cursor: Int

        package init(isFollowing: Bool, cursor: Int) {
            self.isFollowing = isFollowing
            self.cursor = cursor
        }
    }

    /// What a person's own devices are told of a thread.
    package struct Told: Hashable, Sendable {
        package enum What: Hashable, Sendable {
            case follow(Follow)
            case read(Int)
        }

        package var person: Int
        package var room: Int
        package var thread: Int
        package var what: What

        package init(person: Int, room: Int, thread: Int, what: What) {
            self.person = person
            self.room = room
            self.thread = thread
            self.what = what
        }
    }

    /// An emoji on a message, and who put it there, the first one first.
    package struct Reaction: Hashable, Sendable {
        package var emoji: String
        package var people: [Int]
    }

    struct FollowKey: Hashable, Sendable {
        var person: Int
        var thread: Int
    }

    // MARK: What people do

    /// Another text for one's own message, whom it calls being asked anew. Nil where it says so already.
    package mutating func edit(
        _ seq: Int, in room: Int, _ text: String, calling: Call, by person: Int
    ) throws(Refusal) -> Int? {
        told = []
        try requireWriter(person, room)
        let old = try live(seq, in: room)
        guard rooms[room].lines[seq - 1].by == person else { throw .forbidden }
        guard old != text else { return nil }
        rooms[room].lines[seq - 1].what = .said(text)
        let called = heard(calling, in: room, by: person)
        rooms[room].lines[seq - 1].called = called
        let told = add(.edited(seq), to: room, by: person)
        if let thread = rooms[room].lines[seq - 1].thread { gather(called.people, thread, room, seq, by: person) }
        return told
    }

    /// Nil where it is so already.
    package mutating func react(
        _ seq: Int, in room: Int, _ emoji: String, _ isOn: Bool, by person: Int
    ) throws(Refusal) -> Int? {
        told = []
        try requireWriter(person, room)
        _ = try live(seq, in: room)
        var reactions = rooms[room].reactions[seq] ?? []
        let index = reactions.firstIndex { $0.emoji == emoji }
        guard (index.map { reactions[$0].people.contains(person) } ?? false) != isOn else { return nil }
        if !isOn {
            for index in reactions.indices where reactions[index].emoji == emoji {
                reactions[index].people.removeAll { $0 == person }
            }
            reactions.removeAll { $0.people.isEmpty }
        } else if let index {
            reactions[index].people.append(person)
        } else {
            reactions.append(Reaction(emoji: emoji, people: [person]))
        }
        rooms[room].reactions[seq] = reactions
        return add(.reaction(seq, emoji, isOn), to: room, by: person)
    }

    /// Nil where it is so already. Every member of a private room pins, in channels who keeps order, in it or not.
    package mutating func pin(_ seq: Int, in room: Int, _ isOn: Bool, by person: Int) throws(Refusal) -> Int? {
        told = []
        if rooms[room].kind == .channel {
            try require(.moderator, person, room)
        } else {
            _ = try cursor(person, room)
        }
        guard !rooms[room].isArchived else { throw .archived }
        if rooms[room].parts[person] != nil { try requireWriter(person, room) }
        _ = try live(seq, in: room)
        guard rooms[room].pins.contains(seq) != isOn else { return nil }
        if isOn { rooms[room].pins.append(seq) } else { rooms[room].pins.removeAll { $0 == seq } }
        return add(.pinned(seq, isOn), to: room, by: person)
    }

    /// Whoever begins to follow has read all of it.
    package mutating func follow(
        _ thread: Int, in room: Int, _ isFollowing: Bool, by person: Int
    ) throws(Refusal) {
        told = []
        _ = try cursor(person, room)
        try requireThread(thread, in: room)
        let old = self.follow(person, room, thread)
        guard old?.isFollowing != isFollowing else { return }
        let cursor = isFollowing ? replies(to: thread, in: room).last?.seq ?? 0 : old?.cursor ?? 0
        set(Follow(isFollowing: isFollowing, cursor: cursor), person, room, thread)
    }

    /// Forward only, and where one follows it.
    package mutating func readThread(
        _ thread: Int, in room: Int, to seq: Int, by person: Int
    ) throws(Refusal) {
        told = []
        _ = try cursor(person, room)
        guard let follow = follow(person, room, thread), follow.isFollowing else {
            return try requireThread(thread, in: room)
        }
        let target = min(seq, replies(to: thread, in: room).last?.seq ?? 0)
        guard target > follow.cursor else { return }
        rooms[room].follows[FollowKey(person: person, thread: thread)]?.cursor = target
        told.append(Told(person: person, room: room, thread: thread, what: .read(target)))
    }

    // MARK: What follows from it

    /// Nil for who never followed it, or went and came back since.
    package func follow(_ person: Int, _ room: Int, _ thread: Int) -> Follow? {
        rooms[room].follows[FollowKey(person: person, thread: thread)]
    }

    /// All that stand in the thread, also those that are gone.
    package func replies(to thread: Int, in room: Int) -> [Line] {
        rooms[room].lines.filter { $0.isMessage && $0.thread == thread }
    }

    /// Replies of others after the cursor that are still there, while one follows the thread; and those that call one.
    package func unread(_ person: Int, inThread thread: Int, _ room: Int) -> (all: Int, calling: Int) {
        guard let follow = follow(person, room, thread), follow.isFollowing else { return (0, 0) }
        let lines = replies(to: thread, in: room).filter { line in
            line.seq > follow.cursor && line.by != person && line.isLive
        }
        return (lines.count, lines.count { $0.calls(person) })
    }

    /// Numbers of the roots that replies hang on.
    package func threads(_ room: Int) -> [Int] {
        Set(rooms[room].lines.compactMap { $0.isMessage ? $0.thread : nil }).sorted()
    }

    /// Of what `unread` counts, what calls the person or everyone.
    package func calls(_ person: Int, _ room: Int) -> Int { unreadLines(person, room).count { $0.calls(person) } }

    /// Numbers of the pinned messages that are still there, the newest pin first.
    package func pins(_ room: Int) -> [Int] { rooms[room].pins.reversed().filter { rooms[room].lines[$0 - 1].isLive } }

    /// In the order in which they came.
    package func reactions(to seq: Int, in room: Int) -> [Reaction] {
        rooms[room].lines[seq - 1].isLive ? rooms[room].reactions[seq] ?? [] : []
    }

    // MARK: Steps

    /// A member who may write, whatever their turn.
    func requireWriter(_ person: Int, _ room: Int) throws(Refusal) {
        _ = try cursor(person, room)
        guard !rooms[room].isArchived else { throw .archived }
        guard !rooms[room].muted.contains(person) else { throw .muted }
    }

    /// The text of a message that has it.
    private func live(_ seq: Int, in room: Int) throws(Refusal) -> String {
        guard rooms[room].lines.indices.contains(seq - 1), case .said(let text) = rooms[room].lines[seq - 1].what else {
            throw .notFound
        }
        return text
    }

    /// A message that is there and stands in the room itself.
    func requireRoot(_ seq: Int, in room: Int) throws(Refusal) {
        _ = try live(seq, in: room)
        guard rooms[room].lines[seq - 1].thread == nil else { throw .notFound }
    }

    /// A root that is there, or has replies.
    private func requireThread(_ seq: Int, in room: Int) throws(Refusal) {
        guard rooms[room].lines.indices.contains(seq - 1), rooms[room].lines[seq - 1].isMessage,
            rooms[room].lines[seq - 1].thread == nil,
            rooms[room].lines[seq - 1].isLive || !replies(to: seq, in: room).isEmpty
        else { throw .notFound }
    }

    /// Whom a text calls: members; everyone where who writes may call everyone.
    func heard(_ call: Call, in room: Int, by person: Int) -> Call {
        let may =
            rooms[room].kind != .channel || administrators.contains(person)
            || rooms[room].parts[person] ?? .member != .member
        return Call(people: call.people.intersection(rooms[room].members), everyone: call.everyone && may)
    }

    /// After a reply: who wrote it follows the thread, with all of it read; whose message the root is and whom it calls
    /// follow it from this reply on, unless they ever did.
    mutating func gatherFollowers(of thread: Int, _ room: Int, _ reply: Int, by person: Int) {
        if follow(person, room, thread)?.isFollowing != true {
            set(Follow(isFollowing: true, cursor: reply), person, room, thread)
        }
        let author = rooms[room].lines[thread - 1].by
        if rooms[room].members.contains(author) { begin(author, thread, room, reply, by: person) }
        gather(rooms[room].lines[reply - 1].called.people, thread, room, reply, by: person)
    }

    private mutating func gather(_ people: Set<Int>, _ thread: Int, _ room: Int, _ reply: Int, by person: Int) {
        for other in people.sorted() { begin(other, thread, room, reply, by: person) }
    }

    private mutating func begin(_ other: Int, _ thread: Int, _ room: Int, _ reply: Int, by person: Int) {
        guard other != person, follow(other, room, thread) == nil else { return }
        set(Follow(isFollowing: true, cursor: reply - 1), other, room, thread)
    }

    private mutating func set(_ follow: Follow, _ person: Int, _ room: Int, _ thread: Int) {
        rooms[room].follows[FollowKey(person: person, thread: thread)] = follow
        told.append(Told(person: person, room: room, thread: thread, what: .follow(follow)))
    }
}
