import ChatModel
import StorageAPI

extension StorageCheck {
    static let clock: [StorageCheck] = [
        StorageCheck("numbers, places and pages follow the order of writing, whatever times the events carry") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let start = try await it.read { store throws(ChatError) in store.place }
            let times: [Int64] = [5, 86_400_005, 6, -86_400_000, 0, .max, .min, 7]
            try await it.write { store throws(ChatError) in
                for (index, time) in times.enumerated() {
                    let time = Timestamp(milliseconds: time)
                    let nonce = Nonce("d:\(index)")
                    _ = try store.append(
                        .message(Message(id: MessageID(millisecond: 0, entropy: UInt32(index)), text: "\(index)")),
                        to: Sample.roomID(1), by: Sample.userID(1), at: time, nonce: nonce, fingerprint: 1)
                    _ = try store.append(
                        .cursorMoved(room: Sample.roomID(1), seq: Int64(index)), for: Sample.userID(2), at: time)
                }
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: Sample.roomID(1), before: nil, limit: 8, for: nil),
                    try store.changes(for: Sample.userID(2), since: start, limit: 100, directory: true).events,
                    try store.summary(of: Sample.roomID(1), for: Sample.userID(2))?.unread
                )
            }
            try require(found.0.map(\.at.milliseconds), is: times)
            try require(found.0.map(\.seq), is: Array(3...10))
            try require(found.1.map(\.place), is: found.1.map(\.place).sorted())
            try require(found.1.count, is: 2 * times.count)
            try require(found.2, is: times.count)
            for index in times.indices {
                let known = try await it.write { store throws(ChatError) in
                    try store.sent(Nonce("d:\(index)") ?? .text(""), by: Sample.userID(1))?.event.seq
                }
                try require(known, is: Int64(index + 3))
            }
        },
        StorageCheck("pruning gets past events from after now, but not past the last ones and not past a recent one") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, members: [1])
            // Old, then 30 from a clock that was far ahead, old, ahead, recent, ahead.
            let times =
                [1, 2] + Array(repeating: 9_000_000, count: 30) + [3, 4] + [9_000_000, 500, 9_000_000, 9_000_000]
            try await it.write { store throws(ChatError) in
                for time in times {
                    _ = try store.append(
                        .cursorMoved(room: Sample.roomID(1), seq: 1), for: Sample.userID(1), at: Sample.time(time))
                }
            }
            func prune() async throws -> Int {
                var rounds = 0
                while try await it.write({ store throws(ChatError) in
                    try store.prune(before: Sample.time(100), now: Sample.time(1000), limit: 3)
                }) {
                    rounds += 1
                }
                return rounds
            }
            func left() async throws -> [Int64] {
                let since = try await it.read { store throws(ChatError) in store.place }
                var first = since
                // The oldest place that is still known is the one of the newest event that was removed.
                while first.rawValue > 0 {
                    let before = Place(rawValue: first.rawValue - 1)
                    let known = try? await it.read { store throws(ChatError) in
                        try store.changes(for: Sample.userID(1), since: before, limit: 1, directory: true)
                    }
                    if known == nil { break }
                    first = before
                }
                let oldest = first
                return try await it.read { store throws(ChatError) in
                    try store.changes(for: Sample.userID(1), since: oldest, limit: 100, directory: true).events
                }.compactMap { if case .person(let event) = $0 { event.useq } else { nil } }
            }
            let rounds = try await prune()
            try require(rounds >= 11, "every batch is bounded; \(rounds) were whole")
            try require(try await left(), is: [35, 36, 37, 38])
            // Once the recent one is old and the clock has caught up, the rest goes, but for the newest.
            _ = try await it.write { store throws(ChatError) in
                try store.prune(before: Sample.time(9_000_001), now: Sample.time(9_000_002), limit: 100)
            }
            try require(try await left(), is: [38])
        },
    ]
}
