import ChatModel
import StorageAPI

/// What a person has of their own: the use of their sessions, whom they block, what they wrote.
extension StorageCheck {
    static let own: [StorageCheck] = [
        StorageCheck("a session's last use is kept, and an earlier one does not replace it") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.write { store throws(ChatError) in
                try store.insert(Sample.session(1, of: 1), tokenHash: [1])
                try store.insert(Sample.session(2, of: 1), tokenHash: [2])
            }
            try require(try await lastUses(it), is: [Sample.time(1), Sample.time(2)])
            for (use, kept) in [(9, 9), (5, 9), (10, 10)] {
                try await it.write { store throws(ChatError) in
                    try store.setLastUse(Sample.time(use), of: Sample.session(1, of: 1).id)
                }
                try require(try await lastUses(it), is: [Sample.time(kept), Sample.time(2)])
            }
            // One that has ended is nobody's to keep.
            try await it.write { store throws(ChatError) in
                try store.setLastUse(Sample.time(9), of: Sample.session(3, of: 1).id)
            }
        },
        StorageCheck("a block is one person's of another, told once, and taken back") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            func set(_ isBlocked: Bool, _ user: Int, by other: Int) async throws -> Bool {
                try await it.write { store throws(ChatError) in
                    try store.setBlocked(isBlocked, Sample.userID(user), by: Sample.userID(other))
                }
            }
            try require(try await set(true, 3, by: 1), is: true)
            try require(try await set(true, 3, by: 1), is: false)
            try require(try await set(true, 2, by: 1), is: true)
            try require(try await set(true, 1, by: 3), is: true)
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.blocks(of: Sample.userID(1)), try store.blocks(of: Sample.userID(2)),
                    try store.blockCount(of: Sample.userID(1)), try store.blockCount(of: Sample.userID(2)),
                    try store.isBlocked(Sample.userID(3), by: Sample.userID(1)),
                    try store.isBlocked(Sample.userID(1), by: Sample.userID(2))
                )
            }
            try require(found.0, is: [Sample.user(2), Sample.user(3)])
            try require(found.1, is: [])
            try require([found.2, found.3], is: [2, 0])
            try require([found.4, found.5], is: [true, false])
            try require(try await set(false, 3, by: 1), is: true)
            try require(try await set(false, 3, by: 1), is: false)
            let left = try await it.write { store throws(ChatError) in
                (
                    try store.isBlocked(Sample.userID(3), by: Sample.userID(1)),
                    try store.isBlocked(Sample.userID(1), by: Sample.userID(3))
                )
            }
            try require([left.0, left.1], is: [false, true])
            for (user, other) in [(9, 1), (1, 9)] {
                let refusal = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in
                        _ = try store.setBlocked(true, Sample.userID(user), by: Sample.userID(other))
                    }
                }
                try require(refusal, is: .notFound)
            }
        },
        StorageCheck("a body that is undone leaves no block, and takes none away") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.write { store throws(ChatError) in
                _ = try store.setBlocked(true, Sample.userID(2), by: Sample.userID(1))
            }
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    _ = try store.setBlocked(false, Sample.userID(2), by: Sample.userID(1))
                    _ = try store.setBlocked(true, Sample.userID(3), by: Sample.userID(1))
                    throw ChatError(.forbidden)
                }
            }
            try require(refusal, is: .forbidden)
            let found = try await it.write { store throws(ChatError) in
                (
                    try store.isBlocked(Sample.userID(2), by: Sample.userID(1)),
                    try store.isBlocked(Sample.userID(3), by: Sample.userID(1))
                )
            }
            try require([found.0, found.1], is: [true, false])
        },
        StorageCheck("a person's own stream tells of blocks") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let events = try await it.write { store throws(ChatError) in
                [
                    try store.append(
                        .blockChanged(Sample.userID(2), isBlocked: true), for: Sample.userID(1), at: Sample.time(1)),
                    try store.append(
                        .blockChanged(Sample.userID(2), isBlocked: false), for: Sample.userID(1), at: Sample.time(2)),
                ]
            }
            try await it.settle()
            try require(it.heard.events, is: events.map(Event.person))
            let told = try await it.read { store throws(ChatError) in
                (
                    try store.changes(for: Sample.userID(1), since: .start, limit: 9, directory: true).events,
                    try store.changes(for: Sample.userID(2), since: .start, limit: 9, directory: true).events
                )
            }
            try require(told.0, is: events.map(Event.person))
            try require(told.1, is: [])
        },
        StorageCheck("the partner in a direct room of two is the other one, and nobody anywhere else") { place in
            let it = try await Fixture(place)
            try await it.make(users: 4)
            try await it.make(room: 1, members: [1, 2])
            try await it.write { store throws(ChatError) in
                try store.insert(Sample.room(2, .direct), directFor: [1, 2].map(Sample.userID))
                try store.insert(Sample.room(3, .direct), directFor: [1, 2, 3].map(Sample.userID))
                try require(partners(store), [nil, 2, 1, nil, nil, nil])
            }
            try await it.read { store throws(ChatError) in try require(partners(store), [nil, 2, 1, nil, nil, nil]) }
            // What the writer knows of the room may have been forgotten or changed since.
            try await it.write { store throws(ChatError) in
                var room = Sample.room(2, .direct)
                room.isArchived = true
                try store.update(room)
            }
            try await it.write { store throws(ChatError) in try require(partners(store), [nil, 2, 1, nil, nil, nil]) }
        },
        StorageCheck("the rooms that somebody was ever in are those they are in or have left, and that are still there")
        {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for room in [3, 1, 2, 4] { try await it.make(room: room, members: [1, 2]) }
            try await it.write { store throws(ChatError) in
                try leave(store, 1, 1)
                try leave(store, 1, 3)
                try join(store, 1, 3)
                try store.append(
                    .roomDeleted, to: Sample.roomID(4), by: Sample.userID(1), at: Sample.time(1), nonce: nil,
                    fingerprint: 0)
                try store.delete(Sample.roomID(4))
            }
            let rooms = try await it.read { store throws(ChatError) in
                (try store.roomIDs(everOf: Sample.userID(1)), try store.roomIDs(everOf: Sample.userID(9)))
            }
            try require(rooms.0, is: [1, 2, 3].map(Sample.roomID))
            try require(rooms.1, is: [])
        },
        StorageCheck("what somebody wrote in a room is found a part at a time, without what was deleted") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            try await it.make(room: 2, members: [1])
            var mine: [RoomEvent] = []
            for number in 1...6 {
                let event = try await it.send("text \(number)", by: number % 2 + 1, to: 1)
                if number % 2 == 0 { mine.append(event) }
            }
            _ = try await it.send("elsewhere", by: 1, to: 2)
            let gone = mine.removeFirst()
            try await it.write { store throws(ChatError) in
                _ = try store.eraseMessage(gone.seq, in: Sample.roomID(1))
            }
            for scanning in 1...9 {
                var found: [RoomEvent] = []
                var seq: Int64? = 0
                while let from = seq {
                    let part = try await it.read { store throws(ChatError) in
                        try store.messages(
                            by: Sample.userID(1), in: Sample.roomID(1), after: from, scanning: scanning)
                    }
                    found += part.messages
                    if let through = part.through { try require(through > from, "no step from \(from)") }
                    seq = part.through
                }
                try require(found, is: mine, "\(scanning):")
            }
            let one = try await it.read { store throws(ChatError) in
                try store.messages(by: Sample.userID(1), in: Sample.roomID(1), after: 0, scanning: 0)
            }
            try require(one, is: AuthoredMessages(messages: [], through: 1))
        },
    ]
}

/// Of user 1's two sessions.
private func lastUses(_ it: Fixture) async throws -> [Timestamp] {
    try await it.read { store throws(ChatError) in try store.sessions(of: Sample.userID(1)) }.map(\.lastUsedAt)
}

/// Of people 1, 2 and 3 in rooms 1, 2 and 3.
private func partners(_ store: any ReadTransaction) throws(ChatError) -> [UserID?] {
    [
        try store.directPartner(of: Sample.userID(1), in: Sample.roomID(1)),
        try store.directPartner(of: Sample.userID(1), in: Sample.roomID(2)),
        try store.directPartner(of: Sample.userID(2), in: Sample.roomID(2)),
        try store.directPartner(of: Sample.userID(3), in: Sample.roomID(2)),
        try store.directPartner(of: Sample.userID(1), in: Sample.roomID(3)),
        try store.directPartner(of: Sample.userID(1), in: Sample.roomID(9)),
    ]
}

/// Inside a body, where only a `ChatError` comes out; `internal` fails the check as none expects it.
private func require(_ found: [UserID?], _ expected: [Int?]) throws(ChatError) {
    guard found == expected.map({ $0.map(Sample.userID) }) else { throw ChatError(.internal, "found \(found)") }
}
