import ChatModel
internal import SeededRandom
import StorageAPI

extension StorageCheck {
    static let changes: [StorageCheck] = [
        StorageCheck("changes are the events of one's rooms, one's own, and the directory's if asked for") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, .channel, members: [1, 2])
            try await it.make(room: 2, members: [2])
            let since = try await it.read { store throws(ChatError) in store.place }
            try await it.write { store throws(ChatError) in
                try sendMessage(store, "mine to hear", by: 2, to: 1)
                try sendMessage(store, "not mine", by: 2, to: 2)
                _ = try store.append(
                    .cursorMoved(room: Sample.roomID(1), seq: 1), for: Sample.userID(1), at: Sample.time(1))
                _ = try store.append(
                    .cursorMoved(room: Sample.roomID(1), seq: 1), for: Sample.userID(2), at: Sample.time(1))
                _ = try store.append(.channelCreated(Sample.room(1, .channel)), at: Sample.time(1))
                _ = try store.append(.userRegistered(Sample.user(3)), at: Sample.time(1))
            }
            try await it.settle()
            for directory in [true, false] {
                let page = try await it.read { store throws(ChatError) in
                    (
                        try store.changes(for: Sample.userID(1), since: since, limit: 100, directory: directory),
                        store.place
                    )
                }
                let expected = expectedEvents(it, of: 1, rooms: [1], after: since, directory: directory)
                try require(expected.count, is: directory ? 4 : 2)
                try require(page.0, is: Changes(events: expected, joined: [], left: [], through: page.1, more: false))
            }
        },
        StorageCheck("of many rooms, those with something new are in the changes, whatever others write") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for room in 1...12 { try await it.make(room: room, members: room < 11 ? [1, 2] : [2]) }
            let since = try await it.read { store throws(ChatError) in store.place }
            for (number, room) in [3, 11, 7, 12, 3, 11, 11, 12, 7, 1, 12, 11, 12].enumerated() {
                _ = try await it.send("\(number)", by: 2, to: room)
                try await it.settle()
                let page = try await it.read { store throws(ChatError) in
                    try store.changes(for: Sample.userID(1), since: since, limit: 100, directory: true)
                }
                let expected = expectedEvents(it, of: 1, rooms: Array(1...10), after: since, directory: true)
                try require(page.events, is: expected)
            }
        },
        StorageCheck("a place beyond the newest is refused with resync") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            let beyond = Place(rawValue: 1)
            let refusal = await it.refusal { () throws(ChatError) in
                _ = try await it.read { store throws(ChatError) in
                    try store.changes(for: Sample.userID(1), since: beyond, limit: 1, directory: true)
                }
            }
            try require(refusal, is: .resync)
        },
        StorageCheck("a room joined since is given whole instead of its events; later ones are events again") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [2])
            let since = try await it.read { store throws(ChatError) in store.place }
            _ = try await it.send("before", by: 2, to: 1)
            try await it.write { store throws(ChatError) in try join(store, 1, 1) }
            let joinedAt = try await it.read { store throws(ChatError) in store.place }
            _ = try await it.send("after", by: 2, to: 1)
            let pages = try await it.read { store throws(ChatError) in
                (
                    try store.changes(for: Sample.userID(1), since: since, limit: 100, directory: false),
                    try store.changes(for: Sample.userID(1), since: joinedAt, limit: 100, directory: false),
                    try store.rooms(of: Sample.userID(1))
                )
            }
            try require(pages.0.events, is: [])
            try require(pages.0.joined, is: pages.2)
            try require(pages.0.joined.count, is: 1)
            try require(pages.1.joined, is: [])
            try require(pages.1.events.count, is: 1)
        },
        StorageCheck("a membership is joined since, whether its row comes before its event or after, or has none") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for number in 1...3 { try await it.make(room: number, members: [2]) }
            let since = try await it.read { store throws(ChatError) in store.place }
            try await it.write { store throws(ChatError) in
                try join(store, 1, 1)
                try store.insert(Sample.membership(1, 2))
                _ = try store.append(
                    .memberJoined(Sample.userID(1)), to: Sample.roomID(2), by: Sample.userID(2), at: Sample.time(1),
                    nonce: nil,
                    fingerprint: 0)
            }
            try await it.write { store throws(ChatError) in try store.insert(Sample.membership(1, 3)) }
            let pages = try await it.read { store throws(ChatError) in
                (
                    try store.changes(for: Sample.userID(1), since: since, limit: 100, directory: false),
                    try store.changes(for: Sample.userID(1), since: store.place, limit: 100, directory: false)
                )
            }
            try require(pages.0.joined.map(\.room.id), is: [1, 2, 3].map(Sample.roomID))
            try require(pages.0.events, is: [])
            try require(pages.1.joined.map(\.room.id).filter { $0 != Sample.roomID(3) }, is: [])
        },
        StorageCheck("a room left since is listed once, and not after it was joined again") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let since = try await it.read { store throws(ChatError) in store.place }
            try await it.write { store throws(ChatError) in try leave(store, 1, 1) }
            _ = try await it.send("not for 1", by: 2, to: 1)
            let gone = try await it.read { store throws(ChatError) in
                let first = try store.changes(for: Sample.userID(1), since: since, limit: 100, directory: false)
                return (
                    first, try store.changes(for: Sample.userID(1), since: first.through, limit: 100, directory: false)
                )
            }
            try require(gone.0.left, is: [Sample.roomID(1)])
            try require(gone.0.events, is: [])
            try require(gone.1.left, is: [])
            try await it.write { store throws(ChatError) in try join(store, 1, 1) }
            let back = try await it.read { store throws(ChatError) in
                try store.changes(for: Sample.userID(1), since: since, limit: 100, directory: false)
            }
            try require(back.left, is: [])
            try require(back.joined.map(\.room.id), is: [Sample.roomID(1)])
        },
        StorageCheck("pages of any size give in random histories what the log holds, each thing once") { place in
            let it = try await Fixture(place)
            var random = SeededGenerator(seed: 7)
            let (users, rooms) = (4, 5)
            try await it.make(users: users)
            for number in 1...rooms { try await it.make(room: number, .channel) }
            var places: [Place] = [.start]
            for _ in 1...60 {
                let steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    (
                        Int.random(in: 0...9, using: &random), Int.random(in: 1...users, using: &random),
                        Int.random(in: 1...rooms, using: &random)
                    )
                }
                try await it.write { store throws(ChatError) in
                    for (kind, user, room) in steps {
                        let isMember = try store.isMember(Sample.userID(user), of: Sample.roomID(room))
                        switch kind {
                        case 0, 1: if isMember { try leave(store, user, room) } else { try join(store, user, room) }
                        case 2:
                            _ = try store.append(
                                .cursorMoved(room: Sample.roomID(room), seq: 0), for: Sample.userID(user),
                                at: Sample.time(0))
                        case 3: _ = try store.append(.channelCreated(Sample.room(room, .channel)), at: Sample.time(0))
                        default: try sendMessage(store, "\(kind)", by: user, to: room)
                        }
                    }
                }
                places.append(try await it.read { store throws(ChatError) in store.place })
            }
            try await it.settle()
            for number in 1...users {
                for since in places { try await comparePages(it, of: number, since: since, limits: [1, 3, 1000]) }
            }
        },
    ]
}

