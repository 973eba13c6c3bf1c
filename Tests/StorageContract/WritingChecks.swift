import ChatModel
import StorageAPI
import Synchronization

extension StorageCheck {
    static let writing: [StorageCheck] = [
        StorageCheck("a body sees what it and earlier bodies wrote") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            let seen = try await it.write { store throws(ChatError) in
                let user = try store.user(Sample.userID(1))
                try store.insert(Sample.room(1, .channel))
                try join(store, 1, 1)
                let event = try sendMessage(store, "x", by: 1, to: 1)
                let room = try store.room(Sample.roomID(1))
                let known = try store.isMember(Sample.userID(1), of: Sample.roomID(1)) && room != nil
                return (
                    user, known, try store.lastSeq(of: Sample.roomID(1)), store.place == event.place,
                    try store.history(of: Sample.roomID(1), before: nil, limit: 9, for: nil).last == event
                )
            }
            try require(seen.0, is: Sample.user(1))
            try require(seen.1 && seen.3 && seen.4, "a body does not see its own writes")
            try require(seen.2, is: 2)
        },
        StorageCheck("a body that throws after it wrote leaves nothing, and its neighbours stay whole") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1])
            let results = try await withThrowingTaskGroup(of: (Int, ErrorCode?).self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let refusal = await it.refusal { () throws(ChatError) in
                            try await it.write { store throws(ChatError) in
                                try sendMessage(store, "\(number)", by: 1, to: 1, nonce: "i\(number % 7):\(number)")
                                if number % 3 == 0 {
                                    try join(store, 2, 1)
                                    try store.insert(Sample.room(1000 + number))
                                    try store.append(.userRegistered(Sample.user(2)), at: Sample.time(0))
                                    _ = try store.append(
                                        .cursorMoved(room: Sample.roomID(1), seq: 1), for: Sample.userID(2),
                                        at: Sample.time(0))
                                    throw ChatError(.forbidden)
                                }
                            }
                        }
                        return (number, refusal)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for number in 0..<60 {
                try require(results[number], is: number % 3 == 0 ? .forbidden : nil, "body \(number)")
            }
            let after = try await it.write { store throws(ChatError) in
                var reused = 0
                for number in 0..<60 {
                    let nonce = Nonce.counted(instance: "i\(number % 7)", counter: Int64(number))
                    if try store.sent(nonce, by: Sample.userID(1)) != nil { reused += 1 }
                }
                return (
                    try store.history(of: Sample.roomID(1), before: nil, limit: 100, for: nil), reused,
                    try store.isMember(Sample.userID(2), of: Sample.roomID(1)), try store.room(Sample.roomID(1000)),
                    try store.append(.userRegistered(Sample.user(2)), at: Sample.time(0)).dseq,
                    try store.append(
                        .cursorMoved(room: Sample.roomID(1), seq: 1), for: Sample.userID(2), at: Sample.time(0)
                    ).useq
                )
            }
            try require(after.0.map(\.seq), is: Array(1...41))
            try require(after.1, is: 40)
            try require(after.2, is: false)
            try require(after.3, is: nil)
            try require(after.4, is: 1)
            try require(after.5, is: 1)
            await it.store.close()
            try require(it.heard.events.count, is: 43)
        },
        StorageCheck("eight writers at once get numbers without gaps, in the order of places, each heard once") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 8)
            for room in 1...2 { try await it.make(room: room) }
            let sent = try await withThrowingTaskGroup(of: [RoomEvent].self) { group in
                for user in 1...8 {
                    group.addTask {
                        var events: [RoomEvent] = []
                        for number in 1...40 {
                            events.append(
                                try await it.send("\(number)", by: user, to: number % 2 + 1, nonce: "i:\(number)"))
                        }
                        return events
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            await it.store.close()
            for room in [1, 2].map(Sample.roomID) {
                let inRoom = sent.filter { $0.room == room }.sorted { $0.place < $1.place }
                try require(inRoom.map(\.seq), is: Array(1...160))
            }
            let heard = it.heard.events
            try require(heard, is: sent.sorted { $0.place < $1.place }.map { .room($0) })
        },
        StorageCheck("a read shows everything whose write completed before") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1)
            for number in 1...50 {
                let event = try await it.send("x", by: 1, to: 1)
                let seen = try await it.read { store throws(ChatError) in
                    (try store.lastSeq(of: Sample.roomID(1)), store.place)
                }
                try require(seen.0, is: Int64(number))
                try require(seen.1, is: event.place)
            }
        },
        StorageCheck("closing finishes what was accepted and refuses the rest with unavailable") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1)
            let outcomes = Mutex<[Result<Int64, ChatError>]>([])
            for _ in 1...30 {
                it.store.write { store throws(ChatError) in
                    try sendMessage(store, "x", by: 1, to: 1).seq
                } completion: { result in
                    outcomes.withLock { $0.append(result) }
                }
            }
            await it.store.close()
            await it.store.close()
            try require(outcomes.withLock { $0.map { try? $0.get() } }, is: (1...30).map { Int64($0) })
            let write = await it.refusal { () throws(ChatError) in _ = try await it.send("x", by: 1, to: 1) }
            let read = await it.refusal { () throws(ChatError) in
                _ = try await it.read { store throws(ChatError) in store.place }
            }
            try require(write, is: .unavailable)
            try require(read, is: .unavailable)
        },
    ]
}
