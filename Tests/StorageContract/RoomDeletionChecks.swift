import ChatModel
import StorageAPI

extension StorageCheck {
    static let roomDeletion: [StorageCheck] = [
        StorageCheck("a deleted room is nowhere any more, its name is free, and who was in it hears that they left") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, .channel, members: [1, 2])
            try await it.make(room: 2, members: [1])
            let room = Sample.roomID(1)
            try await it.write { store throws(ChatError) in
                _ = try store.append(.channelCreated(Sample.room(1, .channel)), at: Sample.time(1))
            }
            let since = try await it.read { store throws(ChatError) in store.place }
            _ = try await it.send("lost", by: 1, to: 1)
            try await it.write { store throws(ChatError) in
                try delete(store, 1)
                try store.append(.channelDeleted(room), at: Sample.time(2))
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.room(room), try store.channel(named: "Room 1"),
                    try store.summary(of: room, for: Sample.userID(1)), try store.roomIDs(of: Sample.userID(1)),
                    try store.isMember(Sample.userID(2), of: room),
                    try store.changes(for: Sample.userID(2), since: since, limit: 9, directory: true)
                )
            }
            try require(found.0, is: nil)
            try require(found.1, is: nil)
            try require(found.2, is: nil)
            try require(found.3, is: [Sample.roomID(2)])
            try require(found.4, is: false)
            try require(found.5.left, is: [room])
            try require(found.5.events.count, is: 1, "the directory's alone;")
            let all = try await it.read { store throws(ChatError) in
                try store.changes(for: Sample.userID(3), since: .start, limit: 9, directory: true).events
            }
            for event in all {
                guard case .directory(let event) = event else { throw ContractViolation(description: "\(event)") }
                try require(event.body, is: .channelDeleted(room), "its making is told as it is now;")
            }
            try await it.write { store throws(ChatError) in try store.insert(Sample.room(4, .channel, named: "ROOM 1"))
            }
        },
        StorageCheck("a deleted room takes nothing any more, in the same body and after it") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            for change in ChangeOfRoom.allCases {
                let refusal = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in
                        try delete(store, 1)
                        try change.make(store)
                    }
                }
                try require(refusal, is: .notFound)
            }
            // What was undone is as it was.
            _ = try await it.send("still here", by: 2, to: 1)
            try await it.write { store throws(ChatError) in try delete(store, 1) }
            for change in ChangeOfRoom.allCases {
                let refusal = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in try change.make(store) }
                }
                try require(refusal, is: .notFound)
            }
        },
        StorageCheck("a deleted room's events are erased in steps, all but its last, and no place is given again") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for room in 1...2 { try await it.make(room: room, members: [1]) }
            for index in 0..<7 {
                for room in 1...2 { _ = try await it.send("said", by: 1, to: room, nonce: "r\(room)n\(index)") }
            }
            try await it.write { store throws(ChatError) in try delete(store, 1) }
            let last = try await it.read { store throws(ChatError) in store.place }
            var steps = 0
            while try await it.write({ store throws(ChatError) in try store.eraseDeletedRooms(limit: 3) }) {
                steps += 1
                try require(steps < 20, "it ends;")
            }
            try require(steps >= 3, "no more than the limit at once; \(steps) steps")
            let left = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: Sample.roomID(1), before: nil, limit: 99, for: nil).map(\.body),
                    try store.history(of: Sample.roomID(2), before: nil, limit: 99, for: nil).count,
                    try store.sent(.text("r1n3"), by: Sample.userID(1)), store.place
                )
            }
            try require(left.0, is: [.roomDeleted])
            try require(left.1, is: 8)
            try require(left.2, is: nil)
            try require(left.3, is: last)
            try require(
                try await it.write { store throws(ChatError) in try store.eraseDeletedRooms(limit: 3) }, is: false)
            // A nonce that stood for what is gone may be used again.
            let again = try await it.send("new", by: 1, to: 2, nonce: "r1n3")
            try require(again.place > last, "places grow;")
            try require(
                try await it.read { store throws(ChatError) in
                    try store.sent(.text("r1n3"), by: Sample.userID(1))?.event.seq
                }, is: again.seq)
        },
        StorageCheck("pruning leaves an event that carries a nonce, so that the request stays recognisable") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1])
            let user = Sample.userID(1)
            try await it.write { store throws(ChatError) in
                try store.append(
                    .memberJoined(user), to: Sample.roomID(1), by: user, at: Sample.time(1), nonce: .text("made"),
                    fingerprint: 5)
                try join(store, 2, 1)
                while try store.prune(before: Sample.time(1000), now: Sample.time(1000), limit: 50) {}
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.sent(.text("made"), by: user)?.fingerprint,
                    try store.history(
                        of: Sample.roomID(1), before: nil, limit: 9, for: nil
                    ).map(\.seq)
                )
            }
            try require(found.0, is: 5)
            try require(found.1, is: [2, 3])
        },
    ]
}

/// What a room takes as long as it is there.
private enum ChangeOfRoom: CaseIterable {
    case message, membership, update, deletion

    func make(_ store: any WriteTransaction) throws(ChatError) {
        switch self {
        case .message: try sendMessage(store, "x", by: 1, to: 1)
        case .membership: try store.insert(Sample.membership(1, 1))
        case .update: try store.update(Sample.room(1))
        case .deletion: try store.delete(Sample.roomID(1))
        }
    }
}

private func delete(_ store: any WriteTransaction, _ room: Int) throws(ChatError) {
    try store.append(
        .roomDeleted, to: Sample.roomID(room), by: Sample.userID(1), at: Sample.time(1), nonce: nil, fingerprint: 0)
    try store.delete(Sample.roomID(room))
}

extension Sample {
    fileprivate static func room(_ number: Int, _ kind: Room.Kind, named name: String) -> Room {
        var room = room(number, kind)
        room.name = name
        return room
    }
}
