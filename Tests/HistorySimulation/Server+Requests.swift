import ByteCoding
import ChatModel
import ChatWire
import EngineIOCodec
import HistoryOracle
import SocketIOCodec

extension Server {
    /// Hears nothing before the loop has come to where the log is now.
    func connect(device: Int, person: Int, loop: Int) -> Connection {
        let connection = SimulatedConnection(device: device, person: person, loop: loop)
        connections.append(connection)
        let open = OpenPacket(
            sid: "sid", upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000)
        var bytes: [UInt8] = []
        EngineIO4.encodeText(open.packet, into: &bytes)
        connection.toClient.append(String(decoding: bytes, as: UTF8.self))
        return connection
    }

    func abandon(_ connection: Connection) {
        connections.removeAll { $0 === connection }
        if let connection = connection as? SimulatedConnection, !connection.toServer.isEmpty {
            abandoned.append(connection)
        }
    }

    func receive(_ connection: Connection, answersLate: Bool) -> Bool {
        guard let connection = connection as? SimulatedConnection, let text = connection.toServer.take() else {
            return false
        }
        guard let packet = try? EngineIO4.decode(Array(text.utf8)), case .message(let payload) = packet else {
            return true
        }
        var decoder = SocketIODecoder()
        guard let packet = try? decoder.receive(text: payload) else { return true }
        if packet.kind == .connect {
            connection.toClient.append(#"40{"sid":"socket"}"#)
            connection.attachesAt = log.count
            turn(connection.loop, most: 0, chance: 0)
        } else if packet.kind == .event, let id = packet.id, let name = packet.eventName {
            let answer = answer(name, Array(packet.arguments), connection.person)
            var bytes = [UInt8(ascii: "4")]
            SocketIOEncoder.encodeAck(namespace: "/", id: id, rawArguments: answer, into: &bytes)
            connection.answers.append(String(decoding: bytes, as: UTF8.self))
            if !answersLate { writeAnswers(connection) }
        }
        return true
    }

    func writeAnswers(_ connection: Connection) {
        guard let connection = connection as? SimulatedConnection else { return }
        for answer in connection.answers { connection.toClient.append(answer) }
        connection.answers = []
    }

    private func answer(_ name: String, _ arguments: [JSON], _ person: Int) -> [UInt8] {
        do throws(ChatError) {
            let request = try Request(name: name, arguments: arguments)
            if refusals > 0 {
                refusals -= 1
                throw ChatError(.busy)
            }
            return try perform(request, by: person)
        } catch { return Answer.error(error) }
    }

    private func perform(_ request: Request, by person: Int) throws(ChatError) -> [UInt8] {
        switch request {
        case .rooms:
            var found: [RoomSummary] = []
            for room in oracle.rooms.indices where oracle.rooms[room].members.contains(person) {
                found.append(summary(room, person))
            }
            return Answer.rooms(found, safe: Server.place(log.count))
        case .room(let id): return Answer.room(summary(try room(id, person), person))
        case .users(let ids):
            return Answer.users((0...World.administrator).map { Names.user($0) }.filter { ids.contains($0.id) })
        case .history(let id, let before, let after, let limit):
            let (events, more) = page(try room(id, person), before: before, after: after, limit, person)
            return Answer.history(events, more: more)
        case .sync(let since, let limit): return try changes(since, min(limit, 1 + log.count % 7), person)
        case .why(let id):
            let room = try room(id, person)
            let first = oracle.firstUnread(person, room).map { event(room, oracle.rooms[room].lines[$0 - 1]) }
            return Answer.why(UnreadReason(unread: oracle.unread(person, room), first: first))
        case .typing: return Answer.done
        case .talk(.thread(let id, let root, nil, let limit)):
            return try thread(root, in: try room(id, person), limit: limit, person)
        default: return try change(request, by: person)
        }
    }

    private func change(_ request: Request, by person: Int) throws(ChatError) -> [UInt8] {
        do throws(Oracle.Refusal) {
            switch request {
            case .join(let id):
                return Answer.room(summary(try perform(.join(try room(id)), by: person), person))
            case .leave(let id):
                _ = try perform(.leave(try room(id)), by: person)
                return Answer.done
            case .send(let id, let text, let nonce, let thread, _):
                let room = try room(id)
                _ = try perform(
                    .say(
                        text, in: room, thread: thread.map { Int($0) }, calling: Names.call(in: text),
                        nonce: nonce.text), by: person)
                guard let seq = oracle.sent(nonce.text, by: person) else { throw .notFound }
                return Answer.sent(event(room, Oracle.Line(seq: seq, by: person, what: .said(text))))
            case .read(let id, let seq):
                let room = try room(id)
                let before = oracle.rooms[room].cursors[person] ?? 0
                let outcome = try oracle.read(person, room, to: Int(seq))
                if outcome.cursor < before { promiseBroken = "reading put person \(person) back in room \(room)" }
                return moved(outcome, person, room)
            case .markUnread(let id, let seq):
                let room = try room(id)
                let before = oracle.rooms[room].cursors[person] ?? 0
                let outcome = try oracle.markUnread(person, room, from: Int(seq))
                if outcome.cursor > before { promiseBroken = "unread put person \(person) forward in room \(room)" }
                return moved(outcome, person, room)
            case .delete(let id, let seq):
                let room = try room(id)
                append(try oracle.delete(Int(seq), in: room, by: person), room)
                return Answer.cursor(room: id, seq: seq)
            default: return Answer.error(ChatError(.unknownRequest))
            }
        } catch { throw ChatError(error.code) }
    }

    private func room(_ id: RoomID) throws(Oracle.Refusal) -> Int {
        guard let number = number(of: id) else { throw .notFound }
        return number
    }

    /// One that the person may see.
    private func room(_ id: RoomID, _ person: Int) throws(ChatError) -> Int {
        do throws(Oracle.Refusal) {
            let room = try room(id)
            try oracle.see(room, by: person)
            return room
        } catch { throw ChatError(error.code) }
    }

    private func summary(_ room: Int, _ person: Int) -> RoomSummary {
        let truth = oracle.rooms[room]
        var about = Names.room(room)
        about.kind = truth.kind.kind
        (about.name, about.createdBy, about.isArchived) = (truth.name, Names.user(truth.maker).id, truth.isArchived)
        about.slowMode = Int64(truth.slowness)
        return RoomSummary(
            room: about, memberCount: truth.members.count, lastSeq: Int64(truth.lines.count),
            membership: truth.cursors[person].map { cursor in
                Membership(
                    room: about.id, user: Names.user(person).id, role: (truth.parts[person] ?? .member).role,
                    cursor: Int64(cursor), joinedAt: Timestamp(milliseconds: 0))
            },
            unread: truth.members.contains(person) ? min(oracle.unread(person, room), 1000) : 0,
            mentions: truth.members.contains(person) ? min(oracle.calls(person, room), 1000) : 0,
            directUsers: truth.kind == .direct ? truth.members.sorted().map { Names.user($0).id } : [])
    }

    /// What is no row of the room's own is left out.
    private func page(
        _ room: Int, before: Int64?, after: Int64? = nil, _ limit: Int, _ person: Int
    ) -> (events: [RoomEvent], more: Bool) {
        let lines = oracle.rooms[room].lines.filter { line in
            guard line.seq < before ?? .max, line.seq > after ?? 0, line.thread == nil else { return false }
            switch line.what {
            case .edited, .reaction, .pinned: return false
            default: return line.isMessage || line.seq > compacted[room]
            }
        }
        let page = after == nil ? lines.suffix(limit) : lines.prefix(limit)
        return (page.map { event(room, $0, for: person) }, lines.count > limit)
    }

    private func changes(_ since: Place, _ limit: Int, _ person: Int) throws(ChatError) -> [UInt8] {
        guard since.rawValue >= oldestPlace, since.rawValue <= UInt64(log.count) else { throw ChatError(.resync) }
        let start = Int(since.rawValue)
        let end = min(log.count, start + limit)
        var joined: Set<Int> = []
        let left = departures[person].filter { room, place in
            place > start && place <= end && !oracle.rooms[room].members.contains(person)
        }
        // What was compacted is not there any more, also for those who should have been told to load afresh.
        let page = log[start..<end].filter { logged in
            guard case .room(let room, let seq) = logged else { return true }
            return seq > compacted[room] || oracle.rooms[room].lines[seq - 1].isMessage
        }
        for case .room(let room, let seq) in page {
            let line = oracle.rooms[room].lines[seq - 1]
            let isMember = oracle.rooms[room].members.contains(person)
            if line.what == .joined(person), isMember { joined.insert(room) }
        }
        var events: [Event] = []
        for logged in page {
            switch logged {
            case .cursor(person, _, _, _): events.append(event(logged))
            case .told(let told, _): if told.person == person { events.append(event(logged)) }
            case .cursor: break
            case .room(let room, _):
                if oracle.rooms[room].members.contains(person), !joined.contains(room) {
                    events.append(event(logged, for: person))
                }
            }
        }
        return changes(events, joined.sorted(), left.keys.sorted(), end, person)
    }

    private func changes(_ events: [Event], _ joined: [Int], _ left: [Int], _ end: Int, _ person: Int) -> [UInt8] {
        var changes = Changes(
            events: events, joined: joined.map { summary($0, person) }, left: left.map { Names.room($0).id },
            through: Server.place(end), more: end < log.count)
        // From one event to a whole page, so that there is often more, and what is missing has to be asked for.
        changes.pages = joined.map { room in
            let (events, more) = page(room, before: nil, 1 + log.count % 50, person)
            return RoomPage(events: events, more: more)
        }
        return Answer.changes(changes)
    }
}
