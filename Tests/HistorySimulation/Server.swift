import ByteCoding
import ChatModel
import ChatWire
import EngineIOCodec
import HistoryOracle
import SocketIOCodec

/// A server of several loops around the oracle's truth: what the oracle decides is logged, and each loop brings the log
/// to its connections when it is its turn, joined by room, as docs/design.md §4 has it.
final class Server: HistoryServer {
    enum Logged {
        case room(Int, seq: Int)
        case cursor(person: Int, useq: Int, room: Int, seq: Int)
        case told(Oracle.Told, useq: Int)
    }

    struct Loop {
        /// How much of the log was written to the connections.
        var written = 0
        var members: [Set<Int>]
    }

    var oracle: Oracle
    var log: [Logged] = []
    var loops: [Loop]
    var connections: [SimulatedConnection] = []
    /// Given up by their clients; what they had sent may still arrive.
    var abandoned: [SimulatedConnection] = []
    var now: Int64 = 1_764_500_000_000
    /// A place before this is too old for `sync`.
    var oldestPlace = 0
    private var pinged: Int64 = 0
    /// By room: events that are no messages below this number are not there any more.
    var compacted: [Int]
    /// The next requests that are refused for the moment.
    var refusals = 0
    /// A request that moved a cursor where it must not.
    var promiseBroken: String?
    private var useqs: [Int]
    /// By person and room: where in the log they went last.
    var departures: [[Int: Int]]
    /// By room: every text that was kept with its number, also what was deleted since.
    var texts: [[(seq: Int, text: String)]]

    init(people: Int, rooms: Int, loops: Int) {
        oracle = Oracle(rooms: rooms, administrators: [World.administrator])
        self.loops = Array(repeating: Loop(members: Array(repeating: [], count: rooms)), count: loops)
        compacted = Array(repeating: 0, count: rooms)
        useqs = Array(repeating: 0, count: people + 1)
        texts = Array(repeating: [], count: rooms)
        departures = Array(repeating: [:], count: people + 1)
        for room in 0..<rooms {
            for person in 0..<people where (room + person) % 3 != 2 || room == 0 { ask(.join(room), by: person) }
        }
        for loop in 0..<loops { turn(loop, most: .max, chance: 0) }
    }

    // MARK: What is logged

    func append(_ seq: Int?, _ room: Int) {
        if let seq { log.append(.room(room, seq: seq)) }
    }

    func ask(_ deed: Oracle.Deed, by person: Int) {
        // What is refused changes nothing.
        _ = try? perform(deed, by: person)
    }

    /// The room, which may be new.
    func perform(_ deed: Oracle.Deed, by person: Int) throws(Oracle.Refusal) -> Int {
        let before = oracle.rooms.map(\.members)
        let (room, seqs) = try oracle.perform(deed, by: person, at: Int(now))
        if room == texts.count {
            texts.append([])
            compacted.append(0)
            for loop in loops.indices { loops[loop].members.append([]) }
        }
        for seq in seqs {
            append(seq, room)
            switch oracle.rooms[room].lines[seq - 1].what {
            case .joined(let member): _ = moved((seq, true), member, room)
            case .left: departures[person][room] = log.count
            case .removed(let member): departures[member][room] = log.count
            case .roomDeleted: for member in before[room] { departures[member][room] = log.count }
            case .said(let text): texts[room].append((seq, text))
            case .edited(let target):
                if case .said(let text) = oracle.rooms[room].lines[target - 1].what {
                    texts[room].append((target, text))
                }
            default: break
            }
        }
        tell()
        return room
    }

    /// What the last deed has people told on their own devices.
    private func tell() {
        for told in oracle.told {
            useqs[told.person] += 1
            log.append(.told(told, useq: useqs[told.person]))
        }
    }

    func moved(_ outcome: (cursor: Int, moved: Bool), _ person: Int, _ room: Int) -> [UInt8] {
        if outcome.moved {
            useqs[person] += 1
            log.append(.cursor(person: person, useq: useqs[person], room: room, seq: outcome.cursor))
        }
        return Answer.cursor(room: Names.room(room).id, seq: Int64(outcome.cursor))
    }

    func compact() {
        oldestPlace = log.count
        for room in compacted.indices { compacted[room] = oracle.rooms[room].lines.count }
    }

