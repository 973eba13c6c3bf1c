import ChatModel
import StorageAPI

/// Roles, names and archiving, direct rooms, and rooms that are deleted.
extension StorageCheck {
    static let roomStates: [StorageCheck] = [
        StorageCheck("a member's role is kept with the membership and shown wherever that is") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, members: [1, 2])
            let room = Sample.roomID(1)
            try await it.write { store throws(ChatError) in
                try store.insert(
                    Membership(
                        room: room, user: Sample.userID(3), role: .moderator, cursor: 0, joinedAt: Sample.time(3)))
                try store.setRole(.owner, of: Sample.userID(2), in: room)
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.members(of: room, after: nil, limit: 9).map(\.role),
                    try store.membership(of: Sample.userID(2), in: room)?.role,
                    try store.summary(of: room, for: Sample.userID(3))?.membership?.role,
                    try store.rooms(of: Sample.userID(2)).map(\.membership?.role)
                )
            }
            try require(found.0, is: [.member, .owner, .moderator])
            try require(found.1, is: .owner)
            try require(found.2, is: .moderator)
            try require(found.3, is: [.owner])
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.setRole(.owner, of: Sample.userID(1), in: Sample.roomID(9))
                }
            }
            try require(refusal, is: .notMember)
        },
        StorageCheck("the longest in a room is who came first and stayed, guests left out") { place in
            let it = try await Fixture(place)
            try await it.write { store throws(ChatError) in
                for number in 1...5 {
                    try store.insert(Sample.user(number, role: number == 4 ? .guest : .member), passwordHash: "")
                }
            }
            try await it.make(room: 1, members: [4, 3, 2, 5, 1])
            try await it.write { store throws(ChatError) in
                try leave(store, 3, 1)
                try join(store, 3, 1)
                try store.setRole(.moderator, of: Sample.userID(5), in: Sample.roomID(1))
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.longestStanding(.member, of: Sample.roomID(1), besides: Sample.userID(5), isActive: true),
                    try store.longestStanding(.member, of: Sample.roomID(1), besides: Sample.userID(2), isActive: true),
                    try store.longestStanding(
                        .moderator, of: Sample.roomID(1), besides: Sample.userID(2), isActive: true),
                    try store.longestStanding(
                        .moderator, of: Sample.roomID(1), besides: Sample.userID(5), isActive: true),
                    try store.longestStanding(.owner, of: Sample.roomID(1), besides: Sample.userID(2), isActive: true)
                )
            }
            try await it.write { store throws(ChatError) in
                for (number, state) in [(2, AccountState.deactivated), (3, .deleted)] {
                    var user = Sample.user(number)
                    user.state = state
                    try store.update(user)
                }
            }
            let inactive = try await it.read { store throws(ChatError) in
                (
                    try store.longestStanding(.member, of: Sample.roomID(1), besides: Sample.userID(5), isActive: true),
                    try store.longestStanding(.member, of: Sample.roomID(1), besides: Sample.userID(5), isActive: false)
                )
            }
            try require(inactive.0, is: Sample.userID(1))
            try require(inactive.1, is: Sample.userID(2))
            try require(found.0, is: Sample.userID(2))
            try require(found.1, is: Sample.userID(1))
            try require(found.2, is: Sample.userID(5))
            try require(found.3, is: nil)
            try require(found.4, is: nil)
        },
        StorageCheck("the same people have one direct room, in whatever order they are named") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            var room = Sample.room(1, .direct)
            room.name = ""
            let kept = room
            let users = [3, 1].map(Sample.userID)
            try await it.write { store throws(ChatError) in
                try hold(store.directRoom(of: users) == nil)
                try store.insert(kept, directFor: users)
                for user in [1, 3] { try join(store, user, 1) }
                try hold(store.directRoom(of: users.reversed()) == kept.id)
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.directRoom(of: [1, 3].map(Sample.userID)),
                    try store.directRoom(of: [1, 2, 3].map(Sample.userID)),
                    try store.directRoom(of: [1].map(Sample.userID)),
                    try store.summary(of: kept.id, for: Sample.userID(1))
                )
            }
            try require(found.0, is: kept.id)
            try require([found.1, found.2], is: [nil, nil])
            try require(found.3?.directUsers, is: [1, 3].map(Sample.userID))
            try require(found.3?.room, is: kept)
        },
        StorageCheck("a room's name, description and archiving change, and a channel's old name is free again") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            for number in 1...2 { try await it.make(room: number, .channel) }
            func room(_ number: Int, _ name: String) -> Room {
                var room = Sample.room(number, .channel)
                (room.name, room.description, room.isArchived) = (name, "new", true)
                return room
            }
            let (taken, free, gone) = (room(1, "rOOM 2"), room(1, "Free"), room(7, "x"))
            for (wrong, code) in [(taken, ErrorCode.nameTaken), (gone, .notFound)] {
                let refusal = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in
                        try store.update(free)
                        try store.update(wrong)
                    }
                }
                try require(refusal, is: code)
                try require(
                    try await it.write { store throws(ChatError) in try store.isArchived(free.id) }, is: false,
                    "what was undone is forgotten;")
            }
            let second = room(2, "Room 1")
            try await it.write { store throws(ChatError) in
                try store.update(free)
                try hold(store.isArchived(free.id))
                try store.update(second)
                try store.update(second)
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.room(free.id), try store.channel(named: "free")?.id,
                    try store.channel(named: "room 1")?.id,
                    try store.channel(named: "room 2"), try store.isArchived(free.id)
                )
            }
            try require(found.0, is: free)
            try require(found.1, is: free.id)
            try require(found.2, is: second.id)
            try require(found.3, is: nil)
            try require(found.4, is: true)
        },
        StorageCheck("a body that repeats a message sees what the room is at its own place") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, members: [1])
            let id = Sample.roomID(1)
            try await it.write { store throws(ChatError) in
                try hold(!store.isArchived(id))
                try sendMessage(store, "one", by: 1, to: 1)
                try hold(!store.isArchived(id))
                var room = Sample.room(1)
                room.isArchived = true
                try store.update(room)
                try hold(store.isArchived(id))
                try hold(sendMessage(store, "two", by: 1, to: 1).seq == 3)
                try hold(!store.isArchived(Sample.roomID(9)))
            }
        },
    ]
}

/// `require` for a body, whose errors are the store's.
private func hold(_ condition: Bool, line: Int = #line) throws(ChatError) {
    if !condition { throw ChatError(.internal, "\(#fileID):\(line): the condition does not hold") }
}
