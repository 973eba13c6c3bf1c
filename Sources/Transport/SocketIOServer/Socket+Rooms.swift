internal import EngineIOServer
internal import NetLoop

extension Socket {
    /// The rooms that the socket is in.
    public var rooms: [String] { memberships.dropFirst().map { $0.room.name } }

    /// Whether the socket is in that room.
    public func isIn(_ room: String) -> Bool {
        loopNamespace.existingRoom(room).map { membership(in: $0) != nil } ?? false
    }

    /// Looks through the socket's rooms or the room's sockets, whichever are fewer.
    private func membership(in room: Room) -> Int? {
        if room.subscribers.count < memberships.count {
            return room.subscribers.first { $0.socket === self }?.membership
        }
        return memberships.firstIndex { $0.room === room }
    }

    /// Enters a room of this namespace; no effect when it is there, or is not connected.
    public func join(_ room: String) {
        guard isConnected else { return }
        let room = loopNamespace.roomToJoin(room)
        if membership(in: room) == nil {
            enter(room)
            noteJoined(room.name)
        }
    }

    /// As `join` with each of `rooms`, at a cost that grows with their number only.
    public func join(all rooms: some Sequence<String>) {
        guard isConnected else { return }
        var present = Set(memberships.map { ObjectIdentifier($0.room) })
        for name in rooms {
            let room = loopNamespace.roomToJoin(name)
            if present.insert(ObjectIdentifier(room)).inserted {
                enter(room)
                noteJoined(name)
            }
        }
    }

    /// As `leave` with each room that the socket is in.
    public func leaveAll() {
        flushRooms()
        // The first is the one that every connected socket is in.
        while memberships.count > 1 { exit(at: memberships.count - 1) }
    }

    /// Leaves a room; no effect when it is not there.
    public func leave(_ room: String) {
        guard let room = loopNamespace.existingRoom(room), let membership = membership(in: room) else { return }
        room.flush()
        exit(at: membership)
    }

    func enter(_ room: Room) {
        memberships.append(Membership(room: room, place: room.add(self, membership: memberships.count)))
    }

    func room(at membership: Int, movedYouTo place: Int) { memberships[membership].place = place }

    func exit(at membership: Int) {
        let (room, place) = (memberships[membership].room, memberships[membership].place)
        room.remove(at: place)
        let last = memberships.removeLast()
        if membership < memberships.count {
            memberships[membership] = last
            last.room.subscriber(at: last.place, movedUsTo: membership)
        }
        loopNamespace.left(room)
    }

    /// Hands over what was published to the socket's rooms so far.
    func flushRooms() {
        for membership in memberships { membership.room.flush() }
    }

    /// Takes what a room has published. False when the socket begins to drop packets with these.
    func deliver(_ batch: PreframedBatch) -> Bool {
        if isDropping { return true }
        isDropping = !connection.send(batch, limit: roomQueueLimit)
        return !isDropping
    }
}
