import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation

/// Compares what the server commits and answers with the oracle, which hears of nothing else: each committed event must
/// be one that somebody asked for and that the oracle allows at this place, with the number that it gives.
struct Judge {
    /// Something that reached the server and is not answered yet.
    struct Asked {
        var person: Int
        var request: Request
        /// How much was committed when it arrived.
        var moment: Int
        /// What it made first, as a place in `log`.
        var effect: Int?
        /// How much of it the door had heard by then.
        var heard: Int
        /// The codes with which it may have been refused at some moment since.
        var refusals: Set<ErrorCode>
        /// Whether there was a moment since at which it changed nothing.
        var isIdle: Bool
    }

    /// How somebody stands to a room.
    enum Standing: Hashable {
        /// A member since the event of this number.
        case member(since: Int)
        /// Left by themselves, or never there.
        case outside
        /// Taken out by the event of this number.
        case removed(Int)

        var isMember: Bool { if case .member = self { true } else { false } }
    }

    /// What the next event has to be.
    private enum Owed: Hashable {
        case line(room: Int, seq: Int)
        /// Somebody joined, and has to be told where their cursor is.
        case cursor(person: Int, room: Int, seq: Int)
        /// Somebody follows a thread by what was said in it.
        case told(Oracle.Told)
    }

    var oracle: Oracle
    private(set) var rooms = RoomNumbers()
    private(set) var texts: [[(seq: Int, text: String)]] = []
    /// By room and number: what a message said when.
    private(set) var versions: [[Int: Timeline<String>]] = []
    /// Milliseconds, as the server sees them.
    var now: Int64 = 0
    /// All that was committed, in its order.
    private(set) var log: [Event] = []
    /// By room and number: the place of the event in `log`.
    private(set) var indices: [[Int]] = []
    private(set) var fault: String?
    /// Whether old events were removed, so that a place may be too old.
    var wasPruned = false
    /// Rooms that old messages may go from.
    var expiring: Set<Int> = []
    private(set) var asked: [Int: Asked] = [:]
    private var lastAsked = 0
    /// By person and room.
    private(set) var standings: [[Timeline<Standing>]]
    private(set) var cursors: [[Timeline<Int?>]]
    /// Whether somebody may not write.
    private(set) var mutes: [[Timeline<Bool>]]
    /// How much of `log` the door has heard.
    var heard = 0
    private var lastPlace: UInt64 = 0
    private var useqs: [Int]
    private var owed: [Owed] = []

    init(people: Int, rooms: Int) {
        oracle = Oracle(rooms: rooms, administrators: [World.administrator])
        standings = Array(repeating: [], count: people)
        cursors = Array(repeating: [], count: people)
        mutes = Array(repeating: [], count: people)
        useqs = Array(repeating: 0, count: people)
        for room in 0..<rooms { add(Names.room(room).id) }
    }

    private mutating func add(_ room: RoomID) {
        rooms.add(room)
        texts.append([])
        versions.append([:])
        indices.append([])
        for person in standings.indices {
            standings[person].append(Timeline(.outside))
            cursors[person].append(Timeline(nil))
            mutes[person].append(Timeline(false))
        }
    }

    mutating func found(_ fault: String) { self.fault = self.fault ?? fault }

    /// A request has reached the server; the number names it.
    mutating func ask(_ request: Request, by person: Int) -> Int {
        lastAsked += 1
        let (refusals, isIdle) = prospects(request, person)
        asked[lastAsked] = Asked(
            person: person, request: request, moment: log.count, heard: heard, refusals: refusals, isIdle: isIdle)
        if ban(request) != nil { lookAgain() }
        return lastAsked
    }

    /// Something may be another now: whatever waits may be refused for it.
    mutating func lookAgain() {
        for (number, one) in asked {
            let (refusals, isIdle) = prospects(one.request, one.person)
            asked[number]?.refusals.formUnion(refusals)
            if isIdle { asked[number]?.isIdle = true }
        }
    }

    mutating func take(_ number: Int) -> Asked? { asked.removeValue(forKey: number) }

