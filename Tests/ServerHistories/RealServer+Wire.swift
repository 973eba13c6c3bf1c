import ByteCoding
import ChatModel
import ChatWire
import EngineIOCodec
import HTTPCodec
import HTTPServer
import HistorySimulation
import NetLoop
import SocketIOCodec
import SocketIOServer

/// The wire between devices and the server: each text is an Engine.IO packet, carried by polls and posts that come on any
/// loop. A cookie says who it is.
extension RealServer {
    func connect(device: Int, person: Int, loop: Int) -> Connection {
        let connection = PolledConnection(device: device, person: person, loop: loop)
        connections.append(connection)
        request("GET", "", [], connection, on: loop) { server, status, body in
            guard connection.phase == .opening else { return }
            guard status == 200, let open = RealServer.sid(body) else { return server.over(connection) }
            connection.phase = .open(sid: open)
            connection.toClient.append(String(decoding: body, as: UTF8.self))
            server.poll(connection)
        }
        return connection
    }

    func abandon(_ connection: Connection) {
        guard let connection = connection as? PolledConnection else { return }
        connections.removeAll { $0 === connection }
        connection.isAbandoned = true
        if connection.phase != .over { abandoned.append(connection) }
    }

    func receive(_ connection: Connection, answersLate: Bool) -> Bool {
        guard let connection = connection as? PolledConnection, connection.postLoop == nil,
            case .open = connection.phase, let text = connection.toServer.take()
        else { return false }
        post(note(text, connection), connection)
        return true
    }

    func receiveLate(_ chance: inout Chance) {
        guard let late = abandoned.first else { return }
        if case .open = late.phase {
            if chance.happens(1, in: 2), receive(late, answersLate: true) { return }
            guard late.postLoop == nil else { return }
            hangUp(late)
        } else if late.phase == .opening {
            return
        }
        abandoned.removeFirst()
    }

    func writeAnswers(_ connection: Connection) {}

    func setSlow(_ isSlow: Bool, _ connection: Connection) {
        guard let connection = connection as? PolledConnection, connection.isSlow != isSlow else { return }
        connection.isSlow = isSlow
        poll(connection)
    }

    /// The server learns that the client is gone.
    private func hangUp(_ connection: PolledConnection) {
        if let (exchange, loop) = connection.poll {
            guard exchange != nil else { return }
            node.loops[loop].execute { connection.poll?.exchange?.onAbort?() }
        } else {
            post("1", connection)
        }
    }

    // MARK: Requests

    /// Asks for packets, unless the client reads none just now.
    private func poll(_ connection: PolledConnection) {
        guard connection.poll == nil, !connection.isSlow, !connection.isAbandoned,
            case .open(let sid) = connection.phase
        else { return }
        let loop = anyLoop(connection)
        connection.poll = (nil, loop)
        request("GET", "&sid=\(sid)", [], connection, on: loop) { server, status, body in
            connection.poll = nil
            guard status == 200 else { return server.over(connection) }
            for text in body.split(separator: 0x1e) {
                server.arrived(String(decoding: text, as: UTF8.self), connection)
            }
            server.poll(connection)
        }
    }

    private func post(_ text: String, _ connection: PolledConnection) {
        guard case .open(let sid) = connection.phase else { return }
        let loop = anyLoop(connection)
        connection.postLoop = loop
        request("POST", "&sid=\(sid)", Array(text.utf8), connection, on: loop) { server, status, _ in
            connection.postLoop = nil
            if status != 200 { server.over(connection) }
        }
    }

    /// Mostly the session's own; requests come on whatever connection is free.
    private func anyLoop(_ connection: PolledConnection) -> Int {
        chance.happens(1, in: 5) ? Int(chance.below(UInt64(World.loops))) : connection.loop
    }

    private func over(_ connection: PolledConnection) {
        guard connection.phase != .over else { return }
        connection.phase = .over
        connections.removeAll { $0 === connection }
        // A WebSocket would end here.
        connection.toClient.append("1")
    }

