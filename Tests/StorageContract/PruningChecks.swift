import ChatModel
internal import SeededRandom
import StorageAPI

extension StorageCheck {
    static let pruning: [StorageCheck] = [
        StorageCheck("pruning removes old events that are no messages, and leaves every number and message") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let first = try await it.read { store throws(ChatError) in store.place }
            try await it.write { store throws(ChatError) in
                for round in 1...3 {
                    try sendMessage(store, "\(round)", by: 1, to: 1)
                    try leave(store, 2, 1)
                    try join(store, 2, 1)
                    _ = try store.append(
                        .cursorMoved(room: Sample.roomID(1), seq: Int64(round)), for: Sample.userID(1),
                        at: Sample.time(1))
                    _ = try store.append(.userRegistered(Sample.user(1)), at: Sample.time(1))
                }
                try sendMessage(store, "last", by: 1, to: 1)
            }
            let before = try await it.read { store throws(ChatError) in
                (try store.lastSeq(of: Sample.roomID(1)), store.place)
            }
            var rounds = 0
            while try await it.write({ store throws(ChatError) in
                try store.prune(before: Sample.time(1000), now: Sample.time(2000), limit: 4)
            }) {
                rounds += 1
            }
            try require(rounds >= 4, "every batch is bounded; \(rounds) were whole")
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: Sample.roomID(1), before: nil, limit: 100, for: nil),
                    try store.lastSeq(of: Sample.roomID(1)), store.place,
                    try store.changes(for: Sample.userID(1), since: store.place, limit: 9, directory: true)
                )
            }
            try require(found.0.map(\.seq), is: [3, 6, 9, 12])
            try require(found.1, is: before.0)
            try require(found.2, is: before.1)
            try require(found.3.events, is: [])
            for since in [Place.start, first] {
                let refusal = await it.refusal { () throws(ChatError) in
                    _ = try await it.read { store throws(ChatError) in
                        try store.changes(for: Sample.userID(1), since: since, limit: 9, directory: true)
                    }
                }
                try require(refusal, is: .resync)
            }
            // The next numbers follow those that were given, whatever is left of them.
            let next = try await it.write { store throws(ChatError) in
                (
                    try sendMessage(store, "more", by: 1, to: 1).seq,
                    try store.append(
                        .cursorMoved(room: Sample.roomID(1), seq: 1), for: Sample.userID(1), at: Sample.time(1)
                    ).useq,
                    try store.append(.userRegistered(Sample.user(1)), at: Sample.time(1)).dseq
                )
            }
            try require(next == (13, 4, 4), "\(next)")
            let after = try await it.read { store throws(ChatError) in
                try store.changes(for: Sample.userID(1), since: before.1, limit: 9, directory: true).events.count
            }
            try require(after, is: 3)
        },
        StorageCheck("pruning ends at the first event that is not old, and goes on from there") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, members: [1, 2])
            _ = try await it.write { store throws(ChatError) in try sendMessage(store, "x", by: 1, to: 1) }
            // User 1 joined at time 1, user 2 at time 2.
            let more = try await it.write { store throws(ChatError) in
                try store.prune(before: Sample.time(2), now: Sample.time(2000), limit: 100)
            }
            try require(more, is: false)
            let first = try await it.read { store throws(ChatError) in
                try store.history(of: Sample.roomID(1), before: nil, limit: 9, for: nil).map(\.seq)
            }
            try require(first, is: [2, 3])
            _ = try await it.write { store throws(ChatError) in
                try store.prune(before: Sample.time(3), now: Sample.time(2000), limit: 100)
            }
            let then = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: Sample.roomID(1), before: nil, limit: 9, for: nil).map(\.seq),
                    try store.isMember(Sample.userID(2), of: Sample.roomID(1))
                )
            }
            try require(then.0, is: [3])
            try require(then.1, is: true)
        },
        StorageCheck("what stayed as its stream's newest goes when it is not, and the horizon stays") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, members: [1])
            try await it.make(room: 2, members: [1, 2])
            let horizon = try await it.write { store throws(ChatError) in
                let place = store.place
                _ = try store.prune(before: Sample.time(1000), now: Sample.time(2000), limit: 100)
                return place
            }
            let kept = try await it.read { store throws(ChatError) in
                try store.history(of: Sample.roomID(1), before: nil, limit: 9, for: nil).map(\.seq)
            }
            try require(kept, is: [1])
            _ = try await it.write { store throws(ChatError) in
                try sendMessage(store, "x", by: 1, to: 1)
                return try store.prune(before: Sample.time(1000), now: Sample.time(2000), limit: 100)
            }
            let (then, refused) = try await it.read { store throws(ChatError) in
                let events = try store.history(of: Sample.roomID(1), before: nil, limit: 9, for: nil)
                // Room 2's first join was removed before, at a later place than what was removed now.
                let since = Place(rawValue: horizon.rawValue - 2)
                do throws(ChatError) {
                    _ = try store.changes(for: Sample.userID(1), since: since, limit: 9, directory: true)
                    return (events.map(\.seq), false)
                } catch { return (events.map(\.seq), error.code == .resync) }
            }
            try require(then, is: [2])
            try require(refused, is: true)
        },
        StorageCheck("pages after pruning are what is left of the log, from every place that is still known") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1])
            try await it.make(room: 2, members: [1])
            var random = SeededGenerator(seed: 3)
            for number in 1...120 {
                let (kind, room) = (Int.random(in: 0...3, using: &random), Int.random(in: 1...2, using: &random))
                try await it.write { store throws(ChatError) in
                    switch kind {
                    case 0: try sendMessage(store, "\(number)", by: 1, to: room)
                    case 1:
                        _ = try store.append(
                            .cursorMoved(room: Sample.roomID(room), seq: 1), for: Sample.userID(1),
                            at: Sample.time(number))
                    default:
                        if try store.isMember(Sample.userID(2), of: Sample.roomID(room)) {
                            try leave(store, 2, room)
                        } else {
                            try join(store, 2, room)
                        }
                    }
                }
            }
            let user = Sample.userID(1)
            // Joins of user 2 are old, cursors are not all: what ends the pruning leaves holes before and after it.
            _ = try await it.write { store throws(ChatError) in
                try store.prune(before: Sample.time(60), now: Sample.time(2000), limit: 80)
            }
            let whole = try await it.read { store throws(ChatError) in
                var events: [Event] = []
                for room in [1, 2] {
                    let history = try store.history(of: Sample.roomID(room), before: nil, limit: 1000, for: nil)
                    events += history.map { .room($0) }
                }
                return events.sorted { $0.place < $1.place }
            }
            let last = try await it.read { store throws(ChatError) in store.place.rawValue }
            var known = 0
            for since in 0...last {
                let found = try? await it.read { store throws(ChatError) in
                    try store.changes(for: user, since: Place(rawValue: since), limit: 1000, directory: true)
                }
                guard let found else { continue }
                known += 1
                let rooms = found.events.filter { $0.roomEvent != nil }
                let expected = whole.filter { $0.place.rawValue > since }
                guard found.joined.isEmpty else { continue }
                try require(rooms, is: expected)
            }
            try require(known > 10, "every place was refused")
        },
    ]
}
