import ChatModel
import StorageAPI

/// Retention: messages that are too old lose their text, in steps.
extension StorageCheck {
    static let expiry: [StorageCheck] = [
        StorageCheck("what is old is erased in steps, up to the first event that is not; the nonce stays known") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            try await it.make(room: 2, members: [2])
            // Joins carry 1 and 2 for their times; messages 3 to 7.
            let sent = try await it.write { store throws(ChatError) in
                var events: [RoomEvent] = []
                for number in 3...7 { events.append(try say(store, number, at: number)) }
                try sendMessage(store, "other room", by: 2, to: 2)
                return events
            }
            _ = try await it.write { store throws(ChatError) in try store.eraseMessage(4, in: Sample.roomID(1)) }
            let steps = try await it.write { store throws(ChatError) in
                var steps: [Expiry] = []
                for _ in 0..<4 { steps.append(try expire(store, before: 7, limit: 3)) }
                return steps
            }
            try require(
                steps,
                is: [
                    Expiry(through: 3, erased: 1, more: true), Expiry(through: 6, erased: 2, more: true),
                    Expiry(through: 6, erased: 0, more: false), Expiry(through: 6, erased: 0, more: false),
                ])
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: Sample.roomID(1), before: nil, limit: 5, for: nil),
                    try store.summary(of: Sample.roomID(1), for: Sample.userID(1))?.unread,
                    try store.sent(.text("3"), by: Sample.userID(2)),
                    try store.event(2, in: Sample.roomID(2))?.body
                )
            }
            var gone = sent
            for index in 0..<4 {
                guard case .message(let message) = gone[index].body else { continue }
                gone[index].body = .messageGone(id: message.id)
            }
            try require(found.0, is: gone)
            try require(found.1, is: 1)
            try require(found.2, is: SentRecord(event: gone[0], fingerprint: 3))
            guard case .message(let message)? = found.3, message.text == "other room" else {
                throw ContractViolation(description: "another room's message is \(String(describing: found.3))")
            }
            // The step goes on from where the last one ended, also after a restart of the counting.
            let last = try await it.write { store throws(ChatError) in try expire(store, before: 8, limit: 9) }
            try require(last, is: Expiry(through: 7, erased: 1, more: false))
        },
        StorageCheck("a message from a clock that was ahead is as old as the first after it that is not") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            try await it.write { store throws(ChatError) in
                for (number, time) in [(1, 500), (2, 600), (3, 10), (4, 700), (5, 20), (6, 800)] {
                    try say(store, number, at: time)
                }
            }
            // Now is 50. Seq 3, 4 and 6 lie ahead; 5 is of 10 and 7 of 20; nothing follows 8.
            let early = try await it.write { store throws(ChatError) in try expire(store, before: 10, now: 50, limit: 9)
            }
            try require(early, is: Expiry(through: 2, erased: 0, more: false))
            let some = try await it.write { store throws(ChatError) in try expire(store, before: 11, now: 50, limit: 9)
            }
            try require(some, is: Expiry(through: 5, erased: 3, more: false))
            let narrow = try await it.write { store throws(ChatError) in
                try expire(store, before: 30, now: 50, limit: 1)
            }
            try require(narrow, is: Expiry(through: 6, erased: 1, more: true))
            let rest = try await it.write { store throws(ChatError) in try expire(store, before: 30, now: 50, limit: 9)
            }
            try require(rest, is: Expiry(through: 7, erased: 1, more: false))
        },
        StorageCheck("a step that is undone has erased nothing and starts again where it did") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            _ = try await it.write { store throws(ChatError) in try say(store, 3, at: 3) }
            _ = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    _ = try expire(store, before: 9, limit: 9)
                    throw ChatError(.forbidden)
                }
            }
            let again = try await it.write { store throws(ChatError) in try expire(store, before: 9, limit: 9) }
            try require(again, is: Expiry(through: 3, erased: 1, more: false))
            let refusal = await it.refusal { () throws(ChatError) in
                _ = try await it.write { store throws(ChatError) in
                    try store.expireMessages(
                        in: Sample.roomID(9), before: Sample.time(1), now: Sample.time(1), limit: 1)
                }
            }
            try require(refusal, is: .notFound)
        },
        StorageCheck("rooms with a retention are listed in order, and the others are not") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            for (number, days) in [(1, 7), (2, 0), (3, 1), (4, 3650)] as [(Int, Int64)] {
                try await it.write { store throws(ChatError) in
                    var room = Sample.room(number, number == 4 ? .channel : .group)
                    room.retention = days
                    try store.insert(room)
                }
            }
            let found = try await it.read { store throws(ChatError) in
                [
                    try store.retainedRooms(after: nil, limit: 2),
                    try store.retainedRooms(after: Sample.roomID(3), limit: 2),
                ].map { $0.map(\.id) }
            }
            try require(found, is: [[1, 3], [4]].map { $0.map(Sample.roomID) })
        },
    ]
}

@discardableResult
private func say(_ store: any WriteTransaction, _ number: Int, at time: Int) throws(ChatError) -> RoomEvent {
    try store.append(
        .message(Message(id: MessageID(millisecond: 0, entropy: UInt32(number)), text: "text \(number)")),
        to: Sample.roomID(1), by: Sample.userID(2), at: Sample.time(time), nonce: .text("\(number)"),
        fingerprint: UInt64(number))
}

private func expire(
    _ store: any WriteTransaction, before: Int, now: Int = 2000, limit: Int
) throws(ChatError) -> Expiry {
    try store.expireMessages(
        in: Sample.roomID(1), before: Sample.time(before), now: Sample.time(now), limit: limit)
}
