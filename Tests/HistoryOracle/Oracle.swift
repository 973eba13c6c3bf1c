/// The chat as one would explain it to somebody: rooms, who is in them, what was said, and how far each has read.
///
/// It imports nothing, so that it shares no mistake with what is compared with it. People, rooms and events are
/// numbers; the events of a room are numbered from 1. What people do to a room is in `Oracle+Deeds`, what they do to what
/// was said in `Oracle+Talk`.
package struct Oracle: Sendable {
    /// What somebody is in a room, the least first.
    package enum Part: Int, Hashable, Sendable, CaseIterable { case member, moderator, owner }

    package enum Kind: Hashable, Sendable { case channel, group, direct }

    package struct Line: Hashable, Sendable {
        package enum What: Hashable, Sendable {
            case said(String)
            /// Was said and is deleted.
            case gone
            /// Tells that the line of this number is gone.
            case deletion(Int)
            /// This person is in the room from here on.
            case joined(Int)
            case left
            case removed(Int)
            case part(Int, Part)
            case renamed(String)
            case archived(Bool)
            /// This person may not write, or may again.
            case muted(Int, Bool)
            /// The last one.
            case roomDeleted
            /// Tells that every line up to the one of this number is gone that was said.
            case expired(Int)
            /// The message of this number says what it says now.
            case edited(Int)
            /// On the message of this number stands this, or no longer.
            case reaction(Int, String, Bool)
            /// The message of this number is pinned, or no longer.
            case pinned(Int, Bool)
            /// Each member writes once in so many seconds.
            case slowed(Int)
        }

        package var seq: Int
        package var by: Int
        package var what: What
        /// The root of the thread that it is a reply in.
        package var thread: Int?
        /// Whom it calls.
        package var called = Call.none

        package init(seq: Int, by: Int, what: What, thread: Int? = nil, called: Call = .none) {
            self.seq = seq
            self.by = by
            self.what = what
            self.thread = thread
            self.called = called
        }

        package var isLive: Bool { if case .said = what { true } else { false } }

        package func calls(_ person: Int) -> Bool { called.everyone || called.people.contains(person) }

        package var isMessage: Bool {
            switch what {
            case .said, .gone: true
            default: false
            }
        }
    }

    package struct Room: Sendable {
        package var kind = Kind.channel
        package var name = ""
        package var maker = 0
        package var lines: [Line] = []
        /// By person who is in it.
        package var parts: [Int: Part] = [:]
        /// By person who is in it: the line that let them in. Who has been there for longest has the lowest.
        var entries: [Int: Int] = [:]
        /// By person: the last line that counts as read.
        package var cursors: [Int: Int] = [:]
        /// Those who may not write, in it or not.
        package internal(set) var muted: Set<Int> = []
        /// Those who are kept out.
        package internal(set) var banned: Set<Int> = []
        /// By message, in the order in which they came.
        var reactions: [Int: [Reaction]] = [:]
        /// The last pinned one last.
        var pins: [Int] = []
        var follows: [FollowKey: Follow] = [:]
        /// Seconds between two messages of one member.
        package internal(set) var slowness = 0
        /// By person: when they wrote last while they had to wait for their turn.
        var turns: [Int: Int] = [:]
        package var isArchived = false
        package var isDeleted = false

        package var members: Set<Int> { Set(parts.keys) }
    }

    package enum Refusal: Error, Hashable, Sendable {
        case notFound
        case notMember
        case forbidden
        case archived
        case muted
        case banned
        case nonceReused
        case tooSoon
    }

    private struct Sending: Hashable, Sendable {
        var person: Int
        var nonce: String
    }

    private struct Sent: Hashable, Sendable {
        var room: Int
        var text: String
        var thread: Int?
        var seq: Int
    }

    package internal(set) var rooms: [Room]
    /// They are owners of every channel, and of the groups that they are in.
    let administrators: Set<Int>
    private var sendings: [Sending: Sent] = [:]
    /// What the last deed had people told on their own devices besides the room's lines, in its order.
    package internal(set) var told: [Told] = []

    /// Begins with so many empty channels.
    package init(rooms: Int, administrators: Set<Int>) {
        self.rooms = (0..<rooms).map { Room(name: "room \($0)") }
        self.administrators = administrators
    }

    // MARK: What people do with messages

    /// The same nonce again is the same message; `isNew` says whether this made it.
    ///
    /// - Parameter time: milliseconds, for rooms where each has to wait for their turn.
    package mutating func say(
        _ text: String, in room: Int, thread: Int? = nil, calling: Call = .none, by person: Int, nonce: String,
        at time: Int
    ) throws(Refusal) -> (seq: Int, isNew: Bool) {
        told = []
        let key = Sending(person: person, nonce: nonce)
        if let first = sendings[key] {
            guard first.room == room, first.text == text, first.thread == thread else { throw .nonceReused }
            return (first.seq, false)
        }
        try requireWriter(person, room)
        let hasTurns = rooms[room].slowness > 0 && part(of: person, in: room) == .member
        if hasTurns, let last = rooms[room].turns[person], time < last + rooms[room].slowness * 1000 { throw .tooSoon }
        if let thread { try requireRoot(thread, in: room) }
        let seq = add(.said(text), to: room, by: person)
        rooms[room].lines[seq - 1].thread = thread
        rooms[room].lines[seq - 1].called = heard(calling, in: room, by: person)
        if hasTurns { rooms[room].turns[person] = time }
        if let thread { gatherFollowers(of: thread, room, seq, by: person) }
        sendings[key] = Sent(room: room, text: text, thread: thread, seq: seq)
        return (seq, true)
    }

    /// Where the cursor is then, and whether it moved: forward only.
    package mutating func read(_ person: Int, _ room: Int, to seq: Int) throws(Refusal) -> (cursor: Int, moved: Bool) {
        let cursor = try cursor(person, room)
        return set(max(cursor, min(seq, rooms[room].lines.count)), person, room)
    }

    /// The line `seq` and all behind it count as not read; what is not read already stays so.
    package mutating func markUnread(
        _ person: Int, _ room: Int, from seq: Int
    ) throws(Refusal) -> (cursor: Int, moved: Bool) {
        let cursor = try cursor(person, room)
        return set(min(cursor, max(seq - 1, 0)), person, room)
    }

    /// The number of the line that tells; nil where it is gone already. One's own, or anybody's for who keeps order.
    package mutating func delete(_ seq: Int, in room: Int, by person: Int) throws(Refusal) -> Int? {
        told = []
        try see(room, by: person)
        guard rooms[room].lines.indices.contains(seq - 1) else { throw .notFound }
        let line = rooms[room].lines[seq - 1]
        guard line.isMessage else { throw .notFound }
        if line.by != person || rooms[room].parts[person] == nil { try require(.moderator, person, room) }
        guard line.what != .gone else { return nil }
        rooms[room].lines[seq - 1].what = .gone
        return add(.deletion(seq), to: room, by: person)
    }

    /// The room keeps nothing for longer: the number of the line that tells; nil where nothing was left to go.
    package mutating func expire(_ room: Int, through seq: Int, by person: Int) -> Int? {
        guard !rooms[room].isDeleted else { return nil }
        var isNews = false
        for index in rooms[room].lines.indices.prefix(max(0, seq)) {
            guard case .said = rooms[room].lines[index].what else { continue }
            rooms[room].lines[index].what = .gone
            isNews = true
        }
        return isNews ? add(.expired(min(seq, rooms[room].lines.count)), to: room, by: person) : nil
    }

    /// The number of the message that was sent with this nonce.
    package func sent(_ nonce: String, by person: Int) -> Int? { sendings[Sending(person: person, nonce: nonce)]?.seq }

    // MARK: What follows from it

    /// Throws unless somebody may see the room: a channel everyone, other rooms their members.
    package func see(_ room: Int, by person: Int) throws(Refusal) {
        guard !rooms[room].isDeleted, rooms[room].kind == .channel || rooms[room].parts[person] != nil else {
            throw .notFound
        }
    }

    /// How far a member has read.
    package func cursor(_ person: Int, _ room: Int) throws(Refusal) -> Int {
        try see(room, by: person)
        guard let cursor = rooms[room].cursors[person] else { throw .notMember }
        return cursor
    }

    /// Messages that others said after the cursor and that are still there.
    package func unread(_ person: Int, _ room: Int) -> Int {
        unreadLines(person, room).count
    }

    /// Replies in threads count there.
    func unreadLines(_ person: Int, _ room: Int) -> [Line] {
        rooms[room].lines[(rooms[room].cursors[person] ?? 0)...].filter { line in
            line.by != person && line.isLive && line.thread == nil
        }
    }

    /// The number of the first line that `unread` counts.
    package func firstUnread(_ person: Int, _ room: Int) -> Int? {
        unreadLines(person, room).first?.seq
    }

    /// The messages of a room itself, with the places of those that are gone.
    package func messages(_ room: Int) -> [Line] { rooms[room].lines.filter { $0.isMessage && $0.thread == nil } }

    // MARK: Steps

    mutating func add(_ what: Line.What, to room: Int, by person: Int) -> Int {
        let seq = rooms[room].lines.count + 1
        rooms[room].lines.append(Line(seq: seq, by: person, what: what))
        return seq
    }

    private mutating func set(_ cursor: Int, _ person: Int, _ room: Int) -> (cursor: Int, moved: Bool) {
        let moved = rooms[room].cursors[person] != cursor
        rooms[room].cursors[person] = cursor
        return (cursor, moved)
    }
}