    /// The server has forgotten what it was asked. Answers the bans of which it is not known whether they were done.
    mutating func forgetAsked() -> [Ban] {
        defer { asked = [:] }
        return openBans
    }

    // MARK: What was committed

    mutating func committed(_ events: [Event]) {
        for (index, event) in events.enumerated() {
            if event.place.rawValue <= lastPlace { found("the place of \(event) is not after the last one's") }
            lastPlace = event.place.rawValue
            switch event {
            case .room(let event): committed(event, events[index...].compactMap(\.roomEvent))
            case .person(let event): committed(event)
            case .directory: break
            }
            log.append(event)
        }
        if let first = owed.first { found("\(first) is owed") }
        if !events.isEmpty { lookAgain() }
    }

    /// - Parameter told: what the rooms were told from this event on in the same commit.
    private mutating func committed(_ event: RoomEvent, _ told: [RoomEvent]) {
        if owed.isEmpty { decide(event, told.filter { $0.room == event.room }) }
        guard case .line(let room, let seq)? = owed.first, rooms[event.room] == room,
            Judge.says(event, oracle.rooms[room].lines[seq - 1], of: oracle.rooms[room])
        else { return found("\(event) was committed, and the oracle says \(owed)") }
        owed.removeFirst()
        indices[room].append(log.count)
        note(oracle.rooms[room].lines[seq - 1], room)
    }

    /// Finds the request of which the event comes, and lets the oracle do the same. A direct room and a group begin
    /// alike: what comes with the event in the room tells them apart.
    private mutating func decide(_ event: RoomEvent, _ told: [RoomEvent]) {
        if case .messagesExpired(let through) = event.body { return expire(event.room, Int(through)) }
        let person = Names.number(event.actor)
        // A ban may be done without a word, so that who was removed was rather so by what tells nothing else.
        let numbers = asked.keys.sorted()
        let bans = numbers.filter { asked[$0].map { ban($0.request) != nil } ?? false }
        for number in numbers.filter({ !bans.contains($0) }) + bans {
            guard let one = asked[number], one.person == person, one.effect == nil else { continue }
            for start in [oracle, lifted(for: one.request, by: person)].compactMap(\.self) {
                guard let (room, seqs, next) = follows(event, told, from: one, start) else { continue }
                if room == rooms.ids.count { add(event.room) }
                oracle = next
                asked[number]?.effect = log.count
                owe(room, seqs)
                owed += next.told.map(Owed.told)
                return
            }
        }
        found("nobody asked for \(event)")
    }

    /// What comes of the request, where it is what the room was told; nil where it is not.
    private func follows(
        _ event: RoomEvent, _ told: [RoomEvent], from one: Asked, _ start: Oracle
    ) -> (room: Int, seqs: [Int], next: Oracle)? {
        var next = start
        guard let made = (try? perform(one.request, by: one.person, in: &next, at: event.at.milliseconds)) ?? nil,
            !made.seqs.isEmpty,
            made.room == rooms[event.room] ?? rooms.ids.count, told.count >= made.seqs.count
        else { return nil }
        let room = next.rooms[made.room]
        let saysAll = zip(told, made.seqs).allSatisfy { Judge.says($0, room.lines[$1 - 1], of: room) }
        return saysAll ? (made.room, made.seqs, next) : nil
    }

    private mutating func owe(_ room: Int, _ seqs: [Int]) {
        for seq in seqs {
            owed.append(.line(room: room, seq: seq))
            if case .joined(let member) = oracle.rooms[room].lines[seq - 1].what {
                owed.append(.cursor(person: member, room: room, seq: seq))
            }
        }
    }

    /// Nobody asks for what a room keeps no longer; it goes in the name of who made the room.
    private mutating func expire(_ id: RoomID, _ through: Int) {
        guard let room = rooms[id], expiring.contains(room),
            let seq = oracle.expire(room, through: through, by: oracle.rooms[room].maker)
        else { return }
        owed.append(.line(room: room, seq: seq))
    }

