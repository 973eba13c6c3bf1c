import ChatModel
import StorageAPI

extension StorageCheck {
    static let log: [StorageCheck] = [
        StorageCheck("each stream counts from 1 without gaps, and places grow through all of them") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, .channel)
            try await it.make(room: 2)
            let events = try await it.write { store throws(ChatError) in
                var events: [Event] = []
                for round in 1...3 {
                    events.append(.room(try sendMessage(store, "a\(round)", by: 1, to: 1)))
                    events.append(.room(try sendMessage(store, "b\(round)", by: 1, to: 2)))
                    let moved = PersonEvent.Body.cursorMoved(room: Sample.roomID(1), seq: Int64(round))
                    events.append(.person(try store.append(moved, for: Sample.userID(1), at: Sample.time(1))))
                    events.append(.person(try store.append(moved, for: Sample.userID(2), at: Sample.time(2))))
                    let registered = DirectoryEvent.Body.userRegistered(Sample.user(1))
                    events.append(.directory(try store.append(registered, at: Sample.time(3))))
                }
                return events
            }
            for (index, event) in events.enumerated() {
                let number: Int64 =
                    switch event {
                    case .room(let event): event.seq
                    case .person(let event): event.useq
                    case .directory(let event): event.dseq
                    }
                try require(number, is: Int64(index / 5 + 1))
            }
            try require(events.map(\.place), is: events.map(\.place).sorted())
            try require(Set(events.map(\.place)).count, is: events.count)
            let last = try await it.read { store throws(ChatError) in
                (try store.lastSeq(of: Sample.roomID(1)), try store.lastSeq(of: Sample.roomID(9)), store.place)
            }
            try require(last.0, is: 3)
            try require(last.1, is: 0)
            try require(last.2, is: events.last?.place ?? .start)
        },
        StorageCheck("events for a room, person or subject that does not exist are refused with not_found") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            let toRoom = await it.refusal { () throws(ChatError) in _ = try await it.send("x", by: 1, to: 1) }
            try require(toRoom, is: .notFound)
            let toPerson = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    _ = try store.append(
                        .cursorMoved(room: Sample.roomID(1), seq: 1), for: Sample.userID(2), at: Sample.time(1))
                }
            }
            try require(toPerson, is: .notFound)
            for body in [DirectoryEvent.Body.userRegistered(Sample.user(2)), .channelCreated(Sample.room(1, .channel))]
            {
                let refusal = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in _ = try store.append(body, at: Sample.time(1)) }
                }
                try require(refusal, is: .notFound)
            }
        },
        StorageCheck("history gives the newest events below a number, oldest first") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, members: [1])
            try await it.make(room: 2, members: [1])
            var sent: [RoomEvent] = []
            for number in 2...6 {
                sent.append(try await it.send("m\(number)", by: 1, to: 1))
                _ = try await it.send("elsewhere", by: 1, to: 2)
            }
            let room = Sample.roomID(1)
            let pages = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: room, before: nil, limit: 2, for: nil),
                    try store.history(of: room, before: 5, limit: 3, for: nil),
                    try store.history(of: room, before: 1, limit: 3, for: nil),
                    try store.history(of: room, before: nil, limit: 100, for: nil)
                )
            }
            let above = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: room, after: 1, before: .max, limit: 2, for: nil),
                    try store.history(of: room, after: 3, before: 6, limit: 9, for: nil),
                    try store.history(of: room, after: 6, before: .max, limit: 9, for: nil)
                )
            }
            try require(above.0, is: Array(sent[..<2]))
            try require(above.1, is: Array(sent[2..<4]))
            try require(above.2, is: [])
            try require(pages.0, is: Array(sent[3...]))
            try require(pages.1, is: Array(sent[0..<3]))
            try require(pages.2, is: [])
            try require(Array(pages.3.dropFirst()), is: sent)
            try require(pages.3.first?.body, is: .memberJoined(Sample.userID(1)))
        },
        StorageCheck("the listener hears every event once, in the order of places, as reads show them") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, .channel, members: [1, 2])
            try await it.write { store throws(ChatError) in
                _ = try store.append(.channelCreated(Sample.room(1, .channel)), at: Sample.time(1))
                _ = try store.append(.userRegistered(Sample.user(2)), at: Sample.time(1))
                try leave(store, 2, 1)
                _ = try store.append(
                    .cursorMoved(room: Sample.roomID(1), seq: 1), for: Sample.userID(1), at: Sample.time(4))
            }
            for number in 1...20 { _ = try await it.send("m\(number)", by: 1, to: 1) }
            try await it.write { _ throws(ChatError) in }
            let (history, place) = try await it.read { store throws(ChatError) in
                (try store.history(of: Sample.roomID(1), before: nil, limit: 100, for: nil), store.place)
            }
            // Closing waits for the last batch to be told.
            await it.store.close()
            let heard = it.heard.events
            try require(heard.map(\.place), is: heard.map(\.place).sorted())
            try require(heard.last?.place, is: place)
            try require(it.heard.all.last?.through, is: place)
            let ofRoom = heard.compactMap { event -> RoomEvent? in
                guard case .room(let event) = event else { return nil }
                return event
            }
            try require(ofRoom, is: history)
            try require(heard.count, is: history.count + 3)
        },
        StorageCheck("the listener has heard what was appended before its writer is answered") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, members: [1])
            for number in 1...20 {
                let heard = try await withCheckedThrowingContinuation { continuation in
                    it.store.write(
                        { store throws(ChatError) in try sendMessage(store, "m\(number)", by: 1, to: 1, nonce: nil) },
                        completion: { [heard = it.heard] result in
                            continuation.resume(with: result.map { heard.events.map(\.place).contains($0.place) })
                        })
                }
                try require(heard, "the answer to message \(number) came before its event was told")
            }
        },
        StorageCheck("everything is there after the store was opened again, and numbers go on") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, .channel, members: [1, 2])
            for number in 1...5 { _ = try await it.send("m\(number)", by: 1, to: 1, nonce: "i:\(number)") }
            let before = try await snapshot(it)
            await it.store.close()
            let again = try await Fixture(place)
            try require(try await snapshot(again), is: before)
            let next = try await again.send("next", by: 1, to: 1, nonce: "i:6")
            try require(next.seq, is: 8)
            try require(next.place > (before.history.last?.place ?? .start), "the place did not grow")
            let repeated = await again.refusal { () throws(ChatError) in
                _ = try await again.send("m5", by: 1, to: 1, nonce: "i:5")
            }
            try require(repeated, is: .nonceReused)
        },
    ]
}

private struct Snapshot: Equatable, Sendable {
    var users: [User]
    var rooms: [RoomSummary]
    var history: [RoomEvent]
    var sent: SentRecord?
}

private func snapshot(_ it: Fixture) async throws -> Snapshot {
    try await it.read { store throws(ChatError) in
        Snapshot(
            users: try store.members(of: Sample.roomID(1), after: nil, limit: 10).map(\.user),
            rooms: try store.rooms(of: Sample.userID(2)),
            history: try store.history(of: Sample.roomID(1), before: nil, limit: 100, for: nil),
            sent: try store.sent(.counted(instance: "i", counter: 3), by: Sample.userID(1)))
    }
}
