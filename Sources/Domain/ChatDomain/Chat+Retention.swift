package import ChatModel
import StorageAPI
import Synchronization

extension Chat {
    /// Rooms looked at in one transaction, and events of the one that has something old.
    private static let expiryBatch = (rooms: 20, events: 200)

    /// Erases some messages that are older than their rooms keep them, and tells the room up to where. True where
    /// another call may find more.
    package func expireMessages() async throws(ChatError) -> Bool {
        let start = expiring.withLock { $0 }
        let now = clock.now()
        let end = try await store.write { transaction throws(ChatError) in try transaction.expire(after: start, at: now)
        }
        expiring.withLock { $0 = end.last }
        return end.more
    }

    /// One step of the same in one room, of what is older than `before`, whatever its retention. Throws `not_found`.
    package func expireMessages(in room: RoomID, before: Timestamp) async throws(ChatError) -> Bool {
        let now = clock.now()
        return try await store.write { transaction throws(ChatError) in
            guard let room = try transaction.room(room) else { throw ChatError(.notFound) }
            return try transaction.expire(room, before: before, at: now).more
        }
    }

    fileprivate static var expiryRooms: Int { expiryBatch.rooms }
    fileprivate static var expiryEvents: Int { expiryBatch.events }
}

extension WriteTransaction {
    /// One step, from the room after `start`: `last` is the last room that is done with; nil after all of them.
    fileprivate func expire(after start: RoomID?, at now: Timestamp) throws(ChatError) -> (last: RoomID?, more: Bool) {
        let rooms = try retainedRooms(after: start, limit: Chat.expiryRooms)
        var last = start
        for room in rooms {
            let before = now.advanced(bySeconds: -room.retention * 86_400)
            let expiry = try expire(room, before: before, at: now)
            if expiry.more { return (last, true) }
            last = room.id
            if expiry.erased > 0 { return (last, true) }
        }
        return rooms.count == Chat.expiryRooms ? (last, true) : (nil, false)
    }

    /// Erases some of the room's messages, and tells up to where, in the name of who made it.
    fileprivate func expire(_ room: Room, before: Timestamp, at now: Timestamp) throws(ChatError) -> Expiry {
        let expiry = try expireMessages(in: room.id, before: before, now: now, limit: Chat.expiryEvents)
        if expiry.erased > 0 {
            try append(
                .messagesExpired(through: expiry.through), to: room.id, by: room.createdBy, at: now, nonce: nil,
                fingerprint: 0)
        }
        return expiry
    }
}
