import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Rooms and memberships")
struct RoomTests {
    private func roomEvents(_ scene: Scene) -> [RoomEvent] {
        scene.cluster.events.compactMap { if case .room(let event) = $0 { event } else { nil } }
    }

    @Test("a channel's maker is its first member, and the directory is told")
    func create() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            try await scene.settle()
            scene.cluster.forget()
            let made = try await scene.chat.createChannel(name: "  General ", description: " all\nof us ", by: ann)
            #expect(made.room.name == "General")
            #expect(made.room.description == "all\nof us")
            #expect(made.room.createdBy == ann.user)
            #expect(made.memberCount == 1)
            #expect(made.lastSeq == 1)
            #expect(made.membership?.cursor == 1)
            #expect(made.unread == 0)
            try await scene.settle()
            let events = scene.cluster.events
            #expect(events.count == 3, "the channel, its first member, and their cursor")
            #expect(
                events.contains {
                    if case .directory(let event) = $0 { event.body == .channelCreated(made.room) } else { false }
                })
            try await scene.settle()
            #expect(roomEvents(scene).map(\.body) == [.memberJoined(ann.user)])
            #expect(try await scene.chat.rooms(for: ann).rooms == [made])
            #expect(try await scene.chat.roomIDs(of: ann.user).ids == [made.room.id])
        }
    }

    @Test("guests make no channels; a name is taken without regard to case; a refused channel leaves nothing")
    func refusedChannels() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let guest = try await scene.caller("guest", role: .guest)
            _ = try await scene.chat.createChannel(name: "General", by: ann)
            try await scene.settle()
            scene.cluster.forget()
            func refused(_ name: String, _ description: String = "", by caller: Caller) async -> ChatError? {
                await refusal { () throws(ChatError) in
                    try await scene.chat.createChannel(name: name, description: description, by: caller)
                }
            }
            #expect(await refused("Other", by: guest)?.code == .forbidden)
            #expect(await refused("gENERAL", by: ann)?.code == .nameTaken)
            #expect(await refused("   ", by: ann)?.field == "name")
            #expect(await refused("a\u{202e}b", by: ann)?.code == .invalidArgument)
            #expect(await refused(String(repeating: "n", count: 81), by: ann)?.code == .tooLong)
            let long = await refused("x", String(repeating: "d", count: 501), by: ann)
            #expect(long?.code == .tooLong)
            #expect(long?.field == "description")
            try await scene.settle()
            #expect(scene.cluster.events.isEmpty)
            #expect(try await scene.chat.channels(after: nil, for: ann).page.count == 1)
        }
    }

    @Test("the same request with its nonce gives the same channel, told once; other content is refused")
    func nonces() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let make = { (name: String, about: String, nonce: String, caller: Caller) async throws(ChatError) in
                try await scene.chat.createChannel(name: name, description: about, nonce: Nonce(nonce), by: caller)
            }
            for nonce in ["a:1", "any text"] {
                let made = try await make("Of \(nonce)", "all", nonce, ann)
                try await scene.settle()
                scene.cluster.forget()
                #expect(try await make(" Of \(nonce) ", "all", nonce, ann) == made)
                try await scene.settle()
                #expect(scene.cluster.events.isEmpty)
                for (name, about) in [("Other", "all"), ("Of \(nonce)", "")] {
                    await expectRefusal(.nonceReused) { () throws(ChatError) in
                        try await make(name, about, nonce, ann)
                    }
                }
                await expectRefusal(.nonceReused) { () throws(ChatError) in
                    try await scene.chat.createGroup(
                        name: "Of \(nonce)", description: "all", users: [bob.user], nonce: Nonce(nonce), by: ann)
                }
                await expectRefusal(.nameTaken) { () throws(ChatError) in
                    try await make("Of \(nonce)", "all", nonce, bob)
                }
                // Of another's nonce nothing is known, and one that was refused is free.
                _ = try await make("Bob's \(nonce)", "", nonce, bob)
            }
            let group = try await scene.chat.createGroup(
                name: "Us", users: [bob.user], nonce: .text("group"), by: ann)
            await expectRefusal(.nonceReused) { () throws(ChatError) in try await make("Us", "", "group", ann) }
            _ = try await scene.chat.send(room: group.room.id, text: "x", nonce: .text("sent"), by: ann)
            await expectRefusal(.nonceReused) { () throws(ChatError) in try await make("New", "", "sent", ann) }
        }
    }

    @Test("a channel that was renamed or left since is given as it is, and one that was deleted is not found")
    func laterNonces() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let make = { () async throws(ChatError) in
                try await scene.chat.createChannel(name: "First", nonce: .counted(instance: "a", counter: 1), by: ann)
            }
            let made = try await make().room.id
            _ = try await scene.chat.updateRoom(made, name: "Second", description: nil, by: ann)
            _ = try await scene.chat.createChannel(name: "First", by: ann)
            #expect(try await make().room.name == "Second")
            try await scene.chat.leave(made, by: ann)
            let left = try await make()
            #expect(left.room.id == made && left.membership == nil)
            let owner = try await scene.caller("owner", role: .owner)
            try await scene.chat.deleteRoom(made, by: owner)
            await expectRefusal(.notFound) { () throws(ChatError) in try await make() }
        }
    }

    @Test("joining and leaving are told once, and again change nothing")
    func joinAndLeave() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            _ = try await scene.chat.send(room: room, text: "hi", nonce: .text("1"), by: ann)
            try await scene.settle()
            scene.cluster.forget()
            for _ in 0..<2 {
                let joined = try await scene.chat.join(room, by: bob)
                #expect(joined.memberCount == 2)
                #expect(joined.membership?.cursor == 3)
                #expect(joined.unread == 0)
            }
            for _ in 0..<2 { try await scene.chat.leave(room, by: bob) }
            try await scene.settle()
            #expect(roomEvents(scene).map(\.body) == [.memberJoined(bob.user), .memberLeft(bob.user)])
            #expect(roomEvents(scene).map(\.seq) == [3, 4])
            #expect(try await scene.chat.room(room, for: bob).membership == nil)
            #expect(try await scene.chat.roomIDs(of: bob.user).ids.isEmpty)
        }
    }

    @Test("channels are for all but guests; private rooms for members; the rest cannot be told from nothing")
    func reading() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let guest = try await scene.caller("guest", role: .guest)
            let channel = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let secret = try await scene.privateRoom([ann.user, guest.user])
            let nothing = RoomID(millisecond: 0, entropy: 1)
            let mayRead: [(Caller, RoomID, Bool)] = [
                (ann, channel, true), (bob, channel, true), (guest, channel, false), (ann, secret, true),
                (bob, secret, false), (guest, secret, true), (ann, nothing, false), (guest, nothing, false),
            ]
            for (caller, room, allowed) in mayRead {
                if allowed {
                    _ = try await scene.chat.room(room, for: caller)
                    _ = try await scene.chat.members(of: room, after: nil, for: caller)
                    _ = try await scene.chat.history(of: room, before: nil, for: caller)
                } else {
                    let refusals = [
                        await refusal { () throws(ChatError) in try await scene.chat.room(room, for: caller) },
                        await refusal { () throws(ChatError) in
                            try await scene.chat.members(of: room, after: nil, for: caller)
                        },
                        await refusal { () throws(ChatError) in
                            try await scene.chat.history(of: room, before: nil, for: caller)
                        },
                        await refusal { () throws(ChatError) in try await scene.chat.join(room, by: caller) },
                    ]
                    for refused in refusals { #expect(refused == ChatError(.notFound, field: "room")) }
                }
            }
            // Leaving is idempotent where the room may be known, and else says nothing.
            try await scene.chat.leave(channel, by: bob)
            for room in [secret, nothing] {
                let refused = await refusal { () throws(ChatError) in try await scene.chat.leave(room, by: bob) }
                #expect(refused == ChatError(.notFound, field: "room"))
            }
        }
    }

    @Test("channels come in pages, for all but guests")
    func channels() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let guest = try await scene.caller("guest", role: .guest)
            var made: [RoomID] = []
            for name in ["c", "a", "b"] { made.append(try await scene.chat.createChannel(name: name, by: ann).room.id) }
            _ = try await scene.privateRoom([ann.user])
            made.sort()
            let first = try await scene.chat.channels(after: nil, limit: 2, for: ann)
            #expect(first.page.map(\.room.id) == Array(made.prefix(2)))
            #expect(first.more)
            let second = try await scene.chat.channels(after: made[1], limit: 2, for: ann)
            #expect(second.page.map(\.room.id) == [made[2]])
            #expect(!second.more)
            let exact = try await scene.chat.channels(after: nil, limit: 3, for: ann)
            #expect(!exact.more)
            let refused = await refusal { () throws(ChatError) in
                try await scene.chat.channels(after: nil, for: guest)
            }
            #expect(refused?.code == .forbidden)
            for limit in [0, -1, 201, .max] {
                let wrong = await refusal { () throws(ChatError) in
                    try await scene.chat.channels(after: nil, limit: limit, for: ann)
                }
                #expect(wrong?.field == "limit")
            }
        }
    }

    @Test("members come in pages in the order of their ids")
    func members() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createChannel(name: "General", by: bob).room.id
            _ = try await scene.chat.join(room, by: ann)
            let ids = [ann.user, bob.user].sorted()
            let first = try await scene.chat.members(of: room, after: nil, limit: 1, for: ann)
            #expect(first.page.map(\.user.id) == [ids[0]])
            #expect(first.more)
            let second = try await scene.chat.members(of: room, after: ids[0], limit: 1, for: ann)
            #expect(second.page.map(\.user.id) == [ids[1]])
            #expect(!second.more)
            let wrong = await refusal { () throws(ChatError) in
                try await scene.chat.members(of: room, after: nil, limit: 201, for: ann)
            }
            #expect(wrong?.field == "limit")
        }
    }

    @Test("nobody is in more rooms than the limit")
    func roomLimit() async throws {
        var settings = ChatSettings()
        settings.roomsPerUser = 1
        try await Scene.run(settings: settings) { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let first = try await scene.chat.createChannel(name: "one", by: ann).room.id
            let second = try await scene.chat.createChannel(name: "two", by: bob).room.id
            await expectRefusal(.forbidden) { () throws(ChatError) in try await scene.chat.join(second, by: ann) }
            let another = await refusal { () throws(ChatError) in
                try await scene.chat.createChannel(name: "three", by: ann)
            }
            #expect(another?.code == .forbidden)
            #expect(try await scene.chat.channels(after: nil, for: ann).page.count == 2)
            _ = try await scene.chat.join(first, by: ann)
            try await scene.chat.leave(first, by: ann)
            _ = try await scene.chat.join(second, by: ann)
        }
    }
}