/// What `user` should be told of, from what the listener heard.
private func expectedEvents(_ it: Fixture, of user: Int, rooms: [Int], after: Place, directory: Bool) -> [Event] {
    let ids = Set(rooms.map(Sample.roomID))
    return it.heard.events.filter { event in
        guard event.place > after else { return false }
        switch event {
        case .room(let event): return ids.contains(event.room)
        case .person(let event): return event.user == Sample.userID(user)
        case .directory: return directory
        }
    }
}

/// Pages through everything after `since` and compares it with the log.
private func comparePages(_ it: Fixture, of number: Int, since: Place, limits: [Int]) async throws {
    let user = Sample.userID(number)
    let now = try await it.read { store throws(ChatError) in (try store.roomIDs(of: user), store.place) }
    // The last join or leave of each room after `since` decides where it is listed.
    var lastChange: [RoomID: Bool] = [:]
    for case .room(let event) in it.heard.events where event.place > since {
        switch event.body {
        case .memberJoined(user): lastChange[event.room] = true
        case .memberLeft(user): lastChange[event.room] = false
        default: break
        }
    }
    let joined = Set(lastChange.filter(\.value).keys)
    let left = Set(lastChange.filter { !$0.value }.keys)
    let settled = Set(now.0).subtracting(joined)
    for limit in limits {
        var events: [Event] = []
        var joinedSeen: [RoomID] = []
        var leftSeen: [RoomID] = []
        var at = since
        while true {
            let from = at
            let page = try await it.read { store throws(ChatError) in
                try store.changes(for: user, since: from, limit: limit, directory: true)
            }
            try require(page.events.count <= limit, "a page is longer than its limit")
            try require(page.more ? page.events.count : limit, is: limit)
            events += page.events
            joinedSeen += page.joined.map(\.room.id)
            leftSeen += page.left
            try require(page.more ? page.events.last?.place : now.1, is: page.through)
            at = page.through
            if !page.more { break }
        }
        try require(Set(joinedSeen), is: joined, "joined by \(user) since \(since)")
        try require(joinedSeen.count, is: joined.count)
        try require(Set(leftSeen), is: left, "left by \(user) since \(since)")
        try require(leftSeen.count, is: left.count)
        // A room joined on an earlier page is an ordinary one on the next.
        let expected = it.heard.events.filter { event in
            guard event.place > since else { return false }
            switch event {
            case .room(let event): return settled.contains(event.room)
            case .person(let event): return event.user == user
            case .directory: return true
            }
        }
        let found = events.filter { event in
            guard case .room(let event) = event else { return true }
            return settled.contains(event.room)
        }
        try require(found, is: expected, "of \(user) since \(since)")
        for case .room(let event) in events where !settled.contains(event.room) {
            try require(joined.contains(event.room), "\(user) was told of a room they are not in")
        }
    }
}
