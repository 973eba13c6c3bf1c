import ChatModel
import StorageAPI

/// Mutes, the time of a member's last message, and bans.
extension StorageCheck {
    static let moderation: [StorageCheck] = [
        StorageCheck("what a send asks is as it was written last, in the body that wrote it and in later ones") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1])
            let (room, user) = (Sample.roomID(1), Sample.userID(1))
            @Sendable func facts(_ store: any ReadTransaction) throws(ChatError) -> SendFacts? {
                try store.sendFacts(of: user, in: room)
            }
            var plain = SendFacts(isArchived: false, slowMode: 0, role: .member, mutedUntil: nil, lastSend: nil)
            let first = try await it.write { store throws(ChatError) in
                (try facts(store), try store.sendFacts(of: Sample.userID(2), in: room))
            }
            try require(first.0, is: plain)
            try require(first.1, is: nil)
            var slow = Sample.room(1)
            (slow.slowMode, slow.retention, slow.isArchived) = (30, 7, true)
            let changed = slow
            let then = try await it.write { store throws(ChatError) in
                try store.update(changed)
                try store.setRole(.moderator, of: user, in: room)
                try store.setMute(until: Sample.time(9), of: user, in: room)
                try store.noteSend(by: user, in: room, at: Sample.time(5))
                return try facts(store)
            }
            plain = SendFacts(
                isArchived: true, slowMode: 30, role: .moderator, mutedUntil: Sample.time(9), lastSend: Sample.time(5))
            try require(then, is: plain)
            try require(try await it.write { store throws(ChatError) in try facts(store) }, is: plain)
            try require(try await it.read { store throws(ChatError) in try facts(store) }, is: plain)
            let kept = try await it.read { store throws(ChatError) in
                (try store.room(room), try store.summary(of: room, for: user)?.room)
            }
            try require(kept.0, is: changed)
            try require(kept.1, is: changed)
        },
        StorageCheck("what was undone of a mute and of a message's time is forgotten") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            try await it.make(room: 1, members: [1])
            let (room, user) = (Sample.roomID(1), Sample.userID(1))
            let before = try await it.write { store throws(ChatError) in try store.sendFacts(of: user, in: room) }
            _ = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.setMute(until: Sample.time(9), of: user, in: room)
                    try store.noteSend(by: user, in: room, at: Sample.time(5))
                    try store.setRole(.owner, of: user, in: room)
                    throw ChatError(.forbidden)
                }
            }
            let after = try await it.write { store throws(ChatError) in try store.sendFacts(of: user, in: room) }
            try require(after, is: before)
        },
        StorageCheck("a mute outlives the membership, is listed until it is over, and ends when it is lifted") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let (room, user) = (Sample.roomID(1), Sample.userID(2))
            try await it.write { store throws(ChatError) in
                try store.setMute(until: Sample.time(9), of: user, in: room)
                try leave(store, 2, 1)
                try join(store, 2, 1)
            }
            let muted = try await it.read { store throws(ChatError) in
                (
                    try store.mutedUntil(user, in: room), try store.mutedUntil(Sample.userID(1), in: room),
                    try store.members(of: room, after: nil, limit: 9).map(\.mutedUntil),
                    try store.mutes(at: Sample.time(8)), try store.mutes(at: Sample.time(9)),
                    try store.sendFacts(of: user, in: room)?.mutedUntil
                )
            }
            try require(muted.0, is: Sample.time(9))
            try require(muted.1, is: nil)
            try require(muted.2, is: [nil, Sample.time(9)])
            try require(muted.3, is: [Mute(user: user, room: room, until: Sample.time(9))])
            try require(muted.4, is: [])
            try require(muted.5, is: Sample.time(9))
            try await it.write { store throws(ChatError) in
                try store.noteSend(by: user, in: room, at: Sample.time(3))
                try store.setMute(until: nil, of: user, in: room)
            }
            let lifted = try await it.read { store throws(ChatError) in
                (
                    try store.mutedUntil(user, in: room), try store.mutes(at: Sample.time(0)),
                    try store.sendFacts(of: user, in: room)?.lastSend
                )
            }
            try require(lifted.0, is: nil)
            try require(lifted.1, is: [])
            try require(lifted.2, is: Sample.time(3))
            let refusal = await it.refusal { () throws(ChatError) in
                try await it.write { store throws(ChatError) in
                    try store.noteSend(by: Sample.userID(2), in: Sample.roomID(9), at: Sample.time(1))
                }
            }
            try require(refusal, is: .notMember)
        },
        StorageCheck("a ban is kept once, listed in order, and gone when it is lifted") { place in
            let it = try await Fixture(place)
            try await it.make(users: 4)
            try await it.make(room: 1)
            try await it.make(room: 2)
            let room = Sample.roomID(1)
            try await it.write { store throws(ChatError) in
                for user in [4, 2, 3, 2] {
                    try store.ban(Sample.userID(user), from: room, by: Sample.userID(1), at: Sample.time(user))
                }
                try store.ban(Sample.userID(1), from: Sample.roomID(2), by: Sample.userID(2), at: Sample.time(1))
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.bans(of: room, after: nil, limit: 2).map(\.id),
                    try store.bans(of: room, after: Sample.userID(3), limit: 9).map(\.id),
                    try store.banCount(of: room), try store.isBanned(Sample.userID(2), from: room),
                    try store.isBanned(Sample.userID(2), from: Sample.roomID(2))
                )
            }
            try require(found.0, is: [2, 3].map(Sample.userID))
            try require(found.1, is: [Sample.userID(4)])
            try require(found.2, is: 3)
            try require([found.3, found.4], is: [true, false])
            let lifted = try await it.write { store throws(ChatError) in
                [
                    try store.unban(Sample.userID(2), from: room), try store.unban(Sample.userID(2), from: room),
                    try store.isBanned(Sample.userID(2), from: room),
                ]
            }
            try require(lifted, is: [true, false, false])
        },
        StorageCheck("mutes, bans and reports go with their room, and those of others stay") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for room in 1...2 {
                try await it.make(room: room, members: [1, 2])
                _ = try await it.send("x", by: 2, to: room)
            }
            try await it.write { store throws(ChatError) in
                for room in 1...2 {
                    let id = Sample.roomID(room)
                    try store.setMute(until: Sample.time(9), of: Sample.userID(2), in: id)
                    try store.ban(Sample.userID(1), from: id, by: Sample.userID(2), at: Sample.time(1))
                    _ = try store.insert(Sample.report(room, room: room, seq: 3))
                }
                try store.append(
                    .roomDeleted, to: Sample.roomID(1), by: Sample.userID(1), at: Sample.time(1), nonce: nil,
                    fingerprint: 0)
                try store.delete(Sample.roomID(1))
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.mutes(at: Sample.time(0)).map(\.room),
                    [try store.banCount(of: Sample.roomID(1)), try store.banCount(of: Sample.roomID(2))],
                    [try store.report(Sample.reportID(1)), try store.report(Sample.reportID(2))].map { $0?.room }
                )
            }
            try require(found.0, is: [Sample.roomID(2)])
            try require(found.1, is: [0, 1])
            try require(found.2, is: [nil, Sample.roomID(2)])
        },
    ]
}
