import ByteCoding
import ChatModel
import ChatWire
import EngineIOCodec
import SocketIOCodec

/// A server in memory that speaks the protocol's frames as texts: the truth that clients are compared with.
final class SimulatedServer {
    final class Connection {
        var user: UserID?
        /// What the client has not received yet.
        var outgoing: [String] = []
        var isOpen = true
        /// Events are left out while set; the place before the first one that was.
        var isSlow = false
        var gapSince: Place?
        var watches: [UserID] = []
        var isAway = false
    }

    struct Channel {
        var room: Room
        var events: [RoomEvent] = []
        var members: Set<UserID> = []
        var cursors: [UserID: Int64] = [:]
        /// Who is more than a member.
        var parts: [UserID: RoomRole] = [:]
    }

    var follows: [UserID: [RoomID: [Int64: ThreadFollow]]] = [:]
    var setup = false
    var blocks: [UserID: Set<UserID>] = [:]
    var levels: [UserID: [RoomID: NotifyLevel]] = [:]
    var preferences: [UserID: Preferences] = [:]
    var states: [UserID: PresenceState] = [:]
    var drafts: [UserID: [DraftKey: Draft]] = [:]
    var saved: [UserID: Set<SavedMark>] = [:]
    var scheduled: [UserID: [ScheduledMessage]] = [:]
    var scheduledBy: [Nonce: ScheduledMessage] = [:]
    var registration = "invitation"
    var users: [UserID: User] = [:]
    var passwords: [String: (password: String, user: UserID)] = [:]
    var channels: [RoomID: Channel] = [:]
    /// Everything in its order; a place is a count of this.
    var log: [Event] = []
    /// Of `log`, who each own event is for.
    var nonces: [String: RoomEvent] = [:]
    /// By who made them and their nonce.
    var made: [String: (content: String, room: RoomID)] = [:]
    var connections: [Connection] = []
    var clock: () -> Int64 = { 0 }
    private var ids: UInt64 = 0
    private var dseq: Int64 = 0
    private var useqs: [UserID: Int64] = [:]

    // Misbehaviour, for tests.
    /// Answers by request name, instead of the true one; each is used once.
    var refusals: [(name: RequestName, error: ChatError)] = []
    /// Requests of these names get no answer at all.
    var silent: Set<RequestName> = []
    var acknowledgesFirst = false
    /// Places before this are too old.
    var oldestPlace: UInt64 = 0
    /// Members in a page, at most.
    var membersPage = 200
    /// Events in a page of `sync`, at most.
    var syncPage = 500
    /// Requests that `Request` does not know, by name, with what was said.
    var named: [(name: String, arguments: JSON?)] = []
    /// What is answered to them.
    var namedAnswers: [String: [UInt8]] = [:]
    var received: [(user: UserID?, request: Request)] = []

    var safe: Place { Place(rawValue: UInt64(log.count)) }
    var now: Timestamp { Timestamp(milliseconds: clock()) }

    func nextID<Entity>() -> Identifier<Entity> {
        ids += 1
        return Identifier(rawValue: 1000 + ids)!
    }

    @discardableResult
    func addUser(_ name: String, role: Role = .member) -> User {
        let email = name.lowercased() + "@example.org"
        let user = User(
            id: nextID(), email: email, handle: name.lowercased(), name: name,
            avatar: Avatar(picture: "fox", color: "#c0ffee"), role: role, createdAt: now)
        users[user.id] = user
        passwords[email] = ("secret password", user.id)
        tellDirectory(.userRegistered(user))
        return user
    }

    @discardableResult
    func addChannel(_ name: String, members: [User]) -> RoomID {
        let room = Room(
            id: nextID(), kind: .channel, name: name, description: "about " + name, createdBy: members[0].id,
            createdAt: now)
        channels[room.id] = Channel(room: room)
        tellDirectory(.channelCreated(room))
        for member in members { join(member.id, room.id) }
        return room.id
    }

    /// A room of `kind`, which the directory does not show; the first of its members owns it.
    @discardableResult
    func addPrivate(_ kind: Room.Kind, _ name: String, members: [User]) -> RoomID {
        let room = Room(
            id: nextID(), kind: kind, name: name, description: "", createdBy: members[0].id, createdAt: now)
        channels[room.id] = Channel(room: room)
        if kind == .group { channels[room.id]?.parts[members[0].id] = .owner }
        for member in members { join(member.id, room.id, by: members[0].id) }
        return room.id
    }

