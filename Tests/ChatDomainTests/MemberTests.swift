import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Members and their parts")
struct MemberTests {
    private func roles(_ room: RoomID, _ caller: Caller, _ scene: Scene) async throws -> [UserID: RoomRole] {
        let page = try await scene.chat.members(of: room, after: nil, for: caller).page
        return Dictionary(uniqueKeysWithValues: page.map { ($0.user.id, $0.role) })
    }

    @Test("who is added hears it as their own joining, once, and all are added or none")
    func adding() async throws {
        try await Scene.run { scene in
            let (ann, bob, eve) = (
                try await scene.caller("ann"), try await scene.caller("bob"), try await scene.caller("eve")
            )
            let room = try await scene.chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
            let since = try await scene.chat.place()
            let nobody = UserID(millisecond: 0, entropy: 1)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.addMembers([eve.user, nobody], to: room, by: bob)
            }
            #expect(try await scene.chat.changes(since: since, for: eve).joined.isEmpty)
            for _ in 0..<2 {
                let summary = try await scene.chat.addMembers([eve.user, eve.user, ann.user], to: room, by: bob)
                #expect(summary.memberCount == 3 && summary.lastSeq == 3)
            }
            #expect(try await scene.chat.changes(since: since, for: eve).joined.map(\.room.id) == [room])
            #expect(try await roles(room, eve, scene) == [ann.user: .owner, bob.user: .member, eve.user: .member])
            for count in [0, 101] {
                await expectRefusal(.invalidArgument) { () throws(ChatError) in
                    try await scene.chat.addMembers(Array(repeating: eve.user, count: count), to: room, by: bob)
                }
            }
        }
    }

    @Test("the last owner leaves the room to its longest moderator, else its longest member, never to a guest")
    func handingOver() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let guest = try await scene.caller("guest", role: .guest)
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let (eve, joe) = (try await scene.caller("eve"), try await scene.caller("joe"))
            let room = try await chat.createGroup(name: "Us", users: [guest.user], by: ann).room.id
            for caller in [joe, bob, eve] { _ = try await chat.addMembers([caller.user], to: room, by: ann) }
            try await chat.setRole(.moderator, of: eve.user, in: room, by: ann)
            try await scene.settle()
            scene.cluster.forget()
            try await chat.leave(room, by: ann)
            try await scene.settle()
            #expect(
                scene.cluster.events.compactMap { $0.roomEvent?.body } == [
                    .roleChanged(eve.user, .owner), .memberLeft(ann.user),
                ])
            try await chat.leave(room, by: eve)
            #expect(try await roles(room, joe, scene)[joe.user] == .owner)
            // Another owner is there already: nobody is made one.
            try await chat.setRole(.owner, of: bob.user, in: room, by: joe)
            try await chat.leave(room, by: bob)
            #expect(try await roles(room, joe, scene) == [joe.user: .owner, guest.user: .member])
            try await chat.leave(room, by: joe)
            #expect(try await roles(room, guest, scene) == [guest.user: .member])
        }
    }

    @Test("a group that nobody is left in is gone; a channel stays")
    func lastOne() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let group = try await chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
            let channel = try await chat.createChannel(name: "General", by: ann).room.id
            let since = try await chat.place()
            for room in [group, channel] { try await chat.leave(room, by: ann) }
            try await chat.leave(group, by: bob)
            #expect(try await chat.changes(since: since, for: bob).left == [group])
            let found = try await scene.store.read { transaction throws(ChatError) in
                (try transaction.room(group), try transaction.room(channel)?.id)
            }
            #expect(found.0 == nil && found.1 == channel)
            #expect(try await chat.join(channel, by: bob).membership?.role == .member)
        }
    }

    @Test("a room keeps an owner, guests stay members, and giving the same part again tells nothing")
    func roleRules() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let guest = try await scene.caller("guest", role: .guest)
            let (ann, bob, eve) = (
                try await scene.caller("ann"), try await scene.caller("bob"), try await scene.caller("eve")
            )
            let room = try await chat.createGroup(name: "Us", users: [guest.user, bob.user], by: ann).room.id
            for (user, role, code) in [
                (ann, RoomRole.member, ErrorCode.forbidden), (guest, .moderator, .forbidden),
                (guest, .owner, .forbidden), (eve, .moderator, .notFound),
            ] {
                let refused = await refusal { () throws(ChatError) in
                    try await chat.setRole(role, of: user.user, in: room, by: ann)
                }
                #expect(refused?.code == code && refused?.field == "user")
            }
            try await chat.setRole(.owner, of: bob.user, in: room, by: ann)
            try await chat.setRole(.member, of: ann.user, in: room, by: ann)
            let last = try await chat.room(room, for: bob).lastSeq
            try await chat.setRole(.owner, of: bob.user, in: room, by: bob)
            #expect(try await chat.room(room, for: bob).lastSeq == last)
            #expect(try await roles(room, bob, scene)[ann.user] == .member)
            // Whoever takes the last owner out leaves the room with another one.
            let admin = try await scene.caller("admin", role: .admin)
            _ = try await chat.addMembers([admin.user], to: room, by: ann)
            try await chat.removeMember(bob.user, from: room, by: admin)
            #expect(try await roles(room, ann, scene)[ann.user] == .owner)
        }
    }
}