    /// What follows from a line for who is in the room.
    private mutating func note(_ line: Oracle.Line, _ room: Int) {
        let moment = log.count + 1
        switch line.what {
        case .said(let text):
            texts[room].append((line.seq, text))
            versions[room][line.seq] = Timeline(text)
        case .edited(let target):
            guard case .said(let text) = oracle.rooms[room].lines[target - 1].what else { return }
            texts[room].append((target, text))
            versions[room][target]?.set(text, at: moment)
        case .joined(let person):
            standings[person][room].set(.member(since: line.seq), at: moment)
            cursors[person][room].set(line.seq, at: moment)
        case .left: out(line.by, room, .outside, moment)
        case .removed(let person): out(person, room, .removed(line.seq), moment)
        case .roomDeleted:
            for person in standings.indices where standings[person][room].now.isMember {
                out(person, room, .outside, moment)
            }
        case .muted(let person, let isMuted): mutes[person][room].set(isMuted, at: moment)
        case .gone, .deletion, .part, .renamed, .archived, .expired, .reaction, .pinned, .slowed: break
        }
    }

    private mutating func out(_ person: Int, _ room: Int, _ standing: Standing, _ moment: Int) {
        standings[person][room].set(standing, at: moment)
        cursors[person][room].set(nil, at: moment)
    }

    private mutating func committed(_ event: PersonEvent) {
        let person = Names.number(event.user)
        useqs[person] += 1
        if useqs[person] != Int(event.useq) { found("\(event) should have useq \(useqs[person])") }
        switch event.body {
        case .cursorMoved(let id, let seq):
            guard let room = rooms[id] else { return found("\(event) is of no room") }
            guard !pay(.cursor(person: person, room: room, seq: Int(seq)), event) else { return }
            move(event, person, id, room, to: Int(seq))
        case .threadRead, .threadFollowed:
            guard let told = told(event, person) else { return found("\(event) is of no room") }
            guard !pay(.told(told), event) else { return }
            follow(event, told)
        default: break
        }
    }

    /// Whether something was owed, which this has to be then.
    private mutating func pay(_ due: Owed, _ event: PersonEvent) -> Bool {
        guard let first = owed.first else { return false }
        if first != due { found("\(event) came where \(first) was owed") }
        owed.removeFirst()
        return true
    }

    private func told(_ event: PersonEvent, _ person: Int) -> Oracle.Told? {
        switch event.body {
        case .threadRead(let id, let thread, let seq):
            rooms[id].map { Oracle.Told(person: person, room: $0, thread: Int(thread), what: .read(Int(seq))) }
        case .threadFollowed(let id, let thread, let follow):
            rooms[id].map { room in
                Oracle.Told(
                    person: person, room: room, thread: Int(thread),
                    what: .follow(Oracle.Follow(isFollowing: follow.isFollowing, cursor: Int(follow.cursor))))
            }
        default: nil
        }
    }

    /// Somebody asked for it, and nothing else was told.
    private mutating func follow(_ event: PersonEvent, _ told: Oracle.Told) {
        for number in asked.keys.sorted() {
            guard let one = asked[number], one.person == told.person, one.effect == nil else { continue }
            var next = oracle
            guard let made = (try? perform(one.request, by: one.person, in: &next, at: event.at.milliseconds)) ?? nil,
                made.seqs.isEmpty, next.told == [told]
            else { continue }
            oracle = next
            asked[number]?.effect = log.count
            return
        }
        found("nobody asked for \(event)")
    }

    private mutating func move(_ event: PersonEvent, _ person: Int, _ id: RoomID, _ room: Int, to seq: Int) {
        for number in asked.keys.sorted() {
            guard let one = asked[number], one.person == person, one.effect == nil else { continue }
            var next = oracle
            let outcome: (cursor: Int, moved: Bool)?
            switch one.request {
            case .read(id, let to): outcome = try? next.read(person, room, to: Int(to))
            case .markUnread(id, let from): outcome = try? next.markUnread(person, room, from: Int(from))
            default: outcome = nil
            }
            guard let outcome, outcome == (seq, true) else { continue }
            oracle = next
            asked[number]?.effect = log.count
            cursors[person][room].set(seq, at: log.count + 1)
            return
        }
        found("nobody asked for \(event)")
    }
}