    func setPart(_ user: UserID, _ part: RoomRole, in room: RoomID, by actor: User) {
        channels[room]?.parts[user] = part
        append(.roleChanged(user, part), to: room, by: actor.id)
    }

    func archive(_ room: RoomID, _ isArchived: Bool = true, by actor: User) {
        channels[room]?.room.isArchived = isArchived
        append(.roomArchived(isArchived), to: room, by: actor.id)
    }

    // MARK: The log

    @discardableResult
    func append(_ body: RoomEvent.Body, to room: RoomID, by user: UserID) -> RoomEvent {
        let event = RoomEvent(
            place: safe, room: room, seq: lastSeq(room) + 1, at: now, actor: user, body: body)
        channels[room]?.events.append(event)
        tell(.room(event)) { [channels] id in channels[room]?.members.contains(id) == true }
        return event
    }

    @discardableResult
    func say(
        _ text: String, in room: RoomID, by user: User, thread: Int64? = nil, replyTo: Int64? = nil
    ) -> Int64 {
        let message = Message(
            id: nextID(), text: text, thread: thread, replyTo: replyTo, mentions: mentions(in: text, room))
        let event = append(.message(message), to: room, by: user.id)
        if let thread { follow(room, thread, user.id, through: event.seq) }
        return event.seq
    }

    func join(_ user: UserID, _ room: RoomID, by actor: UserID? = nil) {
        guard channels[room]?.members.insert(user).inserted == true else { return }
        let event = append(.memberJoined(user), to: room, by: actor ?? user)
        channels[room]?.cursors[user] = event.seq
    }

    func remove(_ user: UserID, from room: RoomID, by actor: User) {
        guard channels[room]?.members.contains(user) == true else { return }
        append(.memberRemoved(user), to: room, by: actor.id)
        channels[room]?.members.remove(user)
        channels[room]?.cursors[user] = nil
    }

    /// Returns the message's number, nil where there is none to delete.
    @discardableResult
    func delete(_ seq: Int64, in room: RoomID, by user: UserID) -> Int64? {
        guard let index = channels[room]?.events.firstIndex(where: { $0.seq == seq }),
            let event = channels[room]?.events[index], event.actor == user
        else { return nil }
        guard case .message(let message) = event.body else { return event.body.isGone ? seq : nil }
        channels[room]?.events[index].body = .messageGone(id: message.id, thread: message.thread)
        for place in log.indices {
            if case .room(let told) = log[place], told.room == room, told.seq == seq {
                log[place] = .room(channels[room]!.events[index])
            }
        }
        append(.messageDeleted(target: seq, author: user, thread: message.thread), to: room, by: user)
        return seq
    }

    /// Every message of the room up to `through` goes.
    func expire(through: Int64, in room: RoomID) {
        for index in channels[room]?.events.indices ?? 0..<0 {
            guard let event = channels[room]?.events[index], event.seq <= through,
                case .message(let message) = event.body
            else { continue }
            channels[room]?.events[index].body = .messageGone(id: message.id, thread: message.thread)
        }
        for place in log.indices {
            guard case .room(var told) = log[place], told.room == room, told.seq <= through,
                case .message(let message) = told.body
            else { continue }
            told.body = .messageGone(id: message.id, thread: message.thread)
            log[place] = .room(told)
        }
        guard let maker = channels[room]?.room.createdBy else { return }
        append(.messagesExpired(through: through), to: room, by: maker)
    }

    /// Moves the cursor to where it has not been, back as well as forward.
    func setCursor(_ user: UserID, _ room: RoomID, _ target: Int64) {
        guard target != channels[room]?.cursors[user] else { return }
        channels[room]?.cursors[user] = target
        tellOwn(.cursorMoved(room: room, seq: target), to: user)
    }

    func useq(of user: UserID) -> Int64 { useqs[user] ?? 0 }

    func tellOwn(_ body: PersonEvent.Body, to user: UserID) {
        useqs[user, default: 0] += 1
        tell(.person(PersonEvent(place: safe, user: user, useq: useqs[user]!, at: now, body: body))) { $0 == user }
    }

