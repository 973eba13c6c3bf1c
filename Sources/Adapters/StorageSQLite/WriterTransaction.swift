import ChatModel
import StorageAPI

/// The open transaction of the writer's connection, as the bodies of a batch see it, one after the other.
final class WriterTransaction: SnapshotReading, WriteTransaction {
    let connection: Connection
    var memory: WriterMemory
    /// Where this body appended that someone joined or left, for the membership row that goes with it.
    var joins: [JoinOrLeave] = []
    /// Whether the present body has written anything.
    private(set) var hasWritten = false
    /// Whether a body's first write opens a savepoint.
    private var isGuarded = false

    init(connection: Connection, memory: WriterMemory) {
        self.connection = connection
        self.memory = memory
    }

    var place: Place { Place(rawValue: UInt64(bitPattern: memory.lastPlace)) }

    func beginBody(guarded: Bool) {
        hasWritten = false
        isGuarded = guarded
        joins.removeAll(keepingCapacity: true)
    }

    /// Comes before every change.
    func willWrite() throws(ChatError) {
        if hasWritten { return }
        if isGuarded { try connection.run(.beginBody) }
        hasWritten = true
    }

    /// Keeps or undoes what a guarded body wrote.
    func endGuardedBody(keep: Bool) throws(ChatError) {
        guard hasWritten else { return }
        if !keep { try connection.run(.undoBody) }
        try connection.run(.endBody)
    }

    func isMember(_ user: UserID, of room: RoomID) throws(ChatError) -> Bool {
        try memberFacts(of: user, in: room) != nil
    }

    /// Throws `not_found` for a room that does not exist.
    func facts(of room: RoomID) throws(ChatError) -> WriterMemory.RoomFacts {
        if let known = memory.facts(of: room) { return known }
        guard let found = try connection.room(room) else { throw ChatError(.notFound) }
        let facts = WriterMemory.RoomFacts(
            lastSeq: try connection.newest(in: .room(room))?.seq ?? 0, isArchived: found.isArchived,
            pair: found.kind == .direct ? try connection.directPair(of: room) : nil,
            slowMode: found.slowMode)
        memory.learn(facts, of: room)
        return facts
    }

    func isArchived(_ room: RoomID) throws(ChatError) -> Bool {
        if let known = memory.facts(of: room) { return known.isArchived }
        guard try connection.room(room) != nil else { return false }
        return try facts(of: room).isArchived
    }

    func directPartner(of user: UserID, in room: RoomID) throws(ChatError) -> UserID? {
        if let known = memory.facts(of: room) { return known.pair?.partner(of: user) }
        guard try connection.room(room) != nil else { return nil }
        return try facts(of: room).pair?.partner(of: user)
    }

    func isBlocked(_ user: UserID, by other: UserID) throws(ChatError) -> Bool {
        let key = WriterMemory.BlockKey(user: user, by: other)
        if let known = memory.isBlocked(key) { return known }
        let found = try connection.first(.isBlocked, user, other) { _ in true } ?? false
        memory.learn(found, key)
        return found
    }

    func lastSeq(of room: RoomID) throws(ChatError) -> Int64 {
        if let known = memory.facts(of: room) { return known.lastSeq }
        return try connection.newest(in: .room(room))?.seq ?? 0
    }

    func sent(_ nonce: Nonce, by user: UserID) throws(ChatError) -> SentRecord? {
        switch nonce {
        case .counted(let instance, let counter):
            let device = try device(of: user, instance: instance)
            // Nothing was sent yet with a counter above the highest: the usual case needs no look-up.
            guard let id = device.id, counter <= device.lastCounter else { return nil }
            return try connection.sent(counter: counter, device: id)
        case .text(let text): return try connection.sent(text: text, by: user)
        }
    }

    func device(of user: UserID, instance: String) throws(ChatError) -> WriterMemory.Device {
        let key = WriterMemory.DeviceKey(user: user, instance: instance)
        if let known = memory.device(key) { return known }
        var device = WriterMemory.Device(id: nil, lastCounter: -1)
        if let id = try connection.device(of: user, instance: instance) {
            device = WriterMemory.Device(id: id, lastCounter: try connection.lastCounter(of: id))
        }
        memory.learn(device, key)
        return device
    }
}

/// That the event at `place` made `user` a member of `room`, or ended that.
struct JoinOrLeave {
    var user: UserID
    var room: RoomID
    var joined: Bool
    var place: Int64
    /// The event's `seq` where somebody else ended the membership.
    var removedSeq: Int64?
}
