import ChatModel
import StorageAPI

/// Levels, preferences, and when people were last there.
extension StorageCheck {
    static let personal: [StorageCheck] = [
        StorageCheck("a level is its member's alone, is told by every look at the room, and ends with the membership") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let room = Sample.roomID(1)
            try await it.write { store throws(ChatError) in
                try store.setLevel(.nothing, of: Sample.userID(1), in: room)
            }
            let found = try await levels(it, room)
            try require(found, is: [.nothing, .nothing, .nothing, nil, nil])
            try await it.write { store throws(ChatError) in
                try store.setLevel(nil, of: Sample.userID(1), in: room)
                try store.setLevel(.mentions, of: Sample.userID(2), in: room)
                try leave(store, 2, 1)
                try join(store, 2, 1)
            }
            try require(try await levels(it, room), is: [nil, nil, nil, nil, nil])
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.setLevel(.all, of: Sample.userID(1), in: Sample.roomID(9))
                }
            }
            try require(refusal, is: .notMember)
        },
        StorageCheck("preferences are the usual until they are set, each person's own, and go with the account's state")
        {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let first = Preferences(
                quiet: QuietHours(from: 1320, to: 420), dndUntil: Sample.time(3), sound: false, preview: false)
            try require(try await preferences(it), is: [Preferences(), Preferences()])
            try await it.write { store throws(ChatError) in try store.setPreferences(first, of: Sample.userID(1)) }
            try require(try await preferences(it), is: [first, Preferences()])
            let second = Preferences(quiet: nil, dndUntil: nil, sound: true, preview: false)
            try await it.write { store throws(ChatError) in try store.setPreferences(second, of: Sample.userID(1)) }
            try require(try await preferences(it), is: [second, Preferences()])
            try await it.write { store throws(ChatError) in
                try store.setPreferences(first, of: Sample.userID(2))
                try store.deletePersonalState(of: Sample.userID(1))
            }
            try require(try await preferences(it), is: [Preferences(), first])
        },
        StorageCheck("a person's own stream tells of levels, and of preferences as they are now") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            let (user, room) = (Sample.userID(1), Sample.roomID(1))
            let (old, new) = (Preferences(sound: false), Preferences(preview: false))
            let events = try await it.write { store throws(ChatError) in
                var events: [PersonEvent] = []
                for level in NotifyLevel.allCases {
                    events.append(try store.append(.levelChanged(room: room, level), for: user, at: Sample.time(1)))
                }
                for preferences in [old, new] {
                    try store.setPreferences(preferences, of: user)
                    events.append(try store.append(.preferencesChanged(preferences), for: user, at: Sample.time(2)))
                }
                return events
            }
            try await it.settle()
            try require(it.heard.events, is: events.map(Event.person))
            var told = events
            told[3].body = .preferencesChanged(new)
            let found = try await it.read { store throws(ChatError) in
                try store.changes(for: user, since: .start, limit: 9, directory: true).events
            }
            try require(found, is: told.map(Event.person))
        },
        StorageCheck("when people were last there is the last that was kept, or that a session of theirs was used") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 4)
            try await it.write { store throws(ChatError) in
                try store.setLastSeen(Sample.time(5), of: Sample.userID(1))
                try store.setLastSeen(Sample.time(3), of: Sample.userID(1))
                try store.insert(Sample.session(2, of: 2), tokenHash: [2])
                try store.setLastSeen(Sample.time(1), of: Sample.userID(2))
                var gone = Sample.user(4)
                (gone.state, gone.email, gone.handle) = (.deleted, "", "")
                try store.update(gone)
            }
            let found = try await it.read { store throws(ChatError) in
                try store.seen([3, 9, 1, 2, 4].map(Sample.userID))
            }
            try require(
                found,
                is: [
                    SeenPerson(user: Sample.userID(3), lastSeen: nil),
                    SeenPerson(user: Sample.userID(1), lastSeen: Sample.time(5)),
                    SeenPerson(user: Sample.userID(2), lastSeen: Sample.time(2)),
                ])
            // Of who has no account nothing is kept, and nobody minds.
            try await it.write { store throws(ChatError) in
                try store.setLastSeen(Sample.time(5), of: Sample.userID(9))
            }
        },
    ]
}

/// Of users 1 by three ways of asking, and of user 2 by two.
private func levels(_ it: Fixture, _ room: RoomID) async throws -> [NotifyLevel?] {
    try await it.read { store throws(ChatError) in
        let (one, two) = (Sample.userID(1), Sample.userID(2))
        return [
            try store.membership(of: one, in: room)?.level,
            try store.summary(of: room, for: one)?.membership?.level,
            try store.rooms(of: one).first?.membership?.level,
            try store.membership(of: two, in: room)?.level,
            try store.summary(of: room, for: two)?.membership?.level,
        ]
    }
}

/// Of users 1 and 2.
private func preferences(_ it: Fixture) async throws -> [Preferences] {
    try await it.read { store throws(ChatError) in
        [try store.preferences(of: Sample.userID(1)), try store.preferences(of: Sample.userID(2))]
    }
}