    private func request(
        _ method: String, _ query: String, _ body: [UInt8], _ connection: PolledConnection, on loop: Int,
        _ answered: @escaping @Sendable (RealServer, Int, [UInt8]) -> Void
    ) {
        let (eventLoop, socketIO) = (node.loops[loop], node.socketIO)
        eventLoop.execute { [self] in
            var headers = HTTPHeaders()
            headers.add("Origin", Node.origin)
            headers.add("Cookie", "roost_session=\(RealServer.token(connection.person))")
            let head = HTTPRequestHead(
                method: HTTPMethod(method), target: "/socket.io/", path: "/socket.io/",
                query: "EIO=4&transport=polling\(query)", headers: headers)
            let exchange = HTTPExchange(
                HTTPRequest(head: head, body: body, remoteAddress: .unix), on: eventLoop
            ) { response in answered(self, Int(response.status.code), response.body) }
            if method == "GET", connection.poll != nil { connection.poll?.exchange = exchange }
            socketIO.handle(exchange)
        }
    }

    private static func sid(_ body: [UInt8]) -> String? {
        guard body.first == UInt8(ascii: "0") else { return nil }
        return (try? JSON.parse(Array(body.dropFirst())))?["sid"]?.stringValue
    }

    // MARK: Texts

    /// Keeps in mind what the client asks. It hears of changes in pages of any size, so that it has to ask again.
    private func note(_ text: String, _ connection: PolledConnection) -> String {
        guard let packet = RealServer.packet(text), packet.kind == .event, let id = packet.id,
            let name = packet.eventName,
            let request = try? Request(name: name, arguments: Array(packet.arguments))
        else { return text }
        guard case .sync(let since, let limit) = request else {
            connection.asked[id] = judge.ask(request, by: connection.person)
            return text
        }
        let smaller = Request.sync(since: since, limit: 1 + Int(chance.below(UInt64(min(limit, 12)))))
        connection.asked[id] = judge.ask(smaller, by: connection.person)
        return RealServer.text(smaller, id: id)
    }

    static func text(_ request: Request, id: Int) -> String {
        var object = JSONWriter()
        object.beginArray()
        request.writeObject(to: &object)
        object.endArray()
        var bytes = [UInt8(ascii: "4")]
        SocketIOEncoder.encodeEvent(
            namespace: "/", id: id, name: request.name.rawValue, rawArguments: object.bytes, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A text of the server comes.
    private func arrived(_ text: String, _ connection: PolledConnection) {
        guard connection.phase != .over else { return }
        tally.note(text)
        if let packet = RealServer.packet(text) { check(packet, text, connection) }
        if text == "1" { connection.phase = .over }
        guard !connection.isAbandoned else { return }
        connection.toClient.append(text)
        // Nothing may depend on hearing it once only: `sync` repeats what was live.
        if text.hasPrefix("42[\"event\""), chance.happens(1, in: 40) { connection.toClient.append(text) }
    }

    private func check(_ packet: SocketIOPacket, _ text: String, _ connection: PolledConnection) {
        switch packet.kind {
        case .event:
            guard let name = packet.eventName, let frame = packet.arguments.first else { return }
            tally.count("told \(name)")
            if name == "ready", frame["user"]?["id"] != nil { connection.isAttached = true }
            if let problem = connection.audit.hear(name, frame, judge) {
                judge.found("device \(connection.device) of person \(connection.person) heard: \(problem)")
            }
        case .ack:
            guard let id = packet.id, let answer = packet.arguments.first else { return }
            connection.answers[id] = text
            guard let number = connection.asked.removeValue(forKey: id) else {
                return judge.found("\(text) answers what was not asked")
            }
            let asked = judge.asked[number].map { $0.request.name.rawValue } ?? "?"
            tally.count("\(asked): \(answer["error"]?["code"]?.stringValue ?? "ok")")
            if asked == "sync", answer["ok"]?["more"] == true { tally.count("sync: more") }
            if let joined = answer["ok"]?["joined"]?.arrayValue, !joined.isEmpty { tally.count("sync: joined") }
            judge.answered(number, answer)
        case .connectError where packet.data?["data"]?["code"] != "busy":
            judge.found("the server refuses a good session: \(text)")
        default: break
        }
    }

    static func packet(_ text: String) -> SocketIOPacket? {
        guard let packet = try? EngineIO4.decode(Array(text.utf8)), case .message(let payload) = packet else {
            return nil
        }
        var decoder = SocketIODecoder()
        return try? decoder.receive(text: payload)
    }
}
