import ChatModel
import Testing

@testable import ChatDomain

@Suite("Direct rooms")
struct DirectTests {
    @Test("the same people have the same room, whoever asks and in whatever order, also at the same moment")
    func same() async throws {
        try await Scene.run { scene in
            let (ann, bob, eve) = (
                try await scene.caller("ann"), try await scene.caller("bob"), try await scene.caller("eve")
            )
            let chat = scene.chat
            let rooms = try await withThrowingTaskGroup(of: RoomID.self) { group in
                for index in 0..<20 {
                    let (asker, other) = index % 2 == 0 ? (ann, bob) : (bob, ann)
                    group.addTask { try await chat.direct(with: [other.user], by: asker).room.id }
                }
                return try await group.reduce(into: Set<RoomID>()) { $0.insert($1) }
            }
            #expect(rooms.count == 1)
            let made = try await scene.chat.direct(with: [ann.user, bob.user, bob.user], by: ann)
            #expect(rooms == [made.room.id] && made.room.kind == .direct && made.room.name.isEmpty)
            #expect(made.directUsers == [ann.user, bob.user].sorted() && made.memberCount == 2)
            let three = try await scene.chat.direct(with: [eve.user, bob.user], by: ann)
            #expect(three.room.id != made.room.id)
            #expect(try await scene.chat.direct(with: [ann.user, bob.user], by: eve).room.id == three.room.id)
            await expectRefusal(.notFound) { () throws(ChatError) in try await chat.room(made.room.id, for: eve) }
        }
    }

    @Test("nobody is added, removed or given another part, nobody leaves, and nobody deletes another's message")
    func fixed() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let ann = try await scene.caller("ann", role: .owner)
            let (bob, eve) = (try await scene.caller("bob"), try await scene.caller("eve"))
            let room = try await chat.direct(with: [bob.user], by: ann).room.id
            let sent = try await chat.send(room: room, text: "x", nonce: .text("1"), by: bob)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                _ = try await chat.addMembers([eve.user], to: room, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.removeMember(bob.user, from: room, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.setRole(.moderator, of: bob.user, in: room, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await chat.leave(room, by: ann) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.deleteMessage(sent.seq, in: room, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                _ = try await chat.updateRoom(room, name: "x", description: nil, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                _ = try await chat.archiveRoom(room, archived: true, by: ann)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await chat.deleteRoom(room, by: ann) }
            try await chat.deleteMessage(sent.seq, in: room, by: bob)
            #expect(try await chat.room(room, for: ann).memberCount == 2)
        }
    }

    @Test("two to eight people who exist; a guest asks for people of their rooms, or for a room that is there")
    func whom() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let guest = try await scene.caller("guest", role: .guest)
            let many = (1...8).map { UserID(millisecond: 0, entropy: UInt32($0)) }
            for users in [[], [ann.user], many] {
                let refused = await refusal { () throws(ChatError) in try await chat.direct(with: users, by: ann) }
                #expect(refused?.code == .invalidArgument && refused?.field == "users")
            }
            await expectRefusal(.notFound) { () throws(ChatError) in try await chat.direct(with: [many[0]], by: ann) }
            await expectRefusal(.notFound) { () throws(ChatError) in try await chat.direct(with: [ann.user], by: guest)
            }
            _ = try await scene.privateRoom([bob.user, guest.user])
            _ = try await chat.direct(with: [bob.user], by: guest)
            let made = try await chat.direct(with: [guest.user], by: ann).room.id
            #expect(try await chat.direct(with: [ann.user], by: guest).room.id == made)
        }
    }
}
