import ChatModel
import StorageAPI

extension WriterTransaction {
    /// Throws `not_found` for a room that does not exist and `nonce_reused` for a nonce that `sent` knows.
    @discardableResult
    func append(
        _ body: RoomEvent.Body, to room: RoomID, by actor: UserID, at time: Timestamp, nonce: Nonce?,
        fingerprint: UInt64
    ) throws(ChatError) -> RoomEvent {
        var facts = try facts(of: room)
        facts.lastSeq += 1
        let seq = facts.lastSeq
        if let nonce, try sent(nonce, by: actor) != nil { throw ChatError(.nonceReused) }
        try willWrite()
        let counted = try countedNonce(nonce, of: actor)
        let place = memory.nextPlace()
        if case .text(let text) = nonce {
            try connection.run(.insertTextNonce, actor, text, place)
        }
        let columns = Columns(of: body, in: room)
        try connection.run(
            .insertEvent, place, columns.kind.rawValue, room, UserID?.none, seq, time, actor, columns.subject,
            columns.value, columns.text, Int64(bitPattern: fingerprint), counted?.device,
            counted?.counter ?? columns.number)
        memory.set(facts, of: room)
        switch body {
        case .message(let message):
            if !message.isPlain {
                try keep(message, Position(seq: seq, place: place), in: room, by: actor, at: time)
            }
        case .messageGone, .messageDeleted, .messageEdited, .reaction, .messagePinned, .messagesExpired, .memberMuted,
            .roleChanged, .roomUpdated, .roomArchived, .roomRules, .roomDeleted:
            break
        case .memberJoined(let user): joins.append(JoinOrLeave(user: user, room: room, joined: true, place: place))
        case .memberLeft(let user): joins.append(JoinOrLeave(user: user, room: room, joined: false, place: place))
        case .memberRemoved(let user):
            joins.append(JoinOrLeave(user: user, room: room, joined: false, place: place, removedSeq: seq))
        }
        let event = RoomEvent(
            place: self.place, room: room, seq: seq, at: time, actor: actor, body: body)
        memory.note(.room(event))
        return event
    }

    private func countedNonce(_ nonce: Nonce?, of actor: UserID) throws(ChatError) -> (device: Int64, counter: Int64)? {
        guard case .counted(let instance, let counter) = nonce else { return nil }
        var device = try device(of: actor, instance: instance)
        let id: Int64
        if let known = device.id { id = known } else { id = try connection.insertDevice(of: actor, instance: instance) }
        device.id = id
        device.lastCounter = max(device.lastCounter, counter)
        memory.set(device, WriterMemory.DeviceKey(user: actor, instance: instance))
        return (id, counter)
    }

    /// Throws `not_found` for an account that does not exist.
    @discardableResult
    func append(_ body: PersonEvent.Body, for user: UserID, at time: Timestamp) throws(ChatError) -> PersonEvent {
        let last: Int64
        if let known = memory.personSeq(user) {
            last = known
        } else {
            guard try connection.user(user) != nil else { throw ChatError(.notFound) }
            last = try connection.newest(in: .person(user))?.seq ?? 0
        }
        try willWrite()
        let seq = last + 1
        let place = memory.nextPlace()
        let columns = PersonColumns(of: body, for: user)
        try connection.run(
            .insertEvent, place, columns.kind.rawValue, RoomID?.none, user, seq, time, UserID?.none, columns.subject,
            columns.value, String?.none, Int64?.none, Int64?.none, columns.number)
        memory.set(seq, ofPerson: user)
        let event = PersonEvent(place: self.place, user: user, useq: seq, at: time, body: body)
        memory.note(.person(event))
        return event
    }

