import ChatModel
import StorageAPI

/// What people have saved.
extension StorageCheck {
    static let saved: [StorageCheck] = [
        StorageCheck("what is saved comes by the place of its event, newest first, as the message is now") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for room in 1...2 { try await it.make(room: room, members: [1, 2]) }
            let user = Sample.userID(1)
            var marks: [SavedMark] = []
            for room in [1, 2, 1] {
                marks.append(
                    SavedMark(room: Sample.roomID(room), seq: try await it.send("x\(marks.count)", by: 2, to: room).seq)
                )
            }
            let saved = marks
            try await it.write { store throws(ChatError) in
                for (index, mark) in saved.enumerated() {
                    try store.insertSaved(
                        mark, by: user, at: Sample.time(index), place: Place(rawValue: UInt64(100 - index * 10)))
                }
                try store.insertSaved(saved[0], by: Sample.userID(2), at: Sample.time(1), place: Place(rawValue: 5))
                _ = try store.eraseMessage(saved[1].seq, in: saved[1].room)
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.saved(by: user, before: nil, limit: 9, channels: false),
                    try store.saved(by: user, before: Place(rawValue: 100), limit: 1, channels: false),
                    [try store.isSaved(saved[0], by: user), try store.isSaved(saved[2], by: Sample.userID(2))],
                    try store.savedCount(of: user), try store.savedMarks(of: user)
                )
            }
            try require(found.0.map { SavedMark(room: $0.event.room, seq: $0.event.seq) }, is: saved)
            try require(found.0.map(\.place.rawValue), is: [100, 90, 80])
            try require(found.0.map(\.savedAt), is: [0, 1, 2].map(Sample.time))
            if case .messageGone = found.0[1].event.body {} else { try require(false, "the text is there still") }
            try require(found.1.map(\.event.seq), is: [saved[1].seq])
            try require(found.2, is: [true, false])
            try require(found.3, is: 3)
            try require(found.4, is: [saved[0], saved[2], saved[1]])
            let left = try await it.write { store throws(ChatError) in
                try store.deleteSaved(saved[0], by: user)
                try store.deleteSaved(saved[0], by: user)
                return (try store.savedMarks(of: user).count, try store.savedMarks(of: Sample.userID(2)).count)
            }
            try require([left.0, left.1], is: [2, 1])
        },
        StorageCheck("of what is saved that is shown whose room the person is in, or with channels is a channel") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, .channel, members: [1, 2])
            try await it.make(room: 2, members: [1, 2])
            let user = Sample.userID(1)
            @Sendable func shown(_ channels: Bool) async throws -> [RoomID] {
                try await it.read { store throws(ChatError) in
                    try store.saved(by: user, before: nil, limit: 9, channels: channels).map(\.event.room)
                }
            }
            var place: UInt64 = 100
            for room in [1, 2] {
                let seq = try await it.send("x", by: 2, to: room).seq
                let order = Place(rawValue: place)
                place -= 1
                try await it.write { store throws(ChatError) in
                    try store.insertSaved(
                        SavedMark(room: Sample.roomID(room), seq: seq), by: user, at: Sample.time(1), place: order)
                }
            }
            try require(try await shown(false), is: [1, 2].map(Sample.roomID))
            try await it.write { store throws(ChatError) in
                for room in [1, 2] {
                    try store.append(
                        .memberRemoved(user), to: Sample.roomID(room), by: Sample.userID(2), at: Sample.time(1),
                        nonce: nil, fingerprint: 0)
                    try store.deleteMembership(of: user, in: Sample.roomID(room))
                }
            }
            try require(try await shown(false), is: [])
            try require(try await shown(true), is: [Sample.roomID(1)])
            let later = try await it.send("later", by: 2, to: 1).seq
            try await it.write { store throws(ChatError) in
                try store.insertSaved(
                    SavedMark(room: Sample.roomID(1), seq: later), by: user, at: Sample.time(1),
                    place: Place(rawValue: 9))
            }
            try require(try await shown(true), is: [Sample.roomID(1)])
            try await it.write { store throws(ChatError) in
                try store.append(
                    .roomDeleted, to: Sample.roomID(1), by: Sample.userID(2), at: Sample.time(1), nonce: nil,
                    fingerprint: 0)
                try store.delete(Sample.roomID(1))
            }
            let left = try await it.read { store throws(ChatError) in try store.savedMarks(of: user).map(\.room) }
            try require(left, is: [Sample.roomID(2)])
        },
    ]
}
