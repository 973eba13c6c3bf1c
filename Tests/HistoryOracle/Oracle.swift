/// The chat as one would explain it to somebody: rooms, who is in them, what was said, and how far each has read.
///
/// It imports nothing, so that it shares no mistake with what is compared with it. People, rooms and events are
/// numbers; the events of a room are numbered from 1.
package struct Oracle: Sendable {
    package struct Line: Hashable, Sendable {
        package enum What: Hashable, Sendable {
            case said(String)
            /// Was said and is deleted.
            case gone
            /// Tells that the line of this number is gone.
            case deletion(Int)
            case joined
            case left
            case removed(Int)
            /// Tells that every line up to the one of this number is gone that was said.
            case expired(Int)
        }

        package var seq: Int
        package var by: Int
        package var what: What

        package init(seq: Int, by: Int, what: What) {
            self.seq = seq
            self.by = by
            self.what = what
        }

        package var isMessage: Bool {
            switch what {
            case .said, .gone: true
            default: false
            }
        }
    }

    package struct Room: Sendable {
        package var lines: [Line] = []
        package var members: Set<Int> = []
        /// By person: the last line that counts as read.
        package var cursors: [Int: Int] = [:]
    }

    package enum Refusal: Error, Hashable, Sendable {
        case notMember
        case nonceReused
        case notYours
    }

    private struct Sending: Hashable, Sendable {
        var person: Int
        var nonce: String
    }

    package private(set) var rooms: [Room]
    private var sendings: [Sending: (room: Int, text: String, seq: Int)] = [:]

    package init(rooms: Int) { self.rooms = Array(repeating: Room(), count: rooms) }

    // MARK: What people do

    /// The same nonce again is the same message; `isNew` says whether this made it.
    package mutating func say(
        _ text: String, in room: Int, by person: Int, nonce: String
    ) throws(Refusal) -> (seq: Int, isNew: Bool) {
        let key = Sending(person: person, nonce: nonce)
        if let first = sendings[key] {
            guard first.room == room, first.text == text else { throw .nonceReused }
            return (first.seq, false)
        }
        guard rooms[room].members.contains(person) else { throw .notMember }
        let seq = add(.said(text), to: room, by: person)
        sendings[key] = (room, text, seq)
        return (seq, true)
    }

    /// Whoever joins has read what was there. Nil where they are in it already.
    package mutating func join(_ person: Int, _ room: Int) -> Int? {
        guard rooms[room].members.insert(person).inserted else { return nil }
        let seq = add(.joined, to: room, by: person)
        rooms[room].cursors[person] = seq
        return seq
    }

    package mutating func leave(_ person: Int, _ room: Int) -> Int? {
        guard rooms[room].members.contains(person) else { return nil }
        let seq = add(.left, to: room, by: person)
        forget(person, room)
        return seq
    }

    package mutating func remove(_ person: Int, from room: Int, by other: Int) -> Int? {
        guard rooms[room].members.contains(person) else { return nil }
        let seq = add(.removed(person), to: room, by: other)
        forget(person, room)
        return seq
    }

    /// Where the cursor is then, and whether it moved: forward only.
    package mutating func read(_ person: Int, _ room: Int, to seq: Int) throws(Refusal) -> (cursor: Int, moved: Bool) {
        guard let cursor = rooms[room].cursors[person] else { throw .notMember }
        return set(max(cursor, min(seq, rooms[room].lines.count)), person, room)
    }

    /// The line `seq` and all behind it count as not read; what is not read already stays so.
    package mutating func markUnread(
        _ person: Int, _ room: Int, from seq: Int
    ) throws(Refusal) -> (cursor: Int, moved: Bool) {
        guard let cursor = rooms[room].cursors[person] else { throw .notMember }
        return set(min(cursor, max(seq - 1, 0)), person, room)
    }

    /// The number of the line that tells; nil where it is gone already.
    package mutating func delete(_ seq: Int, in room: Int, by person: Int) throws(Refusal) -> Int? {
        guard rooms[room].members.contains(person) else { throw .notMember }
        guard rooms[room].lines.indices.contains(seq - 1), rooms[room].lines[seq - 1].by == person else {
            throw .notYours
        }
        switch rooms[room].lines[seq - 1].what {
        case .gone: return nil
        case .said: break
        default: throw .notYours
        }
        rooms[room].lines[seq - 1].what = .gone
        return add(.deletion(seq), to: room, by: person)
    }

    /// The room keeps nothing for longer: the number of the line that tells; nil where nothing was left to go.
    package mutating func expire(_ room: Int, through seq: Int, by person: Int) -> Int? {
        var isNews = false
        for index in rooms[room].lines.indices.prefix(max(0, seq)) {
            guard case .said = rooms[room].lines[index].what else { continue }
            rooms[room].lines[index].what = .gone
            isNews = true
        }
        return isNews ? add(.expired(min(seq, rooms[room].lines.count)), to: room, by: person) : nil
    }

    // MARK: What follows from it

    /// Messages that others said after the cursor and that are still there.
    package func unread(_ person: Int, _ room: Int) -> Int {
        var count = 0
        for line in rooms[room].lines[(rooms[room].cursors[person] ?? 0)...] where line.by != person {
            if case .said = line.what { count += 1 }
        }
        return count
    }

    /// The number of the first line that `unread` counts.
    package func firstUnread(_ person: Int, _ room: Int) -> Int? {
        for line in rooms[room].lines[(rooms[room].cursors[person] ?? 0)...] where line.by != person {
            if case .said = line.what { return line.seq }
        }
        return nil
    }

    /// The messages of a room, with the places of those that are gone.
    package func messages(_ room: Int) -> [Line] { rooms[room].lines.filter { $0.isMessage } }

    // MARK: Steps

    private mutating func add(_ what: Line.What, to room: Int, by person: Int) -> Int {
        let seq = rooms[room].lines.count + 1
        rooms[room].lines.append(Line(seq: seq, by: person, what: what))
        return seq
    }

    private mutating func set(_ cursor: Int, _ person: Int, _ room: Int) -> (cursor: Int, moved: Bool) {
        let moved = rooms[room].cursors[person] != cursor
        rooms[room].cursors[person] = cursor
        return (cursor, moved)
    }

    private mutating func forget(_ person: Int, _ room: Int) {
        rooms[room].members.remove(person)
        rooms[room].cursors[person] = nil
    }
}
