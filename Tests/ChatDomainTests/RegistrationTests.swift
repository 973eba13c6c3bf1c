import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

private let address = "192.0.2.7"

@Suite("Registration, invitations to rooms, and links for new passwords")
struct RegistrationTests {
    private func register(
        _ scene: Scene, _ name: String, _ code: String?
    ) async throws(ChatError) -> LogIn {
        try await scene.chat.register(invitation: code, registration: .of(name), device: "", address: address)
    }

    @Test("an owner opens and closes registration; open takes everyone, closed nobody")
    func modes() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let code = try await chat.invite(by: owner, uses: 9, role: .admin).code
            let missing = await refusal { () throws(ChatError) in try await register(scene, "a", nil) }
            #expect(missing?.code == .invalidArgument && missing?.field == "invitation")
            try await chat.setRegistration(.open, by: owner)
            #expect(try await chat.registration() == (.open, false))
            #expect(try await register(scene, "a", nil).user.role == .member)
            #expect(try await register(scene, "b", code).user.role == .admin, "an invitation still gives its role")
            await expectRefusal(.invitationInvalid) { () throws(ChatError) in try await register(scene, "c", "no") }
            try await chat.setRegistration(.closed, by: owner)
            for invitation in [nil, code] {
                await expectRefusal(.registrationClosed) { () throws(ChatError) in
                    try await register(scene, "c", invitation)
                }
            }
            await expectRefusal(.registrationClosed) { () throws(ChatError) in try await chat.checkInvitation(code) }
            try await chat.setRegistration(.invitation, by: owner)
            _ = try await register(scene, "c", code)
            let entries = try await chat.audit(before: nil, limit: 3, for: owner).page
            #expect(entries.map(\.detail) == ["invitation", "closed", "open"])
            #expect(entries.allSatisfy { $0.action == .registrationChanged })
        }
    }

    @Test("asking without an invitation where one is needed is no guess, and so not slowed")
    func noGuess() async throws {
        try await Scene.run { scene in
            _ = try await scene.caller("owner", role: .owner)
            for _ in 0..<60 {
                await expectRefusal(.invalidArgument) { () throws(ChatError) in try await register(scene, "a", nil) }
            }
        }
    }

    @Test("with a room's invitation a new person begins in the room, and somebody with an account comes into it")
    func rooms() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            _ = try await scene.caller("owner", role: .owner)
            let maker = try await scene.caller("maker")
            let bob = try await scene.caller("bob")
            let guest = try await scene.caller("guest", role: .guest)
            let group = try await chat.createGroup(name: "Us", users: [bob.user], by: maker).room.id
            let issued = try await chat.invite(by: bob, uses: 2, role: .guest, room: group)
            #expect(issued.invitation.room == group && issued.invitation.role == .guest)
            let new = try await register(scene, "new", issued.code)
            #expect(new.user.role == .guest)
            let caller = Caller(user: new.user.id, session: new.session.id)
            let rooms = try await chat.rooms(for: caller).rooms
            #expect(rooms.map(\.room.id) == [group] && rooms.map(\.memberCount) == [3])
            #expect(rooms[0].membership?.role == .member)

            // Who is in it uses nothing up.
            _ = try await chat.acceptInvitation(issued.code, by: bob)
            #expect(try await chat.acceptInvitation(issued.code, by: guest).memberCount == 4)
            await expectRefusal(.invitationInvalid) { () throws(ChatError) in
                try await chat.acceptInvitation(issued.code, by: try await Self.other(scene))
            }
            let general = try await chat.operatorInvite().code
            for code in ["nonsense", general] {
                await expectRefusal(.invitationInvalid) { () throws(ChatError) in
                    try await chat.acceptInvitation(code, by: bob)
                }
            }
        }
    }

    private static func other(_ scene: Scene) async throws(ChatError) -> Caller {
        let user = try await scene.chat.createUser(.of("other"), role: .member)
        return Caller(user: user.id, session: SessionID(millisecond: 0, entropy: 1))
    }

    @Test("an invitation is good as long as who made it might make it")
    func backed() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let admin = try await scene.caller("admin", role: .admin)
            let maker = try await scene.caller("maker")
            let bob = try await scene.caller("bob")
            let eve = try await scene.caller("eve")
            let group = try await chat.createGroup(name: "Us", users: [bob.user], by: maker).room.id
            let toGroup = try await chat.invite(by: bob, uses: 9, room: group).code
            let general = try await chat.invite(by: admin, uses: 9).code
            func good(_ code: String) async -> Bool { (try? await chat.checkInvitation(code)) != nil }
            for code in [toGroup, general] { #expect(await good(code)) }
            try await chat.removeMember(bob.user, from: group, by: maker)
            #expect(await !good(toGroup))
            for caller in [bob, eve] {
                await expectRefusal(.invitationInvalid) { () throws(ChatError) in
                    try await chat.acceptInvitation(toGroup, by: caller)
                }
            }
            _ = try await chat.addMembers([bob.user], to: group, by: maker)
            #expect(await good(toGroup))
            _ = try await chat.archiveRoom(group, archived: true, by: maker)
            await expectRefusal(.archived) { () throws(ChatError) in
                try await chat.acceptInvitation(toGroup, by: eve)
            }
            await expectRefusal(.invitationInvalid) { () throws(ChatError) in try await register(scene, "x", toGroup) }
            try await chat.deleteRoom(group, by: maker)
            #expect(await !good(toGroup))
            _ = try await chat.setActive(false, admin.user, by: owner)
            #expect(await !good(general))
            _ = try await chat.setActive(true, admin.user, by: owner)
            #expect(await good(general))
            _ = try await chat.setUserRole(.member, of: admin.user, by: owner)
            #expect(await !good(general))
        }
    }

    @Test("who may add members to a room invites to it, and nobody else")
    func invitingToRooms() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let admin = try await scene.caller("admin", role: .admin)
            let maker = try await scene.caller("maker")
            let member = try await scene.caller("member")
            let guest = try await scene.caller("guest", role: .guest)
            let stranger = try await scene.caller("stranger")
            let users = [member.user, guest.user]
            let group = try await chat.createGroup(name: "Us", users: users, by: maker).room.id
            let channel = try await chat.createChannel(name: "Plaza", by: maker).room.id
            _ = try await chat.addMembers(users, to: channel, by: maker)
            let direct = try await chat.direct(with: [member.user], by: maker).room.id
            let cells: [(Caller, RoomID, ErrorCode?)] = [
                (maker, group, nil), (member, group, nil), (guest, group, .forbidden), (stranger, group, .notFound),
                (admin, group, .notFound), (maker, channel, nil), (member, channel, nil), (guest, channel, .forbidden),
                (stranger, channel, .notMember), (admin, channel, nil), (maker, direct, .forbidden),
            ]
            for (caller, room, code) in cells {
                let found: ErrorCode?
                do throws(ChatError) {
                    _ = try await chat.invite(by: caller, room: room)
                    found = nil
                } catch { found = error.code }
                #expect(found == code, "\(caller.user) \(room)")
            }
            await expectRefusal(.invalidArgument) { () throws(ChatError) in
                try await chat.invite(by: maker, role: .admin, room: group)
            }
        }
    }

    @Test("invitations are listed and revoked: one's own, and everybody's by administrators")
    func listing() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let maker = try await scene.caller("maker")
            let eve = try await scene.caller("eve")
            let group = try await chat.createGroup(name: "Us", users: [eve.user], by: maker).room.id
            let mine = try await chat.invite(by: maker, room: group)
            let theirs = try await chat.invite(by: owner, expiresIn: 60)
            #expect(try await chat.invitations(for: maker).page == [mine.invitation])
            #expect(try await chat.invitations(for: owner).page == [theirs.invitation, mine.invitation])
            #expect(try await chat.invitations(for: eve).page == [])
            let first = try await chat.invitations(limit: 1, for: owner)
            #expect(first.page == [theirs.invitation] && first.more)
            let second = try await chat.invitations(before: theirs.invitation.id, limit: 1, for: owner)
            #expect(second.page == [mine.invitation] && !second.more)
            for limit in [0, 201] {
                await expectRefusal(.invalidArgument) { () throws(ChatError) in
                    try await chat.invitations(limit: limit, for: owner)
                }
            }
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.revokeInvitation(mine.invitation.id, by: eve)
            }
            try await chat.revokeInvitation(mine.invitation.id, by: maker)
            await expectRefusal(.invitationInvalid) { () throws(ChatError) in
                try await chat.acceptInvitation(mine.code, by: owner)
            }
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.revokeInvitation(mine.invitation.id, by: maker)
            }
            scene.clock.advance(seconds: 60)
            #expect(try await chat.invitations(for: owner).page == [])
            let actions = try await chat.audit(before: nil, limit: 3, for: owner).page.map(\.action)
            #expect(actions == [.invitationRevoked, .invitationMade, .invitationMade])
        }
    }

    @Test("a person has so many invitations at once and no more")
    func limit() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("owner", role: .owner)
            for _ in 0..<Limits.invitationsPerPerson { _ = try await scene.chat.invite(by: owner, expiresIn: 60) }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await scene.chat.invite(by: owner) }
            scene.clock.advance(seconds: 60)
            _ = try await scene.chat.invite(by: owner)
        }
    }

    @Test("a link sets a new password once, logs in, and ends what was logged in with the old one")
    func reset() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let (ann, caller, _) = try await scene.person("ann")
            let old = try await chat.makeReset(for: ann.id, by: owner)
            let issued = try await chat.makeReset(for: ann.id, by: owner)
            #expect(issued.reset.expiresAt.milliseconds == scene.clock.now().milliseconds + 86_400_000)
            func use(_ code: String, _ password: String = "new password") async throws(ChatError) -> LogIn {
                try await chat.useReset(code: code, password: password, device: "", address: address)
            }
            for code in [old.code, "nonsense"] {
                let refused = await refusal { () throws(ChatError) in try await use(code) }
                #expect(refused?.code == .resetInvalid && refused?.field == "code")
            }
            await expectRefusal(.invalidArgument) { () throws(ChatError) in try await use(issued.code, "short") }
            try await chat.checkReset(issued.code)
            try await scene.settle()
            scene.cluster.forget()
            let made = try await use(issued.code)
            #expect(made.user == ann)
            #expect(scene.cluster.signals == [.sessionsEnded([caller.session])])
            #expect(try await chat.authenticate(token: made.token).session == made.session)
            await expectRefusal(.resetInvalid) { () throws(ChatError) in try await use(issued.code) }
            await expectRefusal(.resetInvalid) { () throws(ChatError) in try await chat.checkReset(issued.code) }
            _ = try await chat.logIn(email: ann.email, password: "new password", device: "", address: address)
            await expectRefusal(.wrongCredentials) { () throws(ChatError) in
                try await chat.logIn(email: ann.email, password: "password", device: "", address: address)
            }
            let late = try await chat.operatorReset(email: ann.email)
            scene.clock.advance(seconds: 86_400)
            await expectRefusal(.resetInvalid) { () throws(ChatError) in try await use(late.code) }
            let entries = try await chat.audit(before: nil, limit: 3, for: owner).page
            #expect(entries.map(\.action) == [.resetMade, .resetMade, .resetMade] && entries[0].actor == nil)
        }
    }

    @Test("a link lets somebody in again whose password was guessed at too often, and guessing links is slowed")
    func resetAfterGuesses() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.person("ann").user
            for index in 0..<11 {
                _ = await refusal { () throws(ChatError) in
                    try await chat.logIn(email: ann.email, password: "wrong", device: "", address: "192.0.2.\(index)")
                }
            }
            let code = try await chat.makeReset(for: ann.id, by: owner).code
            _ = try await chat.useReset(code: code, password: "new password", device: "", address: address)
            _ = try await chat.logIn(email: ann.email, password: "new password", device: "", address: address)
            var codes: Set<ErrorCode> = []
            for index in 0..<40 {
                let refused = await refusal { () throws(ChatError) in
                    try await chat.useReset(code: "\(index)", password: "new password", device: "", address: address)
                }
                if let refused { codes.insert(refused.code) }
            }
            #expect(codes == [.resetInvalid, .rateLimited])
        }
    }
}