    func restart(_ chance: UInt64) {
        connections = []
        abandoned = []
        for loop in loops.indices {
            loops[loop].written = log.count
            for room in oracle.rooms.indices { loops[loop].members[room] = oracle.rooms[room].members }
        }
    }

    func ping() {
        guard now - pinged > 20_000 else { return }
        pinged = now
        for connection in connections { connection.toClient.append("2") }
    }

    // MARK: Loops

    /// One turn of a loop: at most so many events are written to whom they concern, joined by room and otherwise in
    /// any order of the rooms.
    func turn(_ index: Int, most: Int, chance: UInt64) {
        let start = loops[index].written
        let end = most == .max ? log.count : min(log.count, start + most)
        let mine = connections.filter { $0.loop == index && $0.isAttached }
        var frames: [[(room: Int, text: String)]] = Array(repeating: [], count: mine.count)
        for place in start..<end {
            let concerned = hear(log[place], index)
            guard mine.contains(where: { concerned.people.contains($0.person) }) else { continue }
            let text = Server.frame("event", EventFrame.encode(event(log[place]), safe: Server.place(start)))
            for (number, connection) in mine.enumerated() where concerned.people.contains(connection.person) {
                if connection.isSlow {
                    connection.gapSince = connection.gapSince ?? start
                } else {
                    frames[number].append((concerned.room, text))
                }
            }
        }
        loops[index].written = end
        var order = Chance(chance)
        for (number, connection) in mine.enumerated() { write(frames[number], to: connection, &order) }
        for connection in connections where connection.loop == index { attach(connection) }
    }

    private func write(
        _ frames: [(room: Int, text: String)], to connection: SimulatedConnection, _ chance: inout Chance
    ) {
        var rest = frames
        while let first = rest.first {
            let room = chance.happens(1, in: 2) ? first.room : rest[Int(chance.below(UInt64(rest.count)))].room
            for frame in rest where frame.room == room {
                connection.toClient.append(frame.text)
                // Nothing may depend on hearing it once only: `sync` repeats what was live.
                if chance.happens(1, in: 40) { connection.toClient.append(frame.text) }
            }
            rest.removeAll { $0.room == room }
        }
    }

    /// Who hears it, as the loop knows memberships at this place.
    private func hear(_ logged: Logged, _ loop: Int) -> (people: Set<Int>, room: Int) {
        switch logged {
        case .cursor(let person, _, _, _): return ([person], -1 - person)
        case .told(let told, _): return ([told.person], -1 - told.person)
        case .room(let room, let seq):
            let line = oracle.rooms[room].lines[seq - 1]
            if case .joined(let person) = line.what { loops[loop].members[room].insert(person) }
            let people = loops[loop].members[room]
            switch line.what {
            case .left: loops[loop].members[room].remove(line.by)
            case .removed(let person): loops[loop].members[room].remove(person)
            case .roomDeleted: loops[loop].members[room] = []
            default: break
            }
            return (people, room)
        }
    }

    private func attach(_ connection: SimulatedConnection) {
        guard let place = connection.attachesAt, loops[connection.loop].written >= place else { return }
        connection.attachesAt = nil
        connection.isAttached = true
        let facts = ServerFacts(name: "Roost", version: "0", setup: false)
        connection.toClient.append(
            Server.frame(
                "ready",
                Notice.ready(
                    facts, user: Names.user(connection.person), safe: Server.place(loops[connection.loop].written))))
    }

    func setSlow(_ isSlow: Bool, _ connection: Connection) {
        connection.isSlow = isSlow
        guard !isSlow, let connection = connection as? SimulatedConnection, let since = connection.gapSince else {
            return
        }
        connection.gapSince = nil
        connection.toClient.append(Server.frame("gap", Notice.gap(since: Server.place(since))))
    }

    // MARK: Frames

    static func place(_ count: Int) -> Place { Place(rawValue: UInt64(count)) }

    static func frame(_ name: String, _ object: [UInt8]) -> String {
        var bytes = [UInt8(ascii: "4")]
        SocketIOEncoder.encodeEvent(namespace: "/", name: name, rawArguments: [0x5b] + object + [0x5d], into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
