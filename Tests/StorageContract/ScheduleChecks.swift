import ChatModel
import StorageAPI

/// Messages that are to be sent later.
extension StorageCheck {
    static let scheduled: [StorageCheck] = [
        StorageCheck("what is scheduled is its author's, in the order of the times, and found by id and nonce") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let late = Sample.scheduled(1, "é", at: 9, nonce: .counted(instance: "phone", counter: 7))
            let soon = Sample.scheduled(2, "soon", at: 3, thread: 5)
            let failed = Sample.scheduled(3, "failed", at: 3, error: .archived)
            let theirs = Sample.scheduled(4, "theirs", by: 2, at: 1, nonce: late.nonce)
            try await it.write { store throws(ChatError) in
                for scheduled in [late, failed, soon, theirs] { try store.insert(scheduled) }
            }
            let user = Sample.userID(1)
            let found = try await it.read { store throws(ChatError) in
                (
                    [try store.scheduled(of: user), try store.scheduled(of: Sample.userID(2))],
                    [
                        try store.scheduled(soon.message.id),
                        try store.scheduled(Sample.scheduled(9, "", at: 0).message.id),
                        try store.scheduled(nonce: late.nonce, of: user),
                        try store.scheduled(nonce: late.nonce, of: Sample.userID(2)),
                        try store.scheduled(nonce: .text("unknown"), of: user),
                    ],
                    try store.scheduledSize(of: user), try store.scheduledSize(of: Sample.userID(3))
                )
            }
            try require(found.0, is: [[soon, failed, late], [theirs]])
            try require(found.1, is: [soon, nil, late, theirs, nil])
            try require([found.2.count, found.2.bytes, found.3.count, found.3.bytes], is: [3, 12, 0, 0])
            let twice = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.insert(Sample.scheduled(8, "other", at: 9, nonce: late.nonce))
                }
            }
            try require(twice, is: .nonceReused)
        },
        StorageCheck("what is due is what has no error and whose turn has come, the first first") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let rows = [
                Sample.scheduled(1, "a", at: 5), Sample.scheduled(2, "b", by: 2, at: 3),
                Sample.scheduled(3, "c", at: 3),
                Sample.scheduled(4, "d", at: 1, error: .muted), Sample.scheduled(5, "e", at: 8),
            ]
            @Sendable func due(_ time: Int, _ limit: Int) async throws -> [String] {
                try await it.read { store throws(ChatError) in
                    try store.scheduledDue(at: Sample.time(time), limit: limit).map(\.message.text)
                }
            }
            try await it.write { store throws(ChatError) in for row in rows { try store.insert(row) } }
            try require(try await due(2, 9), is: [])
            try require(try await due(3, 9), is: ["b", "c"])
            try require(try await due(7, 9), is: ["b", "c", "a"])
            try require(try await due(7, 2), is: ["b", "c"])
            // One waits, one is tried again, one was sent.
            var (waits, again) = (rows[1], rows[3])
            waits.due = Sample.time(6)
            (again.message.text, again.message.at, again.due, again.message.error) = (
                "dd", Sample.time(4), Sample.time(4), nil
            )
            let changed = [waits, again]
            let back = again.message.id
            try await it.write { store throws(ChatError) in
                for row in changed { try store.update(row) }
                try store.update(Sample.scheduled(9, "none", at: 1))
                try store.deleteScheduled(rows[2].message.id)
                try store.deleteScheduled(rows[2].message.id)
            }
            try require(try await due(7, 9), is: ["dd", "a", "b"])
            let left = try await it.read { store throws(ChatError) in
                (try store.scheduled(back), try store.scheduledSize(of: Sample.userID(1)).bytes)
            }
            try require(left.0, is: again)
            try require(left.1, is: 4)
        },
        StorageCheck("what is scheduled goes with the membership, the room and the account, and others' stays") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            for room in 1...3 { try await it.make(room: room, members: [1, 2, 3]) }
            try await it.write { store throws(ChatError) in
                for room in 1...3 {
                    for user in 1...3 {
                        for thread in [nil, 5] as [Int64?] {
                            let number = room * 100 + user * 10 + (thread == nil ? 0 : 1)
                            try store.insert(
                                Sample.scheduled(number, "x", by: user, to: room, at: number, thread: thread))
                        }
                    }
                }
                try leave(store, 1, 1)
                try store.append(
                    .roomDeleted, to: Sample.roomID(2), by: Sample.userID(1), at: Sample.time(1), nonce: nil,
                    fingerprint: 0)
                try store.delete(Sample.roomID(2))
                try store.deletePersonalState(of: Sample.userID(3))
            }
            let rooms = try await it.read { store throws(ChatError) in
                [
                    try store.scheduled(of: Sample.userID(1)).map(\.message.room),
                    try store.scheduled(of: Sample.userID(2)).map(\.message.room),
                    try store.scheduled(of: Sample.userID(3)).map(\.message.room),
                    try store.scheduledDue(at: Sample.time(1_000), limit: 99).map(\.message.room),
                ]
            }
            try require(rooms, is: [[3, 3], [1, 1, 3, 3], [], [1, 1, 3, 3, 3, 3]].map { $0.map(Sample.roomID) })
        },
        StorageCheck("what became of them is told to their author, in words that hold nothing of the text") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let id = Sample.scheduled(7, "", at: 0).message.id
            let since = try await it.read { store throws(ChatError) in store.place }
            let bodies = ScheduledState.allCases.map { PersonEvent.Body.scheduledChanged(id, $0) }
            try await it.write { store throws(ChatError) in
                for body in bodies { try store.append(body, for: Sample.userID(1), at: Sample.time(1)) }
            }
            let told = try await it.read { store throws(ChatError) in
                let mine = try store.changes(for: Sample.userID(1), since: since, limit: 9, directory: true).events
                let theirs = try store.changes(for: Sample.userID(2), since: since, limit: 9, directory: true).events
                return [mine, theirs]
            }
            try require(
                told.map { $0.compactMap { if case .person(let event) = $0 { event.body } else { nil } } },
                is: [bodies, []])
        },
    ]
}

extension Sample {
    fileprivate static func scheduled(
        _ number: Int, _ text: String, by user: Int = 1, to room: Int = 1, at: Int, thread: Int64? = nil,
        nonce: Nonce? = nil, error: ErrorCode? = nil
    ) -> Scheduled {
        Scheduled(
            message: ScheduledMessage(
                id: ScheduledID(millisecond: 0, entropy: UInt32(number)), room: roomID(room), thread: thread,
                text: text,
                at: time(at), error: error),
            user: userID(user), nonce: nonce ?? .text("scheduled \(number)"), fingerprint: .max - UInt64(number),
            due: time(at))
    }
}
