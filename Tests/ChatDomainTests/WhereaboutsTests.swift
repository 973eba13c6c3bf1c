import ChatModel
import StorageAPI
import StorageSQLite
import Testing

@testable import ChatDomain

@Suite("Who may see whether people are there, and since when they are not")
struct WhereaboutsTests {
    private func seen(_ scene: Scene, _ user: UserID) async throws -> Timestamp? {
        try await scene.settle()
        return try await scene.store.read { transaction throws(ChatError) in try transaction.seen([user]) }
            .first?.lastSeen
    }

    @Test("everybody but guests sees everybody who has an account; guests see themselves and people of their rooms")
    func rights() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            let guest = try await scene.caller("gus", role: .guest)
            let gone = try await scene.caller("gone")
            try await scene.chat.deleteUser(gone.user, messages: .keep, by: ann)
            _ = try await scene.privateRoom([bob.user, guest.user])
            let all = [ann, bob, guest, gone].map(\.user) + [UserID(millisecond: 0, entropy: 1)]
            for caller in [ann, bob] {
                let found = try await scene.chat.visiblePeople(all, for: caller)
                #expect(found.map(\.user) == [ann, bob, guest].map(\.user))
            }
            #expect(
                try await scene.chat.visiblePeople(all, for: guest).map(\.user) == [bob, guest].map(\.user))
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.visiblePeople(all, for: gone)
            }
        }
    }

    @Test("200 people are watched and no more")
    func limit() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            #expect(try await scene.chat.visiblePeople([], for: ann).isEmpty)
            let ids = (0...200).map { UserID(millisecond: 0, entropy: UInt32($0)) }
            #expect(try await scene.chat.visiblePeople(Array(ids.dropLast()), for: ann).isEmpty)
            let found = await refusal { () throws(ChatError) in try await scene.chat.visiblePeople(ids, for: ann) }
            #expect(found?.code == .invalidArgument && found?.field == "users")
        }
    }

    @Test("when somebody was last there is kept once they have gone, to the minute, and told with what others watch")
    func lastSeen() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let before = try await seen(scene, bob.user)
            let whereabouts = Whereabouts(chat: scene.chat)
            whereabouts.connected(bob.user, connection: 1, dndUntil: nil)
            scene.clock.advance(seconds: 3_600)
            let left = scene.clock.now()
            let people = try await scene.chat.visiblePeople([ann.user, bob.user], for: ann)
            #expect(
                whereabouts.watch(people, connection: 9) == [
                    Presence(user: ann.user, state: .offline, lastSeen: people[0].lastSeen),
                    Presence(user: bob.user, state: .online),
                ])
            #expect(people[0].lastSeen != nil)
            whereabouts.disconnected(bob.user, connection: 1)
            #expect(try await seen(scene, bob.user) == before)
            var told: [Presence] = []
            while let delay = whereabouts.delayToTick {
                scene.clock.advance(milliseconds: delay)
                told += whereabouts.tick().flatMap(\.people)
            }
            let minute = Timestamp(milliseconds: left.milliseconds - left.milliseconds % 60_000)
            #expect(told == [Presence(user: bob.user, state: .offline, lastSeen: minute)])
            #expect(try await seen(scene, bob.user) == minute)
            let later = try await scene.chat.visiblePeople([bob.user], for: ann)
            #expect(
                whereabouts.watch(later, connection: 8)
                    == [Presence(user: bob.user, state: .offline, lastSeen: minute)])
        }
    }

    @Test("who is not to be disturbed is so until then by the time of day, and no longer")
    func dnd() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let whereabouts = Whereabouts(chat: scene.chat)
            let until = scene.clock.now().advanced(bySeconds: 60)
            func state() -> PresenceState? {
                whereabouts.watch([SeenPerson(user: ann.user, lastSeen: nil)], connection: 9).first?.state
            }
            whereabouts.connected(ann.user, connection: 1, dndUntil: until)
            #expect(state() == .dnd)
            scene.clock.advance(seconds: 60)
            #expect(state() == .online)
            whereabouts.setDnd(ann.user, until: until)
            #expect(state() == .online)
            whereabouts.setDnd(ann.user, until: Timestamp(milliseconds: .max))
            #expect(state() == .dnd)
            whereabouts.setDnd(ann.user, until: nil)
            whereabouts.setAway(true, ann.user, connection: 1)
            #expect(state() == .away)
        }
    }

    @Test("the server's end keeps when everybody was last there")
    func end() async throws {
        try await Scene.run { scene in
            let people = try await [scene.caller("ann"), scene.caller("bob")].map(\.user)
            let whereabouts = Whereabouts(chat: scene.chat)
            scene.clock.advance(seconds: 7_200)
            for (index, user) in people.enumerated() {
                whereabouts.connected(user, connection: UInt64(index), dndUntil: nil)
            }
            whereabouts.disconnected(people[0], connection: 0)
            try await whereabouts.end()
            let now = scene.clock.now().milliseconds
            for user in people {
                #expect(try await seen(scene, user) == Timestamp(milliseconds: now - now % 60_000))
            }
        }
    }

    @Test("at the server's end it is told where the store refuses to keep that")
    func endRefused() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let whereabouts = Whereabouts(chat: scene.chat)
            whereabouts.connected(ann.user, connection: 1, dndUntil: nil)
            await scene.store.close()
            let refused = await refusal { () throws(ChatError) in try await whereabouts.end() }
            #expect(refused?.code == .unavailable)
        }
    }
}
