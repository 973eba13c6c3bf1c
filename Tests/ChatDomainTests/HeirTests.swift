import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Who owns a room after its last owner")
struct HeirTests {
    private func parts(_ room: RoomID, _ people: [Caller], _ scene: Scene) async throws -> [RoomRole?] {
        try await scene.store.read { store throws(ChatError) in
            var parts: [RoomRole?] = []
            for person in people { parts.append(try store.membership(of: person.user, in: room)?.role) }
            return parts
        }
    }

    @Test("is somebody who can use their account, where there is one")
    func active() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let boss = try await scene.caller("boss", role: .owner)
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let (cyd, dan) = (try await scene.caller("cyd"), try await scene.caller("dan"))
            let room = try await chat.createGroup(name: "Us", users: [bob, cyd, dan].map(\.user), by: ann).room.id
            try await chat.setRole(.moderator, of: bob.user, in: room, by: ann)
            try await chat.setRole(.owner, of: cyd.user, in: room, by: ann)
            for person in [bob, cyd] { _ = try await chat.setActive(false, person.user, by: boss) }
            // The other owner looks after nothing now, so that the last one keeps the part.
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.setRole(.member, of: ann.user, in: room, by: ann)
            }
            try await chat.leave(room, by: ann)
            #expect(try await parts(room, [ann, bob, cyd, dan], scene) == [nil, .moderator, .owner, .owner])
        }
    }

    @Test("is somebody who is deactivated where nobody else is left, so that the room has one when they are back")
    func inactive() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let boss = try await scene.caller("boss", role: .owner)
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let room = try await chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
            _ = try await chat.setActive(false, bob.user, by: boss)
            try await chat.leave(room, by: ann)
            #expect(try await parts(room, [bob], scene) == [.owner])
        }
    }

    @Test(
        "in the feed is nobody: the server's owners and administrators own it, and nobody has that part by themselves")
    func feed() async throws {
        var settings = ChatSettings()
        settings.hasFeed = true
        try await Scene.run(settings: settings) { scene in
            let chat = scene.chat
            let admin = try await scene.caller("admin", role: .admin)
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let feed = try #require(
                try await scene.store.read { store throws(ChatError) in try store.feed() })
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.setRole(.owner, of: ann.user, in: feed, by: admin)
            }
            // As a server that allowed it left it: the part goes with the person, and may be taken from the last one.
            try await scene.store.write { store throws(ChatError) in
                for person in [ann, bob] { try store.setRole(.owner, of: person.user, in: feed) }
            }
            try await chat.setRole(.member, of: bob.user, in: feed, by: admin)
            try await chat.deleteUser(ann.user, messages: .keep, by: admin)
            #expect(try await parts(feed, [admin, bob], scene) == [.member, .member])
            try await scene.store.write { store throws(ChatError) in
                try store.setRole(.owner, of: bob.user, in: feed)
            }
            try await chat.setRole(.member, of: bob.user, in: feed, by: admin)
        }
    }
}
