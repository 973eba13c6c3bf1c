import ChatModel
import StorageAPI

extension StorageCheck {
    static let people: [StorageCheck] = [
        StorageCheck("people are found by the beginning of a word, without regard to case and accents") { place in
            let it = try await Fixture(place)
            let names = ["José Ångström", "Jose\u{301} Łukasz", "Марина Йодль", "Jo"]
            try await it.write { store throws(ChatError) in
                for (index, name) in names.enumerated() {
                    var user = Sample.user(index + 1)
                    user.name = name
                    try store.insert(user, passwordHash: "")
                }
            }
            let expected: [(String, [Int])] = [
                ("jose", [1, 2]), ("jo", [1, 2, 4]), ("angstrom", [1]), ("lukasz", [2]), ("иодл", [3]), ("ose", []),
                ("user1", [1]), ("user1@example.org", [1]), ("example", []), ("user", [1, 2, 3, 4]), ("jo_", []),
            ]
            for (prefix, numbers) in expected {
                let found = try await it.read { store throws(ChatError) in
                    try store.people(withPrefix: prefix, sharingRoomWith: nil, scanning: 100)
                }
                try require(found.map(\.id).sorted(), is: numbers.map(Sample.userID), "\(prefix):")
            }
        },
        StorageCheck("people of an asker are those who are in a room together with them now") { place in
            let it = try await Fixture(place)
            try await it.make(users: 4)
            try await it.make(room: 1, members: [1, 2])
            try await it.make(room: 2, .channel, members: [2, 3, 1])
            try await it.write { store throws(ChatError) in try leave(store, 1, 2) }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.people(withPrefix: "user", sharingRoomWith: Sample.userID(1), scanning: 100),
                    try store.people(withPrefix: "user", sharingRoomWith: Sample.userID(4), scanning: 100),
                    try store.shareRoom(Sample.userID(1), Sample.userID(2)),
                    try store.shareRoom(Sample.userID(1), Sample.userID(3)),
                    try store.shareRoom(Sample.userID(3), Sample.userID(2))
                )
            }
            try require(found.0.map(\.id).sorted(), is: [1, 2].map(Sample.userID))
            try require(found.1, is: [])
            try require([found.2, found.3, found.4], is: [true, false, true])
        },
        StorageCheck("there is one feed, and being in it together is no sharing of a room") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.write { store throws(ChatError) in
                var guest = Sample.user(4, role: .guest)
                guest.name = "Guest"
                try store.insert(guest, passwordHash: "")
                var former = Sample.user(5)
                (former.name, former.state) = ("Former member", .deleted)
                try store.insert(former, passwordHash: "")
            }
            let before = try await it.read { store throws(ChatError) in try store.feed() }
            try await it.make(room: 1, .feed, members: [1, 2])
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.feed(), try store.shareRoom(Sample.userID(1), Sample.userID(2)),
                    try store.people(withPrefix: "user", sharingRoomWith: Sample.userID(1), scanning: 100),
                    try store.people(outside: Sample.roomID(1), after: nil, limit: 9),
                    try store.people(outside: Sample.roomID(7), after: nil, limit: 2),
                    try store.people(outside: Sample.roomID(7), after: Sample.userID(2), limit: 2)
                )
            }
            try require([before, found.0], is: [nil, Sample.roomID(1)])
            try require(found.1, is: false)
            try require(found.2, is: [])
            try require(found.3.map(\.id), is: [Sample.userID(3)], "no guests and nobody who is gone;")
            try require(found.4.map(\.id), is: [1, 2].map(Sample.userID), "no more than the limit;")
            try require(found.5.map(\.id), is: [Sample.userID(3)])
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in try store.insert(Sample.room(2, .feed)) }
            }
            try require(refusal, is: .nameTaken)
        },
        StorageCheck("a search looks at no more words than it is told") { place in
            let it = try await Fixture(place)
            try await it.make(users: 9)
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.people(withPrefix: "user", sharingRoomWith: nil, scanning: 4),
                    try store.people(withPrefix: "user", sharingRoomWith: nil, scanning: 0)
                )
            }
            try require((1...4).contains(found.0.count), "found \(found.0.count)")
            try require(found.1, is: [])
        },
        StorageCheck("an account that was refused leaves no words to be found by") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.insert(Sample.user(2), passwordHash: "")
                    try store.insert(Sample.user(1), passwordHash: "")
                }
            }
            try require(refusal, is: .emailTaken)
            let found = try await it.read { store throws(ChatError) in
                try store.people(withPrefix: "user2", sharingRoomWith: nil, scanning: 9)
            }
            try require(found, is: [])
        },
    ]
}
