import ChatModel
import StorageAPI

extension StorageCheck {
    static let erasing: [StorageCheck] = [
        StorageCheck("an erased message stays in its place without its text, in every answer, and counts no more") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let since = try await it.read { store throws(ChatError) in store.place }
            let sent = try await it.send("secret", by: 2, to: 1, nonce: "i:1")
            let kept = try await it.send("kept", by: 2, to: 1, nonce: "some text")
            let erased = try await it.write { store throws(ChatError) in
                (
                    try store.eraseMessage(sent.seq, in: sent.room), try store.eraseMessage(sent.seq, in: sent.room),
                    try store.eraseMessage(1, in: sent.room), try store.eraseMessage(99, in: sent.room),
                    try store.eraseMessage(1, in: Sample.roomID(2))
                )
            }
            try require(erased == (true, false, false, false, false), "\(erased)")
            var shell = sent
            guard case .message(let message) = sent.body else { return }
            shell.body = .messageGone(id: message.id)
            let expected = shell
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: sent.room, before: nil, limit: 2, for: nil),
                    try store.event(sent.seq, in: sent.room),
                    try store.changes(for: Sample.userID(1), since: since, limit: 9, directory: false).events,
                    try store.summary(of: sent.room, for: Sample.userID(1))?.unread,
                    try store.sent(.counted(instance: "i", counter: 1), by: Sample.userID(2))
                )
            }
            try require(found.0, is: [expected, kept])
            try require(found.1, is: expected)
            try require(found.2, is: [.room(expected), .room(kept)])
            try require(found.3, is: 1)
            try require(found.4, is: SentRecord(event: expected, fingerprint: 6))
        },
        StorageCheck("an erasure in a body that throws is undone") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, members: [1])
            let sent = try await it.send("stays", by: 1, to: 1)
            _ = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    _ = try store.eraseMessage(sent.seq, in: sent.room)
                    throw ChatError(.forbidden)
                }
            }
            let found = try await it.read { store throws(ChatError) in try store.event(sent.seq, in: sent.room) }
            try require(found, is: sent)
        },
        StorageCheck("every notice of a room comes back as it was") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let made = try await it.write { store throws(ChatError) in
                let bodies: [RoomEvent.Body] = [
                    .messageDeleted(target: 7, author: Sample.userID(2)), .memberRemoved(Sample.userID(2)),
                    .roleChanged(Sample.userID(2), .moderator), .roleChanged(Sample.userID(2), .owner),
                    .roleChanged(Sample.userID(1), .member), .roomUpdated(name: "a", description: "b\nc"),
                    .roomUpdated(name: "é", description: ""), .roomArchived(true), .roomArchived(false),
                    .roomRules(slowMode: 21_600, retention: 3650), .roomRules(slowMode: 0, retention: 1),
                    .memberMuted(Sample.userID(2), until: Sample.time(7)), .memberMuted(Sample.userID(2), until: nil),
                    .messagesExpired(through: 9), .roomDeleted,
                ]
                var events: [RoomEvent] = []
                for body in bodies {
                    events.append(
                        try store.append(
                            body, to: Sample.roomID(1), by: Sample.userID(1), at: Sample.time(3), nonce: nil,
                            fingerprint: 0))
                }
                return events
            }
            let found = try await it.read { store throws(ChatError) in
                try store.history(of: Sample.roomID(1), before: nil, limit: made.count, for: nil)
            }
            try require(found, is: made)
        },
        StorageCheck("a removal is remembered with its seq until the person is in the room again; a leaving is not") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, members: [1, 2, 3])
            let (room, user) = (Sample.roomID(1), Sample.userID(2))
            let since = try await it.read { store throws(ChatError) in store.place }
            let event = try await it.write { store throws(ChatError) in
                try leave(store, 3, 1)
                let event = try store.append(
                    .memberRemoved(user), to: room, by: Sample.userID(1), at: Sample.time(1), nonce: nil,
                    fingerprint: 0)
                try store.deleteMembership(of: user, in: room)
                return event
            }
            let then = try await it.read { store throws(ChatError) in
                (
                    try store.removal(of: user, from: room), try store.removal(of: Sample.userID(3), from: room),
                    try store.removal(of: Sample.userID(1), from: room),
                    try store.changes(for: user, since: since, limit: 9, directory: false)
                )
            }
            try require(then.0, is: event.seq)
            try require(then.1, is: nil)
            try require(then.2, is: nil)
            try require(then.3.left, is: [room])
            try require(then.3.events, is: [])
            try await it.write { store throws(ChatError) in try join(store, 2, 1) }
            let back = try await it.read { store throws(ChatError) in try store.removal(of: user, from: room) }
            try require(back, is: nil)
        },
        StorageCheck("the first unread message is the first that Unread counts") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let sent = try await it.write { store throws(ChatError) in
                [
                    try sendMessage(store, "mine", by: 1, to: 1), try sendMessage(store, "gone", by: 2, to: 1),
                    try sendMessage(store, "first", by: 2, to: 1), try sendMessage(store, "second", by: 2, to: 1),
                ]
            }
            _ = try await it.write { store throws(ChatError) in try store.eraseMessage(sent[1].seq, in: sent[1].room) }
            for (cursor, expected) in [(0, sent[2]), (sent[2].seq, sent[3]), (sent[3].seq, nil)]
                as [(Int64, RoomEvent?)]
            {
                let found = try await it.read { store throws(ChatError) in
                    try store.firstUnread(in: Sample.roomID(1), after: cursor, for: Sample.userID(1))
                }
                try require(found, is: expected)
            }
        },
    ]
}
