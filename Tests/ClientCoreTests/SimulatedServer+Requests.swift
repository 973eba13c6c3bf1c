import ByteCoding
import ChatModel
import ChatWire
import EngineIOCodec
import SocketIOCodec

@testable import ClientCore

extension SimulatedServer {
    /// A new socket of somebody whose cookie says `user`.
    func connect(_ user: UserID?) -> Connection {
        let connection = Connection()
        connection.user = user
        connections.append(connection)
        let open = OpenPacket(
            sid: "sid", upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000)
        var bytes: [UInt8] = []
        EngineIO4.encodeText(open.packet, into: &bytes)
        connection.outgoing.append(String(decoding: bytes, as: UTF8.self))
        return connection
    }

    func close(_ connection: Connection) {
        connection.isOpen = false
        connections.removeAll { $0 === connection }
    }

    /// One text from the client.
    func receive(_ text: String, on connection: Connection) {
        guard connection.isOpen, let packet = try? EngineIO4.decode(Array(text.utf8)),
            case .message(let payload) = packet
        else { return }
        var decoder = SocketIODecoder()
        guard let packet = try? decoder.receive(text: payload) else { return }
        switch packet.kind {
        case .connect:
            connection.outgoing.append(#"40{"sid":"socket"}"#)
            sendReady(connection)
        case .event: answer(packet, on: connection)
        default: break
        }
    }

    private func sendReady(_ connection: Connection) {
        let facts = ServerFacts(name: "Roost", version: "0", setup: setup, registration: registration)
        let user = connection.user.flatMap { users[$0] }
        emit("ready", Notice.ready(facts, user: user, safe: user == nil ? nil : safe), on: connection)
    }

    private func answer(_ packet: SocketIOPacket, on connection: Connection) {
        guard let id = packet.id, let name = packet.eventName else { return }
        if let answer = namedAnswers[name] {
            named.append((name, packet.arguments.first))
            return acknowledge(id, answer, on: connection)
        }
        let request: Request
        do throws(ChatError) { request = try Request(name: name, arguments: Array(packet.arguments)) } catch {
            return acknowledge(id, Answer.error(error), on: connection)
        }
        received.append((connection.user, request))
        guard let user = connection.user else {
            return acknowledge(id, Answer.error(ChatError(.notLoggedIn)), on: connection)
        }
        if let index = refusals.firstIndex(where: { $0.name == request.name }) {
            return acknowledge(id, Answer.error(refusals.remove(at: index).error), on: connection)
        }
        let place = connection.outgoing.count
        let answer = perform(request, by: user, on: connection)
        guard !silent.contains(request.name) else { return }
        let at = acknowledgesFirst ? place : connection.outgoing.count
        acknowledge(id, answer, on: connection, at: at)
    }

    private func acknowledge(_ id: Int, _ answer: [UInt8], on connection: Connection, at index: Int? = nil) {
        var bytes = [UInt8(ascii: "4")]
        SocketIOEncoder.encodeAck(namespace: "/", id: id, rawArguments: answer, into: &bytes)
        connection.outgoing.insert(
            String(decoding: bytes, as: UTF8.self), at: index ?? connection.outgoing.count)
    }

    private func perform(_ request: Request, by user: UserID, on connection: Connection) -> [UInt8] {
        switch request {
        case .state(let request): return performOwn(request, by: user, on: connection)
        case .talk(let request): return perform(request, by: user)
        case .schedule(let request): return perform(request, by: user)
        case .rooms: return Answer.rooms(rooms(of: user), safe: safe)
        case .room(let room):
            guard let summary = summary(room, for: user) else { return Answer.error(ChatError(.notFound)) }
            return Answer.room(summary)
        case .users(let ids): return Answer.users(ids.compactMap { users[$0] })
        case .account(.blocks):
            return Answer.users((blocks[user] ?? []).sorted().compactMap { users[$0] })
        case .channels(let after, let limit):
            let all = channels.keys.sorted().filter { id in
                channels[id]?.room.kind == .channel && after.map { id > $0 } ?? true
            }
            return Answer.channels(
                all.prefix(limit).compactMap { summary($0, for: user) }, more: all.count > limit)
        case .createChannel(let name, let description, let nonce):
            return create(name, description, nonce, by: user)
        case .createGroup, .direct, .members: return performWithPeople(request, by: user)
        case .join(let room):
            guard channels[room] != nil else { return Answer.error(ChatError(.notFound)) }
            join(user, room)
            return Answer.room(summary(room, for: user)!)
        case .leave(let room):
            leave(user, room)
            return Answer.done
        case .send(let room, let text, let nonce, let thread, let reply):
            return send(room, text, nonce, thread, reply, by: user)
        case .history(let room, let before, let after, let limit):
            let events = present(room, for: user).filter { event in
                event.isPartOfHistory && event.seq < before ?? .max && event.seq > after ?? 0
            }
            let page = after == nil ? Array(events.suffix(limit)) : Array(events.prefix(limit))
            return Answer.history(page, more: events.count > limit)
        case .read(let room, let seq):
            guard channels[room]?.members.contains(user) == true else { return Answer.error(ChatError(.notMember)) }
            return Answer.cursor(room: room, seq: read(user, room, seq))
        case .markUnread(let room, let seq):
            guard channels[room]?.members.contains(user) == true else { return Answer.error(ChatError(.notMember)) }
            let target = min(seq - 1, channels[room]?.cursors[user] ?? 0)
            setCursor(user, room, target)
            return Answer.cursor(room: room, seq: target)
        case .delete(let room, let seq):
            guard let seq = delete(seq, in: room, by: user) else { return Answer.error(ChatError(.notFound)) }
            return Answer.cursor(room: room, seq: seq)
        case .why(let room):
            let cursor = channels[room]?.cursors[user] ?? 0
            let first = (channels[room]?.events ?? []).first { Unread.isUnread($0, cursor: cursor, reader: user) }
            return Answer.why(UnreadReason(unread: unread(user, room), first: first))
        case .typing: return Answer.done
        case .sync(let since, let limit): return changes(since, limit, for: user)
        default: return Answer.error(ChatError(.unknownRequest))
        }
    }

    private func rooms(of user: UserID) -> [RoomSummary] {
        channels.keys.sorted().compactMap { id in
            channels[id]?.members.contains(user) == true ? summary(id, for: user) : nil
        }
    }

    private func create(_ name: String, _ description: String, _ nonce: Nonce?, by user: UserID) -> [UInt8] {
        let content = "channel \(name)\n\(description)"
        if let answer = madeBefore(content, nonce, by: user) { return answer }
        guard !channels.values.contains(where: { $0.room.name.lowercased() == name.lowercased() }) else {
            return Answer.error(ChatError(.nameTaken))
        }
        let room = Room(
            id: nextID(), kind: .channel, name: name, description: description, createdBy: user, createdAt: now)
        channels[room.id] = Channel(room: room)
        tellDirectory(.channelCreated(room))
        join(user, room.id)
        if let nonce { made[user.description + nonce.text] = (content, room.id) }
        return Answer.room(summary(room.id, for: user)!)
    }

    private func send(
        _ room: RoomID, _ text: String, _ nonce: Nonce, _ thread: Int64?, _ reply: Int64?, by user: UserID
    ) -> [UInt8] {
        guard channels[room]?.members.contains(user) == true else { return Answer.error(ChatError(.notMember)) }
        let key = user.description + nonce.text
        if let first = nonces[key] {
            guard first.room == room, case .message(let said) = first.body, said.text == text else {
                return Answer.error(ChatError(.nonceReused))
            }
            return Answer.sent(first)
        }
        let message = Message(
            id: nextID(), text: text, thread: thread, replyTo: reply, mentions: mentions(in: text, room))
        let event = append(.message(message), to: room, by: user)
        if let thread { follow(room, thread, user, through: event.seq) }
        nonces[key] = event
        return Answer.sent(event)
    }

    private func changes(_ since: Place, _ limit: Int, for user: UserID) -> [UInt8] {
        guard since.rawValue >= oldestPlace, since.rawValue <= UInt64(log.count) else {
            return Answer.error(ChatError(.resync))
        }
        let page = log[Int(since.rawValue)...].prefix(min(limit, syncPage))
        var joined: Set<RoomID> = []
        var left: Set<RoomID> = []
        for case .room(let event) in page {
            let isMember = channels[event.room]?.members.contains(user) == true
            if event.body == .memberJoined(user), isMember { joined.insert(event.room) }
            if event.body == .memberLeft(user) || event.body == .memberRemoved(user), !isMember {
                left.insert(event.room)
            }
        }
        let events = page.filter { event in
            switch event {
            case .room(let event):
                channels[event.room]?.members.contains(user) == true && !joined.contains(event.room)
            case .person(let event): event.user == user
            case .directory: true
            }
        }
        let through = Place(rawValue: UInt64(page.endIndex))
        return Answer.changes(
            Changes(
                events: Array(events), joined: joined.sorted().compactMap { summary($0, for: user) },
                left: left.sorted(), through: through, more: page.endIndex < log.count))
    }

    // MARK: REST

    /// The status, the body, and whom the answer's cookie logs in.
    func post(_ path: String, _ body: String) -> (status: Int64, body: String, user: UserID?) {
        guard let json = try? JSON.parse(Array(body.utf8)) else { return (400, "", nil) }
        let email = json["email"]?.stringValue ?? ""
        switch path {
        case "/api/v1/login":
            guard let account = passwords[email], account.password == json["password"]?.stringValue else {
                return refused(401, ChatError(.wrongCredentials))
            }
            return loggedIn(account.user)
        case "/api/v1/setup", "/api/v1/register":
            if path == "/api/v1/setup", json["token"]?.stringValue != "TOKEN" {
                return refused(403, ChatError(.setupTokenInvalid))
            }
            if path == "/api/v1/register", json["invitation"]?.stringValue ?? registration != "CODE",
                registration != "open"
            {
                return refused(403, ChatError(.invitationInvalid))
            }
            guard passwords[email] == nil else { return refused(409, ChatError(.emailTaken)) }
            guard json["password"]?.stringValue?.utf8.count ?? 0 >= 8 else {
                return refused(400, ChatError(.invalidArgument, "Too short.", field: "password"))
            }
            setup = false
            let user = addUser(json["name"]?.stringValue ?? "")
            return loggedIn(user.id)
        case "/api/v1/reset":
            guard json["code"]?.stringValue == "CODE", let user = users.keys.min() else {
                return refused(404, ChatError(.notFound))
            }
            guard json["password"]?.stringValue?.utf8.count ?? 0 >= 8 else {
                return refused(400, ChatError(.invalidArgument, "Too short.", field: "password"))
            }
            return loggedIn(user)
        case "/api/v1/logout": return (200, #"{"ok":{}}"#, nil)
        default: return (404, "", nil)
        }
    }

    private func refused(_ status: Int64, _ error: ChatError) -> (Int64, String, UserID?) {
        (status, String(decoding: Answer.error(error).dropFirst().dropLast(), as: UTF8.self), nil)
    }

    private func loggedIn(_ user: UserID) -> (Int64, String, UserID?) {
        (200, #"{"ok":{"user":{},"expires_at":1}}"#, user)
    }
}