    /// Throws `not_found` for a room or an account that was not inserted before, and for a room that was not deleted
    /// where that is told.
    @discardableResult
    func append(_ body: DirectoryEvent.Body, at time: Timestamp) throws(ChatError) -> DirectoryEvent {
        switch body {
        case .channelCreated(let room), .channelUpdated(let room):
            guard try self.room(room.id) != nil else { throw ChatError(.notFound) }
        case .channelDeleted(let room): guard try self.room(room) == nil else { throw ChatError(.notFound) }
        case .userRegistered(let user), .userUpdated(let user):
            guard try self.user(user.id) != nil else { throw ChatError(.notFound) }
        }
        let last: Int64
        if let known = memory.directorySeq {
            last = known
        } else {
            last = try connection.newest(in: .directory)?.seq ?? 0
        }
        try willWrite()
        let seq = last + 1
        let place = memory.nextPlace()
        let (kind, subject) =
            switch body {
            case .channelCreated(let room): (EventKind.channelCreated, Int64(bitPattern: room.id.rawValue))
            case .channelUpdated(let room): (EventKind.channelUpdated, Int64(bitPattern: room.id.rawValue))
            case .channelDeleted(let room): (EventKind.channelDeleted, Int64(bitPattern: room.rawValue))
            case .userRegistered(let user): (EventKind.userRegistered, Int64(bitPattern: user.id.rawValue))
            case .userUpdated(let user): (EventKind.userUpdated, Int64(bitPattern: user.id.rawValue))
            }
        try connection.run(
            .insertEvent, place, kind.rawValue, RoomID?.none, UserID?.none, seq, time, UserID?.none, subject)
        memory.setDirectorySeq(seq)
        let event = DirectoryEvent(place: self.place, dseq: seq, at: time, body: body)
        memory.note(.directory(event))
        return event
    }
}

/// Where the parts of an event's body stand in its row.
private struct Columns {
    var kind: EventKind
    var subject: Int64
    var value: Int64?
    var text: String?
    /// What stands in the column of the nonces' counters, which other events do not need.
    var number: Int64?

    init(of body: RoomEvent.Body, in room: RoomID) {
        switch body {
        case .message(let message):
            if let thread = message.thread {
                self.init(.reply, message.id, value: thread, text: message.text)
            } else {
                self.init(.message, message.id, value: message.isPlain ? nil : hasMore, text: message.text)
            }
        case .memberJoined(let user): self.init(.memberJoined, user)
        case .memberLeft(let user): self.init(.memberLeft, user)
        case .memberRemoved(let user): self.init(.memberRemoved, user)
        case .messageDeleted(let target, let author, let thread):
            self.init(.messageDeleted, author, value: target, number: thread)
        case .messageGone(let id, let thread, _):
            self.init(thread == nil ? .messageGone : .replyGone, id, value: thread)
        case .messageEdited(let target, let author, _): self.init(.messageEdited, author, value: target)
        case .reaction(let target, let emoji, let isOn):
            self.init(isOn ? .reactionAdded : .reactionRemoved, room, value: target, text: emoji)
        case .messagePinned(let target, let isPinned):
            self.init(isPinned ? .messagePinned : .messageUnpinned, room, value: target)
        case .roleChanged(let user, let role): self.init(.roleChanged, user, value: role.stored)
        case .roomUpdated(let name, let description):
            self.init(.roomUpdated, room, text: RoomText(name: name, description: description).stored)
        case .roomArchived(let isArchived): self.init(.roomArchived, room, value: isArchived ? 1 : 0)
        case .roomDeleted: self.init(.roomDeleted, room)
        case .roomRules(let slowMode, let retention):
            self.init(.roomRules, room, value: RoomRules(slowMode: slowMode, retention: retention).stored)
        case .memberMuted(let user, let until): self.init(.memberMuted, user, value: until?.milliseconds)
        case .messagesExpired(let through): self.init(.messagesExpired, room, value: through)
        }
    }

    private init<Entity>(
        _ kind: EventKind, _ subject: Identifier<Entity>, value: Int64? = nil, text: String? = nil,
        number: Int64? = nil
    ) {
        self.kind = kind
        self.subject = Int64(bitPattern: subject.rawValue)
        self.value = value
        self.text = text
        self.number = number
    }
}
