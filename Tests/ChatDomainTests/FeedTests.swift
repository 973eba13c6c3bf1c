import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("The feed")
struct FeedTests {
    private func feed(_ scene: Scene) async throws -> RoomID? {
        try await scene.store.read { transaction throws(ChatError) in try transaction.feed() }
    }

    private func fill(_ scene: Scene) async throws {
        while try await scene.chat.fillFeed() {}
    }

    @Test("is made for who was there before it, takes in whoever comes, and no guests")
    func members() async throws {
        try await Scene.run { scene in
            let (ann, guest) = (try await scene.caller("ann"), try await scene.caller("gus", role: .guest))
            let chat = Chat(
                store: scene.store, credentials: scene.credentials, cluster: scene.cluster, clock: scene.clock,
                settings: .withFeed)
            while try await chat.fillFeed() {}
            let room = try #require(try await feed(scene))
            let bob = try await chat.createUser(.of("bob"), role: .member)
            _ = try await chat.createUser(.of("gil"), role: .guest)
            let page = try await chat.members(of: room, after: nil, for: ann).page
            #expect(Set(page.map(\.user.id)) == [ann.user, bob.id] && page.allSatisfy { $0.role == .member })
            #expect(try await chat.room(room, for: ann).unread == 0)
            await expectRefusal(.notFound) { () throws(ChatError) in try await chat.room(room, for: guest) }
            while try await chat.fillFeed() {}
            #expect(try await feed(scene) == room)
            #expect(try await chat.members(of: room, after: nil, for: ann).page.count == 2)
        }
    }

    @Test("is made with the first account where the settings want one, and not at all where they do not")
    func making() async throws {
        for (settings, isThere) in [(ChatSettings.withFeed, true), (ChatSettings(), false)] {
            try await Scene.run(settings: settings) { scene in
                _ = try await scene.chat.createUser(.of("ann"), role: .owner)
                try await fill(scene)
                #expect(try await (feed(scene) != nil) == isThere)
            }
        }
    }

    @Test("is left by who becomes a guest or is deleted, and taken up by who is no guest any more and by bots")
    func comingAndGoing() async throws {
        try await Scene.run(settings: .withFeed) { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try #require(try await feed(scene))
            let bot = try await chat.createBot(
                name: "Robot", handle: nil, avatar: Avatar(picture: "fox", color: "#c0ffee"), by: owner
            ).user.id
            func members() async throws -> Set<UserID> {
                while try await chat.fillFeed() {}
                return Set(try await chat.members(of: room, after: nil, for: owner).page.map(\.user.id))
            }
            #expect(try await members() == [owner.user, ann.user, bob.user, bot])
            _ = try await chat.setUserRole(.guest, of: ann.user, by: owner)
            try await chat.deleteUser(bob.user, messages: .keep, by: owner)
            #expect(try await members() == [owner.user, bot])
            _ = try await chat.setUserRole(.member, of: ann.user, by: owner)
            _ = try await chat.setActive(false, ann.user, by: owner)
            #expect(try await members() == [owner.user, ann.user, bot])
            await expectRefusal(.forbidden) { () throws(ChatError) in try await chat.invite(by: owner, room: room) }
        }
    }

    @Test("is written by everyone, and kept in order by the server's owners and administrators alone")
    func rights() async throws {
        try await Scene.run(settings: .withFeed) { scene in
            let chat = scene.chat
            let ann = try await scene.caller("ann", role: .admin)
            let (bob, eve) = (try await scene.caller("bob"), try await scene.caller("eve"))
            try await fill(scene)
            let room = try #require(try await feed(scene))
            let sent = try await chat.send(room: room, text: "x", nonce: .text("1"), by: bob)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.deleteMessage(sent.seq, in: room, by: eve)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                _ = try await chat.updateRoom(room, name: "x", description: nil, by: eve)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await chat.leave(room, by: bob) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.removeMember(bob.user, from: room, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                _ = try await chat.addMembers([eve.user], to: room, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                _ = try await chat.archiveRoom(room, archived: true, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await chat.deleteRoom(room, by: ann) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.setBan(true, of: bob.user, from: room, by: ann)
            }
            #expect(try await chat.updateRoom(room, name: "All", description: nil, by: ann).room.name == "All")
            try await chat.setRole(.moderator, of: eve.user, in: room, by: ann)
            try await chat.deleteMessage(sent.seq, in: room, by: eve)
            #expect(try await chat.room(room, for: bob).memberCount == 3)
        }
    }

    @Test("does not make strangers findable by a part of their name")
    func finding() async throws {
        try await Scene.run(settings: .withFeed) { scene in
            let (ann, _) = (try await scene.caller("ann"), try await scene.caller("bob"))
            try await fill(scene)
            #expect(try await scene.chat.findPeople("bo", for: ann).isEmpty)
        }
    }
}

extension ChatSettings {
    fileprivate static var withFeed: ChatSettings {
        var settings = ChatSettings()
        settings.hasFeed = true
        return settings
    }
}
