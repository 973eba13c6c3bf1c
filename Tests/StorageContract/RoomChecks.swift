import ChatModel
import StorageAPI

extension StorageCheck {
    static let rooms: [StorageCheck] = [
        StorageCheck("a room is found by id, a channel also by name without regard to case") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            var channel = Sample.room(1, .channel)
            channel.name = "Ärger"
            let kept = channel
            try await it.write { store throws(ChatError) in
                try store.insert(kept)
                try store.insert(Sample.room(2, .group))
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.room(kept.id), try store.channel(named: "äRGER"), try store.channel(named: "Room 2"),
                    try store.room(Sample.roomID(3))
                )
            }
            try require(found.0, is: kept)
            try require(found.1, is: kept)
            try require(found.2, is: nil, "a group has no public name;")
            try require(found.3, is: nil)
        },
        StorageCheck("a second channel of one name is refused with name_taken; other rooms may share names") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, .channel)
            var second = Sample.room(2, .channel)
            second.name = "rOOM 1"
            let channel = second
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in try store.insert(channel) }
            }
            try require(refusal, is: .nameTaken)
            second.kind = .group
            let group = second
            try await it.write { store throws(ChatError) in try store.insert(group) }
            try require(try await it.read { store throws(ChatError) in try store.room(group.id) }, is: group)
        },
        StorageCheck("channel names that differ only in how their characters are composed are one name") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            func channel(_ number: Int, _ name: String) -> Room {
                var channel = Sample.room(number, .channel)
                channel.name = name
                return channel
            }
            let (composed, other) = (channel(1, "Caf\u{e9}"), channel(2, "CAFE"))
            try await it.write { store throws(ChatError) in try store.insert(composed) }
            let decomposed = channel(3, "cafe\u{301}")
            for _ in 0..<2 {
                let refusal = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in
                        try store.insert(other)
                        try store.insert(decomposed)
                    }
                }
                // The second time shows that the refused transaction's own channel was forgotten.
                try require(refusal, is: .nameTaken)
            }
            try await it.write { store throws(ChatError) in try store.insert(other) }
            // What nobody sees makes no other name; a room keeps the key it has where its name stays.
            let unseen = channel(4, "ca\u{200b}fe\u{2060}")
            let lookalike = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in try store.insert(unseen) }
            }
            try require(lookalike, is: .nameTaken)
            try await it.write { store throws(ChatError) in
                var described = other
                described.description = "of coffee"
                try store.update(described)
            }
            try require(
                try await it.read { store throws(ChatError) in try store.channel(named: "Cafe")?.description },
                is: "of coffee")
        },
        StorageCheck("channel names that look alike are one name, and those that only sound alike are two") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            func make(_ number: Int, _ name: String) async throws(ChatError) {
                var channel = Sample.room(number, .channel)
                channel.name = name
                let made = channel
                try await it.write { store throws(ChatError) in try store.insert(made) }
            }
            try await make(1, "Space Beta 7")
            let alike = [
                "space  beta 7", "SPACE\u{a0}BETA\u{3000}7", "Ｓｐａｃｅ Ｂｅｔａ ７", "Spасе Веtа 7", "𝐒𝐩𝐚𝐜𝐞 𝖡𝖾𝗍𝖺 𝟕",
                "ⓢⓟⓐⓒⓔ Ⓑⓔⓣⓐ 7",
                "SPΑCΕ ΒΕΤΑ 7", "ѕрасе вета 7", "Sᴘᴀᴄᴇ Bᴇᴛᴀ 7",
            ]
            for name in alike {
                let refusal = await it.refusal { () throws(ChatError) in try await make(2, name) }
                try require(refusal, is: .nameTaken, name)
            }
            // Digits, accents and other letters make another name, in any alphabet.
            let others = ["Space Beta l", "Spacé Beta 7", "Space Beta", "SpaceBeta 7", "Жуки 7", "жаба", "鳥", "鳥類"]
            for (number, name) in others.enumerated() { try await make(number + 2, name) }
            // A channel may take another spelling of its own name, and its old one is free once it has another.
            try await it.write { store throws(ChatError) in
                guard var channel = try store.room(Sample.roomID(1)) else { return }
                channel.name = "Ｓｐａｃｅ Beta 7"
                try store.update(channel)
                channel.name = "Time"
                try store.update(channel)
            }
            try await make(20, "SPACE BETA 7")
            try require(
                await it.refusal { () throws(ChatError) in try await make(21, "tіmе") }, is: .nameTaken)
            try await it.write { store throws(ChatError) in try store.delete(Sample.roomID(1)) }
            try await make(21, "tіmе")
        },
        StorageCheck("a membership begins with insert and ends with delete, and is counted") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, members: [1, 2])
            let room = Sample.roomID(1)
            let first = try await it.read { store throws(ChatError) in
                (
                    try store.membership(of: Sample.userID(2), in: room),
                    try store.isMember(Sample.userID(2), of: room),
                    try store.isMember(Sample.userID(3), of: room), try store.summary(of: room, for: Sample.userID(3))
                )
            }
            try require(first.0, is: Sample.membership(2, 1, cursor: 2))
            try require(first.1, is: true)
            try require(first.2, is: false)
            try require(first.3?.memberCount, is: 2)
            try require(first.3?.membership, is: nil)
            try require(first.3?.unread, is: 0)
            try await it.write { store throws(ChatError) in
                try leave(store, 2, 1)
                try store.deleteMembership(of: Sample.userID(3), in: room)
            }
            let then = try await it.read { store throws(ChatError) in
                (
                    try store.membership(of: Sample.userID(2), in: room),
                    try store.isMember(Sample.userID(2), of: room),
                    try store.summary(of: room, for: Sample.userID(1))
                )
            }
            try require(then.0, is: nil)
            try require(then.1, is: false)
            try require(then.2?.memberCount, is: 1)
            try require(then.2?.lastSeq, is: 3)
        },
        StorageCheck("a membership needs room and account, and is made once") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, members: [1])
            for (user, room, code) in [(1, 2, ErrorCode.notFound), (2, 1, .notFound), (1, 1, .invalidArgument)] {
                let refusal = await it.refusal { () throws(ChatError) in
                    try await it.write { store throws(ChatError) in try store.insert(Sample.membership(user, room)) }
                }
                try require(refusal, is: code)
            }
            let count = try await it.read { store throws(ChatError) in
                try store.summary(of: Sample.roomID(1), for: Sample.userID(1))?.memberCount
            }
            try require(count, is: 1)
        },
        StorageCheck("a cursor is set where a membership is, and refused with not_member elsewhere") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1])
            try await it.write { store throws(ChatError) in
                try store.setCursor(17, of: Sample.userID(1), in: Sample.roomID(1))
            }
            let cursor = try await it.read { store throws(ChatError) in
                try store.membership(of: Sample.userID(1), in: Sample.roomID(1))?.cursor
            }
            try require(cursor, is: 17)
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.setCursor(1, of: Sample.userID(2), in: Sample.roomID(1))
                }
            }
            try require(refusal, is: .notMember)
        },
        StorageCheck("rooms of a person come in order of their ids, with counts as the person sees them") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for number in [3, 1, 2] { try await it.make(room: number, members: number == 2 ? [2] : [1, 2]) }
            _ = try await it.send("hello", by: 2, to: 3)
            let found = try await it.read { store throws(ChatError) in
                (try store.rooms(of: Sample.userID(1)), try store.roomIDs(of: Sample.userID(1)))
            }
            try require(found.1, is: [Sample.roomID(1), Sample.roomID(3)])
            try require(
                found.0,
                is: [
                    RoomSummary(
                        room: Sample.room(1), memberCount: 2, lastSeq: 2,
                        membership: Sample.membership(1, 1, cursor: 1),
                        unread: 0),
                    RoomSummary(
                        room: Sample.room(3), memberCount: 2, lastSeq: 3,
                        membership: Sample.membership(1, 3, cursor: 1),
                        unread: 1),
                ])
        },
        StorageCheck("channels are paged in order of their ids, without other kinds") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for number in 1...5 {
                try await it.make(room: number, number == 3 ? .group : .channel, members: [number % 2 + 1])
            }
            let user = Sample.userID(1)
            let pages = try await it.read { store throws(ChatError) in
                (
                    try store.channels(after: nil, limit: 2, for: user),
                    try store.channels(after: Sample.roomID(2), limit: 2, for: user),
                    try store.channels(after: Sample.roomID(5), limit: 2, for: user),
                    try store.channels(after: nil, limit: -1, for: user)
                )
            }
            try require(pages.0.map(\.room.id), is: [1, 2].map(Sample.roomID))
            try require(pages.1.map(\.room.id), is: [4, 5].map(Sample.roomID))
            try require(pages.2, is: [])
            try require(pages.3, is: [], "a limit below zero gives nothing;")
            try require(pages.0.map { $0.membership != nil }, is: [false, true])
        },
        StorageCheck("members are paged in order of their ids") { place in
            let it = try await Fixture(place)
            try await it.make(users: 5)
            try await it.make(room: 1, members: [5, 1, 3, 2])
            let pages = try await it.read { store throws(ChatError) in
                (
                    try store.members(of: Sample.roomID(1), after: nil, limit: 3),
                    try store.members(of: Sample.roomID(1), after: Sample.userID(3), limit: 3),
                    try store.members(of: Sample.roomID(2), after: nil, limit: 3)
                )
            }
            try require(pages.0, is: [1, 2, 3].map { RoomMember(user: Sample.user($0), role: .member) })
            try require(pages.1, is: [RoomMember(user: Sample.user(5), role: .member)])
            try require(pages.2, is: [])
        },
    ]
}
