import ChatModel
import StorageAPI

extension WriterTransaction {
    /// Throws `not_found` for a room that does not exist and `nonce_reused` for a nonce that `sent` knows.
    @discardableResult
    func append(
        _ body: RoomEvent.Body, to room: RoomID, by actor: UserID, at time: Timestamp, nonce: Nonce?,
        fingerprint: UInt64
    ) throws(ChatError) -> RoomEvent {
        let seq = try knownLastSeq(of: room) + 1
        if let nonce, try sent(nonce, by: actor) != nil { throw ChatError(.nonceReused) }
        try willWrite()
        let counted = try countedNonce(nonce, of: actor)
        let place = memory.nextPlace()
        try connection.run(.insertEvent) { row in
            row.set(1, place)
            row.set(3, room)
            row.set(5, seq)
            row.set(6, time)
            row.set(7, actor)
            switch body {
            case .message(let id, let text):
                row.set(2, EventKind.message.rawValue)
                row.set(8, id)
                row.set(10, text)
            case .memberJoined(let user):
                row.set(2, EventKind.memberJoined.rawValue)
                row.set(8, user)
            case .memberLeft(let user):
                row.set(2, EventKind.memberLeft.rawValue)
                row.set(8, user)
            }
            row.set(11, Int64(bitPattern: fingerprint))
            if let counted {
                row.set(12, counted.device)
                row.set(13, counted.counter)
            }
        }
        if case .text(let text) = nonce {
            try connection.run(.insertTextNonce) {
                $0.set(1, actor)
                $0.set(2, text)
                $0.set(3, place)
            }
        }
        memory.set(seq, ofRoom: room)
        switch body {
        case .message: break
        case .memberJoined(let user): joins.append(JoinOrLeave(user: user, room: room, joined: true, place: place))
        case .memberLeft(let user): joins.append(JoinOrLeave(user: user, room: room, joined: false, place: place))
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
        try connection.run(.insertEvent) { row in
            row.set(1, place)
            row.set(4, user)
            row.set(5, seq)
            row.set(6, time)
            switch body {
            case .cursorMoved(let room, let cursor):
                row.set(2, EventKind.cursorMoved.rawValue)
                row.set(8, room)
                row.set(9, cursor)
            }
        }
        memory.set(seq, ofPerson: user)
        let event = PersonEvent(place: self.place, user: user, useq: seq, at: time, body: body)
        memory.note(.person(event))
        return event
    }

    /// Throws `not_found` for a room or an account that was not inserted before.
    @discardableResult
    func append(_ body: DirectoryEvent.Body, at time: Timestamp) throws(ChatError) -> DirectoryEvent {
        switch body {
        case .channelCreated(let room): guard try self.room(room.id) != nil else { throw ChatError(.notFound) }
        case .userRegistered(let user): guard try self.user(user.id) != nil else { throw ChatError(.notFound) }
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
        try connection.run(.insertEvent) { row in
            row.set(1, place)
            row.set(5, seq)
            row.set(6, time)
            switch body {
            case .channelCreated(let room):
                row.set(2, EventKind.channelCreated.rawValue)
                row.set(8, room.id)
            case .userRegistered(let user):
                row.set(2, EventKind.userRegistered.rawValue)
                row.set(8, user.id)
            }
        }
        memory.setDirectorySeq(seq)
        let event = DirectoryEvent(place: self.place, dseq: seq, at: time, body: body)
        memory.note(.directory(event))
        return event
    }
}
