import ChatModel
internal import SeededRandom
import StorageAPI

extension StorageCheck {
    static let unread: [StorageCheck] = [
        StorageCheck("unread counts are what Unread.count gives, in random rooms with random cursors") { place in
            let it = try await Fixture(place)
            var random = SeededGenerator(seed: 11)
            try await it.make(users: 3)
            try await it.make(room: 1, members: [1, 2, 3])
            for _ in 1...40 {
                let actors = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    Int.random(in: 1...3, using: &random)
                }
                let turn = Int.random(in: 0...3, using: &random)
                let part = Double.random(in: 0...1, using: &random)
                try await it.write { store throws(ChatError) in
                    for actor in actors { try sendMessage(store, "x", by: actor, to: 1) }
                    let room = Sample.roomID(1)
                    if turn == 0, try store.isMember(Sample.userID(3), of: room) { try leave(store, 3, 1) }
                    if turn == 1, try !store.isMember(Sample.userID(3), of: room) { try join(store, 3, 1) }
                    let cursor = Int64(Double(try store.lastSeq(of: room)) * part)
                    try store.setCursor(cursor, of: Sample.userID(turn % 2 + 1), in: room)
                }
                try await compareUnread(it, room: 1, users: 1...3)
            }
        },
        StorageCheck("unread counts are exact to 999, then 1000") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            for step in [998, 1, 1, 500] {
                try await it.write { store throws(ChatError) in
                    for _ in 0..<step { try sendMessage(store, "x", by: 2, to: 1) }
                }
                try await compareUnread(it, room: 1, users: 1...2)
            }
        },
    ]
}

private func compareUnread(_ it: Fixture, room number: Int, users: ClosedRange<Int>) async throws {
    for user in users.map(Sample.userID) {
        let found = try await it.read { store throws(ChatError) in
            (
                try store.history(of: Sample.roomID(number), before: nil, limit: 10_000, for: nil),
                try store.summary(of: Sample.roomID(number), for: user), try store.rooms(of: user)
            )
        }
        let cursor = found.1?.membership?.cursor
        let expected = cursor.map { Unread.count(found.0, cursor: $0, reader: user) } ?? 0
        try require(found.1?.unread, is: expected)
        try require(found.2.map(\.unread), is: cursor == nil ? [] : [expected])
    }
}