    func block(_ other: UserID, _ isBlocked: Bool, by user: UserID) {
        if isBlocked { blocks[user, default: []].insert(other) } else { blocks[user]?.remove(other) }
        tellOwn(.blockChanged(other, isBlocked: isBlocked), to: user)
    }

    func update(_ user: User) {
        users[user.id] = user
        tellDirectory(.userUpdated(user))
    }

    func leave(_ user: UserID, _ room: RoomID) {
        guard channels[room]?.members.contains(user) == true else { return }
        append(.memberLeft(user), to: room, by: user)
        channels[room]?.members.remove(user)
        channels[room]?.cursors[user] = nil
    }

    func read(_ user: UserID, _ room: RoomID, _ seq: Int64) -> Int64 {
        let target = min(seq, lastSeq(room))
        guard target > channels[room]?.cursors[user] ?? 0 else { return channels[room]?.cursors[user] ?? 0 }
        setCursor(user, room, target)
        return target
    }

    func tellDirectory(_ body: DirectoryEvent.Body) {
        dseq += 1
        tell(.directory(DirectoryEvent(place: safe, dseq: dseq, at: now, body: body))) { _ in true }
    }

    private func tell(_ event: Event, to hears: (UserID) -> Bool) {
        log.append(event)
        for connection in connections {
            guard connection.isOpen, let user = connection.user, hears(user) else { continue }
            if connection.isSlow {
                if connection.gapSince == nil { connection.gapSince = Place(rawValue: UInt64(log.count - 1)) }
            } else {
                emit("event", EventFrame.encode(event, safe: safe), on: connection)
            }
        }
    }

    /// The connection keeps up again.
    func endSlowness(_ connection: Connection) {
        connection.isSlow = false
        guard let since = connection.gapSince else { return }
        connection.gapSince = nil
        emit("gap", Notice.gap(since: since), on: connection)
    }

    func emitTyping(_ room: RoomID, _ typing: [User], count: Int? = nil, thread: Int64? = nil) {
        for connection in connections {
            guard let user = connection.user, channels[room]?.members.contains(user) == true else { continue }
            let ids = typing.prefix(4).map { $0.id }
            if let thread {
                let told = ThreadTyping(thread: thread, users: ids, count: count ?? typing.count)
                emit("thread.typing", Notice.typing(room: room, [told]), on: connection)
                continue
            }
            emit("typing", Notice.typing(room: room, users: ids, count: count ?? typing.count), on: connection)
        }
    }

    func emit(_ name: String, _ object: [UInt8], on connection: Connection) {
        var bytes = [UInt8(ascii: "4")]
        SocketIOEncoder.encodeEvent(
            namespace: "/", name: name, rawArguments: [0x5b] + object + [0x5d], into: &bytes)
        connection.outgoing.append(String(decoding: bytes, as: UTF8.self))
    }

    // MARK: Facts

    func lastSeq(_ room: RoomID) -> Int64 { channels[room]?.events.last?.seq ?? 0 }

    func unread(_ user: UserID, _ room: RoomID) -> Int {
        Unread.count(channels[room]?.events ?? [], cursor: channels[room]?.cursors[user] ?? 0, reader: user)
    }

    func summary(_ room: RoomID, for user: UserID) -> RoomSummary? {
        guard let channel = channels[room] else { return nil }
        let isMember = channel.members.contains(user)
        return RoomSummary(
            room: channel.room, memberCount: channel.members.count, lastSeq: lastSeq(room),
            membership: isMember
                ? Membership(
                    room: room, user: user, role: channel.parts[user] ?? .member, cursor: channel.cursors[user] ?? 0,
                    joinedAt: now, level: levels[user]?[room]) : nil,
            unread: isMember ? unread(user, room) : 0, mentions: isMember ? mentions(user, room) : 0,
            directUsers: channel.room.kind == .direct ? channel.members.sorted() : [])
    }

    func texts(_ room: RoomID) -> [String] {
        (channels[room]?.events ?? []).compactMap { event in
            if case .message(let message) = event.body { message.text } else { nil }
        }
    }
}

extension RoomEvent.Body {
    var isGone: Bool { if case .messageGone = self { true } else { false } }
}
