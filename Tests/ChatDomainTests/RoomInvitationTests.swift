import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Links into rooms")
struct RoomInvitationTests {
    private func register(_ scene: Scene, _ name: String, _ code: String) async throws(ChatError) -> User {
        try await scene.chat.register(
            invitation: code, registration: .of(name), device: "", address: "192.0.2.1"
        ).user
    }

    @Test("where registration is left to administrators, members' links bring in only who has an account")
    func administrators() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let admin = try await scene.caller("admin", role: .admin)
            let maker = try await scene.caller("maker")
            let bob = try await scene.caller("bob")
            let channel = try await chat.createChannel(name: "Plaza", by: maker).room.id
            let ofMember = try await chat.invite(by: maker, uses: 3, room: channel).code
            let ofAdmin = try await chat.invite(by: admin, uses: 3, room: channel).code
            let general = try await chat.invite(by: owner, uses: 3).code
            let ofOperator = try await chat.operatorInvite(uses: 3).code
            try await chat.setRegistration(.administrators, by: owner)
            await expectRefusal(.registrationClosed) { () throws(ChatError) in
                try await register(scene, "a", ofMember)
            }
            await expectRefusal(.registrationClosed) { () throws(ChatError) in
                try await chat.checkInvitation(ofMember)
            }
            #expect(try await chat.acceptInvitation(ofMember, by: bob).memberCount == 2)
            let left = try await chat.invitations(for: maker).page
            #expect(left.map(\.usesLeft) == [2], "who was refused used nothing up")
            for (index, code) in [ofAdmin, general, ofOperator].enumerated() {
                #expect(try await register(scene, "new\(index)", code).role == .member)
            }
            let missing = await refusal { () throws(ChatError) in
                try await chat.register(
                    invitation: nil, registration: .of("b"), device: "", address: "192.0.2.1")
            }
            #expect(missing?.code == .invalidArgument && missing?.field == "invitation")
            // Who is no administrator any more invites as a member does.
            _ = try await chat.setUserRole(.member, of: admin.user, by: owner)
            _ = try await chat.join(channel, by: admin)
            await expectRefusal(.registrationClosed) { () throws(ChatError) in
                try await register(scene, "c", ofAdmin)
            }
            try await chat.setRegistration(.invitation, by: owner)
            #expect(try await register(scene, "a", ofMember).role == .member)
        }
    }

    @Test("are not made into an archived room, and are void while who made them is a guest")
    func void() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let (maker, bob) = (try await scene.caller("maker"), try await scene.caller("bob"))
            let room = try await chat.createChannel(name: "Plaza", by: maker).room.id
            let code = try await chat.invite(by: maker, uses: 2, room: room).code
            _ = try await chat.setUserRole(.guest, of: maker.user, by: owner)
            await expectRefusal(.invitationInvalid) { () throws(ChatError) in
                try await chat.acceptInvitation(code, by: bob)
            }
            _ = try await chat.setUserRole(.member, of: maker.user, by: owner)
            #expect(try await chat.acceptInvitation(code, by: bob).memberCount == 2)
            _ = try await chat.archiveRoom(room, archived: true, by: owner)
            await expectRefusal(.archived) { () throws(ChatError) in try await chat.invite(by: maker, room: room) }
        }
    }

    @Test("bring nobody into a group that is full, and nobody is added to one")
    func full() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            // Before there is an owner nobody can register.
            _ = try await scene.caller("owner", role: .owner)
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let others = (2..<Limits.groupMembers).map { UserID(millisecond: 0, entropy: UInt32($0)) }
            try await scene.store.write { transaction throws(ChatError) in
                for id in others {
                    try transaction.insert(
                        User(
                            id: id, email: "\(id)@example.org", handle: "", name: "x",
                            avatar: Avatar(picture: "a", color: "#000000"), role: .member,
                            createdAt: Timestamp(milliseconds: 0)), passwordHash: "")
                }
            }
            let room = try await chat.createGroup(name: "All", users: others, by: ann).room.id
            let code = try await chat.invite(by: ann, uses: 9, room: room).code
            _ = try await chat.addMembers([bob.user], to: room, by: ann)
            #expect(try await chat.room(room, for: ann).memberCount == Limits.groupMembers)
            let eve = try await scene.caller("eve")
            let added = await refusal { () throws(ChatError) in
                try await chat.addMembers([eve.user], to: room, by: ann)
            }
            #expect(added?.code == .forbidden && added?.field == "users")
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.acceptInvitation(code, by: eve)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await register(scene, "new", code) }
            #expect(try await chat.room(room, for: ann).memberCount == Limits.groupMembers)
            #expect(try await chat.invitations(for: ann).page.map(\.usesLeft) == [9])
        }
    }
}
