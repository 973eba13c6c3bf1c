import ChatModel
import StorageAPI

/// What people have begun to write.
extension StorageCheck {
    static let drafts: [StorageCheck] = [
        StorageCheck("a draft is kept by its person, room and thread, and the last text stands") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            try await it.make(room: 2, members: [1])
            let first = Sample.draft("é", 1, at: 3)
            let thread = Sample.draft("thread", 1, thread: 7, at: 1)
            let other = Sample.draft("other", 2, at: 2)
            try await it.write { store throws(ChatError) in
                try store.setDraft(Sample.draft("before", 1, at: 1), of: Sample.userID(1))
                for draft in [other, thread, first] { try store.setDraft(draft, of: Sample.userID(1)) }
                try store.setDraft(Sample.draft("theirs", 1, at: 9), of: Sample.userID(2))
            }
            let user = Sample.userID(1)
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.drafts(of: user), try store.draft(of: user, for: thread.key),
                    try store.draftSize(of: user),
                    try store.oldestDraft(of: user, besides: thread.key),
                    try store.oldestDraft(of: user, besides: first.key)
                )
            }
            try require(found.0, is: [first, thread, other])
            try require(found.1, is: thread)
            try require([found.2.count, found.2.bytes], is: [3, 13])
            try require([found.3, found.4], is: [other.key, thread.key])
            let left = try await it.write { store throws(ChatError) in
                try store.deleteDraft(of: user, for: thread.key)
                try store.deleteDraft(of: user, for: DraftKey(room: Sample.roomID(9)))
                return (try store.drafts(of: user), try store.drafts(of: Sample.userID(2)).map(\.text))
            }
            try require(left.0, is: [first, other])
            try require(left.1, is: ["theirs"])
        },
        StorageCheck("drafts go with the membership, the room and the account, and those of others stay") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            for room in 1...3 { try await it.make(room: room, members: [1, 2, 3]) }
            try await it.write { store throws(ChatError) in
                for room in 1...3 {
                    for user in 1...3 {
                        try store.setDraft(Sample.draft("x", room, at: 1), of: Sample.userID(user))
                        try store.setDraft(Sample.draft("y", room, thread: 5, at: 1), of: Sample.userID(user))
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
                    try store.drafts(of: Sample.userID(1)).map(\.key.room),
                    try store.drafts(of: Sample.userID(2)).map(\.key.room),
                    try store.drafts(of: Sample.userID(3)).map(\.key.room),
                ]
            }
            try require(rooms, is: [[3, 3], [1, 1, 3, 3], []].map { $0.map(Sample.roomID) })
        },
        StorageCheck("an event tells a draft as it is now, and keeps no text of its own") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, members: [1])
            let user = Sample.userID(1)
            let since = try await it.read { store throws(ChatError) in store.place }
            let keys = [DraftKey(room: Sample.roomID(1)), DraftKey(room: Sample.roomID(1), thread: 1)]
            let events = try await it.write { store throws(ChatError) in
                var events: [PersonEvent] = []
                for (key, text) in [(keys[0], "first"), (keys[0], "second"), (keys[1], "gone")] {
                    try store.setDraft(Draft(key: key, text: text, at: Sample.time(1)), of: user)
                    events.append(try store.append(.draftChanged(key, text: text), for: user, at: Sample.time(1)))
                }
                try store.deleteDraft(of: user, for: keys[1])
                return events
            }
            try await it.settle()
            try require(Array(it.heard.events.suffix(3)), is: events.map(Event.person))
            let told = try await it.read { store throws(ChatError) in
                try store.changes(for: user, since: since, limit: 9, directory: true).events
            }
            let bodies: [PersonEvent.Body] = told.compactMap {
                if case .person(let event) = $0 { event.body } else { nil }
            }
            try require(
                bodies,
                is: [
                    .draftChanged(keys[0], text: "second"), .draftChanged(keys[0], text: "second"),
                    .draftChanged(keys[1], text: ""),
                ])
        },
    ]
}

extension Sample {
    fileprivate static func draft(_ text: String, _ room: Int, thread: Int64? = nil, at number: Int) -> Draft {
        Draft(key: DraftKey(room: roomID(room), thread: thread), text: text, at: time(number))
    }
}
