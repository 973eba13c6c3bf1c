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
        /// What it made, as a place in `log`.
        var effect: Int?
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

    private(set) var oracle: Oracle
    private(set) var texts: [[(seq: Int, text: String)]]
    /// All that was committed, in its order.
    private(set) var log: [Event] = []
    /// By room and number: the place of the event in `log`.
    private(set) var indices: [[Int]]
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
    private var lastPlace: UInt64 = 0
    private var useqs: [Int]
    /// Somebody joined, and the next event has to tell them where their cursor is.
    private var owed: (person: Int, room: Int, seq: Int)?

    init(people: Int, rooms: Int) {
        oracle = Oracle(rooms: rooms)
        texts = Array(repeating: [], count: rooms)
        indices = Array(repeating: [], count: rooms)
        standings = Array(repeating: Array(repeating: Timeline(.outside), count: rooms), count: people)
        cursors = Array(repeating: Array(repeating: Timeline(nil), count: rooms), count: people)
        useqs = Array(repeating: 0, count: people)
    }

    mutating func found(_ fault: String) { self.fault = self.fault ?? fault }

    /// A request has reached the server; the number names it.
    mutating func ask(_ request: Request, by person: Int) -> Int {
        lastAsked += 1
        asked[lastAsked] = Asked(person: person, request: request, moment: log.count)
        return lastAsked
    }

    mutating func take(_ number: Int) -> Asked? { asked.removeValue(forKey: number) }

    /// The server has forgotten what it was asked.
    mutating func forgetAsked() { asked = [:] }

    // MARK: What was committed

    mutating func committed(_ events: [Event]) {
        for event in events {
            if event.place.rawValue <= lastPlace { found("the place of \(event) is not after the last one's") }
            lastPlace = event.place.rawValue
            if let owed, !Judge.pays(event, owed) { found("\(event) came where \(owed) was owed") }
            switch event {
            case .room(let event): committed(event)
            case .person(let event): committed(event)
            case .directory: break
            }
            log.append(event)
        }
        if let owed { found("\(owed) is owed") }
    }

    private static func pays(_ event: Event, _ owed: (person: Int, room: Int, seq: Int)) -> Bool {
        guard case .person(let event) = event, case .cursorMoved(let room, let seq) = event.body else { return false }
        return (Names.number(event.user), Names.number(room), Int(seq)) == owed
    }

    private mutating func committed(_ event: RoomEvent) {
        let (room, by) = (Names.number(event.room), Names.number(event.actor))
        let seq: Int?
        do throws(Oracle.Refusal) { seq = try decide(event, room, by) } catch {
            return found("\(event) was committed, and the oracle says \(error)")
        }
        if seq != Int(event.seq) {
            found("\(event) was committed, and the oracle says \(seq.map(String.init) ?? "no")")
        }
        indices[room].append(log.count)
    }

    /// What the oracle says of it: its number, or nil where nothing may happen.
    private mutating func decide(_ event: RoomEvent, _ room: Int, _ by: Int) throws(Oracle.Refusal) -> Int? {
        let moment = log.count + 1
        switch event.body {
        case .message(_, let text):
            let nonce = reason(event, by) { request in
                if case .send(event.room, text, let nonce) = request { nonce.text } else { nil }
            }
            guard let nonce else { return nil }
            let (seq, isNew) = try oracle.say(text, in: room, by: by, nonce: nonce)
            texts[room].append((seq, text))
            return isNew ? seq : nil
        case .messageDeleted(let target, _):
            guard reason(event, by, { $0 == .delete(room: event.room, seq: target) ? true : nil }) != nil else {
                return nil
            }
            return try oracle.delete(Int(target), in: room, by: by)
        case .memberJoined(let user):
            let person = Names.number(user)
            guard person == by, reason(event, by, { $0 == .join(event.room) ? true : nil }) != nil else { return nil }
            let seq = oracle.join(person, room)
            standings[person][room].set(.member(since: Int(event.seq)), at: moment)
            cursors[person][room].set(Int(event.seq), at: moment)
            owed = (person, room, Int(event.seq))
            return seq
        case .memberLeft(let user):
            let person = Names.number(user)
            guard person == by, reason(event, by, { $0 == .leave(event.room) ? true : nil }) != nil else { return nil }
            out(person, room, .outside, moment)
            return oracle.leave(person, room)
        case .memberRemoved(let user):
            let person = Names.number(user)
            let request = Request.removeMember(room: event.room, user: user)
            guard reason(event, by, { $0 == request ? true : nil }) != nil else { return nil }
            out(person, room, .removed(Int(event.seq)), moment)
            return oracle.remove(person, from: room, by: by)
        case .messageGone: return nil
        case .messagesExpired(let through):
            guard by == Names.maker, expiring.contains(room) else {
                found("nobody asked for \(event)")
                return nil
            }
            return oracle.expire(room, through: Int(through), by: by)
        case .roleChanged, .roomUpdated, .roomArchived, .roomRules, .roomDeleted, .memberMuted:
            found("nobody asks for \(event)")
            return nil
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
        guard owed == nil else {
            owed = nil
            return
        }
        guard case .cursorMoved(let id, let seq) = event.body else { return }
        let room = Names.number(id)
        let was = cursors[person][room].now ?? 0
        let length = oracle.rooms[room].lines.count
        let request = reason(.person(event), person) { request in
            switch request {
            case .read(id, let to) where min(Int(to), length) == Int(seq) && Int(seq) > was: request
            case .markUnread(id, let from) where min(Int(from) - 1, length) == Int(seq) && Int(seq) != was: request
            default: nil
            }
        }
        do throws(Oracle.Refusal) {
            let outcome: (cursor: Int, moved: Bool)?
            switch request {
            case .read(_, let to)?: outcome = try oracle.read(person, room, to: Int(to))
            case .markUnread(_, let from)?: outcome = try oracle.markUnread(person, room, from: Int(from))
            default: outcome = nil
            }
            if outcome?.cursor != Int(seq) || outcome?.moved != true {
                found("\(event) was committed against the oracle")
            }
        } catch { found("\(event) was committed, and the oracle says \(error)") }
        cursors[person][room].set(Int(seq), at: log.count + 1)
    }

    private mutating func reason<Found>(
        _ event: RoomEvent, _ person: Int, _ fits: (Request) -> Found?
    ) -> Found? { reason(.room(event), person, fits) }

    /// What `fits` makes of the oldest request of the person that fits and has made nothing yet: it has made this.
    private mutating func reason<Found>(_ event: Event, _ person: Int, _ fits: (Request) -> Found?) -> Found? {
        for number in asked.keys.sorted() {
            guard let one = asked[number], one.person == person, one.effect == nil, let found = fits(one.request) else {
                continue
            }
            asked[number]?.effect = log.count
            return found
        }
        found("nobody asked for \(event)")
        return nil
    }
}
