import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Muting and banning")
struct RestraintTests {
    /// A channel with an owner, a moderator and two members.
    private struct Room {
        let id: RoomID
        let owner, moderator, member, other: Caller

        init(_ scene: Scene) async throws {
            owner = try await scene.caller("owner")
            moderator = try await scene.caller("moderator")
            member = try await scene.caller("member")
            other = try await scene.caller("other")
            id = try await scene.chat.createChannel(name: "General", by: owner).room.id
            _ = try await scene.chat.addMembers([moderator, member, other].map(\.user), to: id, by: owner)
            try await scene.chat.setRole(.moderator, of: moderator.user, in: id, by: owner)
        }
    }

    private func newest(_ scene: Scene, _ room: Room) async throws -> RoomEvent? {
        try await scene.chat.history(of: room.id, before: nil, limit: 1, for: room.owner).events.first
    }

    private func audited(_ scene: Scene) async throws -> AuditEntry? {
        try await scene.store.read { store throws(ChatError) in try store.auditLog(before: nil, limit: 1) }.first
    }

    @Test(
        "who is muted does not write until then, also after leaving and coming back; everyone is told, and it is shown")
    func mute() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let room = try await Room(scene)
            let first = try await chat.send(room: room.id, text: "x", nonce: .text("1"), by: room.member)
            let until = scene.clock.now().advanced(bySeconds: 120)
            try await chat.mute(room.member.user, in: room.id, seconds: 120, by: room.moderator)
            let event = try #require(try await newest(scene, room))
            #expect(event.body == .memberMuted(room.member.user, until: until) && event.actor == room.moderator.user)
            let entry = try await audited(scene)
            #expect(entry?.action == .memberMuted && entry?.user == room.member.user && entry?.detail == "120")
            for again in [false, true] {
                if again {
                    try await chat.leave(room.id, by: room.member)
                    _ = try await chat.join(room.id, by: room.member)
                }
                let found = await refusal { () throws(ChatError) in
                    try await chat.send(room: room.id, text: "y", nonce: .text("2"), by: room.member)
                }
                #expect(found?.code == .muted && found?.retryAfter == 120_000)
                #expect(found?.message.contains(until.utc) == true)
                // What was sent before may be sent again: the answer was lost.
                let repeated = try await chat.send(room: room.id, text: "x", nonce: .text("1"), by: room.member)
                #expect(repeated == first)
                let members = try await chat.members(of: room.id, after: nil, for: room.other).page
                #expect(members.filter { $0.mutedUntil != nil }.map(\.user.id) == [room.member.user])
                #expect(members.compactMap(\.mutedUntil) == [until])
            }
            #expect(try await chat.mutes() == [Mute(user: room.member.user, room: room.id, until: until)])
            scene.clock.advance(seconds: 120)
            #expect(try await chat.mutes().isEmpty)
            let members = try await chat.members(of: room.id, after: nil, for: room.other).page
            #expect(members.allSatisfy { $0.mutedUntil == nil })
            let sent = try await chat.send(room: room.id, text: "y", nonce: .text("2"), by: room.member)
            // What is over is not lifted any more.
            try await chat.mute(room.member.user, in: room.id, seconds: nil, by: room.moderator)
            #expect(try await newest(scene, room) == sent)
        }
    }

    @Test("a mute that is lifted is over at once; lifting what is not there changes nothing")
    func unmute() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let room = try await Room(scene)
            let before = try await newest(scene, room)
            try await chat.mute(room.member.user, in: room.id, seconds: nil, by: room.moderator)
            #expect(try await newest(scene, room) == before)
            try await chat.mute(room.member.user, in: room.id, seconds: 60, by: room.moderator)
            // Also of who went away meanwhile; others who are not there are not found.
            try await chat.leave(room.id, by: room.member)
            try await chat.mute(room.member.user, in: room.id, seconds: nil, by: room.moderator)
            #expect(try await newest(scene, room)?.body == .memberMuted(room.member.user, until: nil))
            #expect(try await audited(scene)?.action == .memberUnmuted)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.mute(room.member.user, in: room.id, seconds: 60, by: room.moderator)
            }
            _ = try await chat.join(room.id, by: room.member)
            _ = try await chat.send(room: room.id, text: "x", nonce: .text("1"), by: room.member)
            await expectRefusal(.invalidArgument) { () throws(ChatError) in
                try await chat.mute(room.moderator.user, in: room.id, seconds: 60, by: room.moderator)
            }
            for seconds: Int64 in [0, 59, 31_536_001] {
                await expectRefusal(.invalidArgument) { () throws(ChatError) in
                    try await chat.mute(room.member.user, in: room.id, seconds: seconds, by: room.moderator)
                }
            }
        }
    }

    @Test("a ban ends the membership as a removal does and keeps the person out until it is lifted")
    func ban() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let room = try await Room(scene)
            let user = room.member.user
            try await chat.setBan(true, of: user, from: room.id, by: room.moderator)
            let removal = try #require(try await newest(scene, room))
            #expect(removal.body == .memberRemoved(user) && removal.actor == room.moderator.user)
            let entry = try await audited(scene)
            #expect(entry?.action == .memberBanned)
            try await chat.setBan(true, of: user, from: room.id, by: room.moderator)
            #expect(try await newest(scene, room) == removal)
            #expect(try await audited(scene) == entry)
            await expectRefusal(.banned) { () throws(ChatError) in try await chat.join(room.id, by: room.member) }
            let added = await refusal { () throws(ChatError) in
                try await chat.addMembers([user], to: room.id, by: room.other)
            }
            #expect(added?.code == .forbidden && added?.field == "users")
            // They read what all may read of a channel, up to where they were taken out.
            _ = try await chat.send(room: room.id, text: "x", nonce: .text("1"), by: room.other)
            let read = try await chat.history(of: room.id, before: nil, for: room.member).events
            #expect(read.last == removal)
            #expect(
                try await chat.bans(of: room.id, after: nil, for: room.moderator).page.map(\.id) == [user])
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.bans(of: room.id, after: nil, for: room.other)
            }
            try await chat.setBan(false, of: user, from: room.id, by: room.moderator)
            #expect(try await audited(scene)?.action == .memberUnbanned)
            try await chat.setBan(false, of: user, from: room.id, by: room.moderator)
            _ = try await chat.join(room.id, by: room.member)
            #expect(try await chat.bans(of: room.id, after: nil, for: room.moderator).page.isEmpty)
        }
    }

    @Test("who was never in the room can be banned from it, and nobody is told; oneself and nobody cannot")
    func banOutsider() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let room = try await Room(scene)
            let stranger = try await scene.caller("stranger")
            let before = try await newest(scene, room)
            try await chat.setBan(true, of: stranger.user, from: room.id, by: room.owner)
            #expect(try await newest(scene, room) == before)
            await expectRefusal(.banned) { () throws(ChatError) in try await chat.join(room.id, by: stranger) }
            await expectRefusal(.invalidArgument) { () throws(ChatError) in
                try await chat.setBan(true, of: room.owner.user, from: room.id, by: room.owner)
            }
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.setBan(
                    true, of: UserID(millisecond: 0, entropy: 1), from: room.id, by: room.owner)
            }
            // The last owner may be banned by who stands above: then somebody else is one.
            let admin = try await scene.caller("admin", role: .admin)
            try await chat.setBan(true, of: room.owner.user, from: room.id, by: admin)
            #expect(try await chat.room(room.id, for: room.moderator).membership?.role == .owner)
        }
    }

    @Test("at most ten thousand people are banned from a room")
    func banLimit() async throws {
        try await Scene.run { scene in
            let room = try await Room(scene)
            let most = Limits.bansPerRoom
            let actor = room.owner.user
            try await scene.store.write { transaction throws(ChatError) in
                for number in 1..<most {
                    let id = UserID(millisecond: 0, entropy: UInt32(number))
                    try transaction.insert(
                        User(
                            id: id, email: "\(id)@example.org", handle: "", name: "x",
                            avatar: Avatar(picture: "a", color: "#000000"), role: .member,
                            createdAt: Timestamp(milliseconds: 0)), passwordHash: "")
                    try transaction.ban(id, from: room.id, by: actor, at: Timestamp(milliseconds: 0))
                }
            }
            try await scene.chat.setBan(true, of: room.member.user, from: room.id, by: room.owner)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.setBan(true, of: room.other.user, from: room.id, by: room.owner)
            }
            #expect(try await scene.chat.room(room.id, for: room.other).membership != nil)
        }
    }

    @Test("moderators act upon members, owners upon everyone, and only an owner of the server upon one of its owners")
    func ranks() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let room = try await Room(scene)
            let boss = try await scene.caller("boss", role: .owner)
            let second = try await scene.caller("second", role: .owner)
            _ = try await chat.join(room.id, by: boss)
            for (victim, actor) in [
                (room.owner, room.moderator), (boss, room.owner), (boss, room.moderator),
            ] {
                await expectRefusal(.forbidden) { () throws(ChatError) in
                    try await chat.mute(victim.user, in: room.id, seconds: 60, by: actor)
                }
                await expectRefusal(.forbidden) { () throws(ChatError) in
                    try await chat.setBan(true, of: victim.user, from: room.id, by: actor)
                }
            }
            // Also from outside: who runs the server is not kept out by who runs a room.
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.setBan(true, of: second.user, from: room.id, by: room.owner)
            }
            try await chat.mute(room.moderator.user, in: room.id, seconds: 60, by: room.owner)
            try await chat.mute(boss.user, in: room.id, seconds: 60, by: second)
            await expectRefusal(.muted) { () throws(ChatError) in
                try await chat.send(room: room.id, text: "x", nonce: .text("1"), by: boss)
            }
            try await chat.setBan(true, of: boss.user, from: room.id, by: second)
        }
    }

    @Test("this node's mutes follow what is heard, and are over when their time is")
    func heard() throws {
        let (user, room) = (UserID(millisecond: 0, entropy: 1), RoomID(millisecond: 0, entropy: 2))
        func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }
        let mutes = Mutes([Mute(user: user, room: room, until: time(10))])
        func code(at now: Timestamp) -> ErrorCode? {
            do throws(ChatError) {
                try mutes.check(user, in: room, at: now)
                return nil
            } catch { return error.code }
        }
        #expect(code(at: time(9)) == .muted && code(at: time(10)) == nil)
        mutes.heard(user, in: room, until: nil, at: time(1))
        #expect(code(at: time(2)) == nil)
        mutes.heard(user, in: room, until: time(20), at: time(2))
        #expect(code(at: time(19)) == .muted)
        try mutes.check(UserID(millisecond: 0, entropy: 9), in: room, at: time(3))
    }
}
