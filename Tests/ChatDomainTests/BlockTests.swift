import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Blocking")
struct BlockTests {
    private func send(_ text: String, _ room: RoomID, _ caller: Caller, _ scene: Scene) async throws(ChatError) {
        _ = try await scene.chat.send(room: room, text: text, nonce: .text("\(caller.user) \(text)"), by: caller)
    }

    @Test(
        "who is blocked cannot write in the direct room of the two until the block is taken back; what was said stays")
    func direct() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            try await send("before", room, bob, scene)
            try await scene.chat.block(bob.user, true, by: ann)
            let refused = await refusal { () throws(ChatError) in try await send("blocked", room, bob, scene) }
            #expect(refused?.code == .forbidden)
            // The words do not say who blocked whom.
            #expect(refused?.message == "You and this person cannot write to each other here.")
            // A message that was sent before and whose answer was lost is answered as it was.
            try await send("before", room, bob, scene)
            try await send("from ann", room, ann, scene)
            for (caller, other) in [(ann, bob), (bob, ann)] {
                let asked = await refusal { () throws(ChatError) in
                    try await scene.chat.direct(with: [other.user], by: caller)
                }
                #expect(asked == refused)
                let history = try await scene.chat.history(of: room, before: nil, for: caller).events
                #expect(history.count == 4)
            }
            try await scene.chat.block(bob.user, false, by: ann)
            try await send("after", room, bob, scene)
            #expect(try await scene.chat.direct(with: [bob.user], by: ann).room.id == room)
        }
    }

    @Test("who is blocked does not type in the direct room of the two either, and a door knows whom to ask about")
    func typing() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let cyd = try await scene.caller("cyd")
            let two = try await chat.direct(with: [bob.user], by: ann).room.id
            let three = try await chat.direct(with: [bob.user, cyd.user], by: ann).room.id
            #expect(try await chat.blockedPeople() == [])
            for caller in [ann, cyd] { try await chat.block(bob.user, true, by: caller) }
            #expect(try await chat.blockedPeople() == [bob.user])
            await expectRefusal(.forbidden) { () throws(ChatError) in try await chat.checkTyping(in: two, by: bob) }
            try await chat.checkTyping(in: two, by: ann)
            try await chat.checkTyping(in: three, by: bob)
            try await chat.block(bob.user, false, by: ann)
            try await chat.checkTyping(in: two, by: bob)
            let known = BlockedPeople([bob.user])
            known.heard(cyd.user)
            #expect([ann, bob, cyd].map { known.contains($0.user) } == [false, true, true])
        }
    }

    @Test("a block makes no direct room of the two, whoever blocked and whoever asks for it")
    func fresh() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            for (blocker, blocked) in [(ann, bob), (bob, ann)] {
                try await scene.chat.block(blocked.user, true, by: blocker)
                for (caller, other) in [(ann, bob), (bob, ann)] {
                    await expectRefusal(.forbidden) { () throws(ChatError) in
                        try await scene.chat.direct(with: [other.user], by: caller)
                    }
                }
                try await scene.chat.block(blocked.user, false, by: blocker)
            }
            #expect(try await scene.chat.rooms(for: ann).rooms.isEmpty)
        }
    }

    @Test(
        "in every other room people who block each other write as before",
        arguments: [Room.Kind.channel, .group, .direct])
    func elsewhere(_ kind: Room.Kind) async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let cyd = try await scene.caller("cyd")
            try await scene.chat.block(bob.user, true, by: ann)
            try await scene.chat.block(ann.user, true, by: bob)
            let room: RoomID
            switch kind {
            case .group: room = try await scene.chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
            case .direct: room = try await scene.chat.direct(with: [bob.user, cyd.user], by: ann).room.id
            case .channel, .feed:
                room = try await scene.chat.createChannel(name: "General", by: ann).room.id
                _ = try await scene.chat.join(room, by: bob)
            }
            try await send("from ann", room, ann, scene)
            try await send("from bob", room, bob, scene)
        }
    }

    @Test("the blocker's devices hear of each change once, and the one who is blocked hears nothing")
    func told() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let since = try await scene.chat.place()
            for isBlocked in [false, true, true, false, false] {
                try await scene.chat.block(bob.user, isBlocked, by: ann)
                #expect(try await scene.chat.blocks(of: ann).map(\.id) == (isBlocked ? [bob.user] : []))
            }
            let told: [PersonEvent.Body] = try await scene.chat.changes(since: since, for: ann).events.compactMap {
                if case .person(let event) = $0 { event.body } else { nil }
            }
            #expect(told == [.blockChanged(bob.user, isBlocked: true), .blockChanged(bob.user, isBlocked: false)])
            #expect(try await scene.chat.changes(since: since, for: bob).events.isEmpty)
            #expect(try await scene.chat.blocks(of: bob).isEmpty)
        }
    }

    @Test("everyone blocks whom they may know, also an owner; nobody themselves, nobody who is not there")
    func rights() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("boss", role: .owner)
            for role in Role.allCases {
                let caller = try await scene.caller(role.rawValue, role: role)
                if role == .guest {
                    let unknown = await refusal { () throws(ChatError) in
                        try await scene.chat.block(owner.user, true, by: caller)
                    }
                    #expect(unknown?.code == .notFound && unknown?.field == "user")
                    _ = try await scene.privateRoom([owner.user, caller.user])
                }
                try await scene.chat.block(owner.user, true, by: caller)
                let own = await refusal { () throws(ChatError) in
                    try await scene.chat.block(caller.user, true, by: caller)
                }
                #expect(own?.code == .invalidArgument && own?.field == "user")
                let absent = await refusal { () throws(ChatError) in
                    try await scene.chat.block(UserID(millisecond: 0, entropy: 1), true, by: caller)
                }
                #expect(absent?.code == .notFound)
                try await scene.chat.block(UserID(millisecond: 0, entropy: 1), false, by: caller)
            }
        }
    }

    @Test("a thousand people are blocked and no more")
    func limit() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let ids = (0...Limits.blocks).map { UserID(millisecond: 0, entropy: UInt32($0)) }
            try await scene.store.write { transaction throws(ChatError) in
                for id in ids {
                    try transaction.insert(
                        User(
                            id: id, email: "\(id)@example.org", handle: "", name: "x",
                            avatar: Avatar(picture: "a", color: "#000000"), role: .member,
                            createdAt: Timestamp(milliseconds: 0)), passwordHash: "")
                }
                for id in ids.dropLast() { _ = try transaction.setBlocked(true, id, by: ann.user) }
            }
            #expect(try await scene.chat.blocks(of: ann).count == Limits.blocks)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.block(ids[Limits.blocks], true, by: ann)
            }
            try await scene.chat.block(ids[0], true, by: ann)
            try await scene.chat.block(ids[0], false, by: ann)
            try await scene.chat.block(ids[Limits.blocks], true, by: ann)
        }
    }
}
