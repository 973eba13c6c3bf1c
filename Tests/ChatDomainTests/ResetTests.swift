import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Links for new passwords")
struct ResetTests {
    private func isGood(_ code: String, _ scene: Scene) async -> Bool {
        do throws(ChatError) {
            try await scene.chat.checkReset(code)
            return true
        } catch { return false }
    }

    @Test("are good as long as whoever made them might make them", arguments: [Role.admin, .owner])
    func promoted(_ role: Role) async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let admin = try await scene.caller("admin", role: .admin)
            let ann = try await scene.caller("ann")
            let code = try await chat.makeReset(for: ann.user, by: admin).code
            #expect(await isGood(code, scene))
            // An administrator who kept a link would become an owner with it.
            _ = try await chat.setUserRole(role, of: ann.user, by: owner)
            await expectRefusal(.resetInvalid) { () throws(ChatError) in
                try await chat.useReset(code: code, password: "another one", device: "", address: "a")
            }
            _ = try await chat.setUserRole(.member, of: ann.user, by: owner)
            #expect(await isGood(code, scene))
        }
    }

    @Test("are void once whoever made them is no administrator any more, or may not log in")
    func maker() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let (admin, ann) = (try await scene.caller("admin", role: .admin), try await scene.caller("ann"))
            let code = try await chat.makeReset(for: ann.user, by: admin).code
            _ = try await chat.setUserRole(.member, of: admin.user, by: owner)
            #expect(await !isGood(code, scene))
            _ = try await chat.setUserRole(.admin, of: admin.user, by: owner)
            _ = try await chat.setActive(false, admin.user, by: owner)
            #expect(await !isGood(code, scene))
            _ = try await chat.setActive(true, admin.user, by: owner)
            #expect(await isGood(code, scene))
            try await chat.deleteUser(admin.user, messages: .keep, by: owner)
            #expect(await !isGood(code, scene))
            let atTheServer = try await chat.operatorReset(email: "owner@example.org").code
            #expect(await isGood(atTheServer, scene))
        }
    }

    @Test("are void once the account that they are for was deactivated, also when it is active again")
    func deactivated() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann")
            let code = try await scene.chat.makeReset(for: ann.user, by: owner).code
            _ = try await scene.chat.setActive(false, ann.user, by: owner)
            #expect(await !isGood(code, scene))
            _ = try await scene.chat.setActive(true, ann.user, by: owner)
            #expect(await !isGood(code, scene))
        }
    }

    @Test("are void once the password is another, however it came to be")
    func overtaken() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann")
            let first = try await chat.makeReset(for: ann.user, by: owner).code
            try await chat.changePassword(to: "another one", password: "password", address: "a", by: ann)
            #expect(await !isGood(first, scene))
            let second = try await chat.makeReset(for: ann.user, by: owner).code
            _ = try await chat.resetPassword(email: "ann@example.org")
            #expect(await !isGood(second, scene))
        }
    }

    @Test("and invitations are removed a week after their end, and so is an invitation that is used up; others stay")
    func swept() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann")
            let room = try await chat.createChannel(name: "Plaza", by: owner).room.id
            let short = try await chat.invite(by: owner, expiresIn: 60)
            let usedUp = try await chat.invite(by: owner, uses: 1, expiresIn: 365 * 86_400, room: room)
            let long = try await chat.invite(by: owner, uses: 2, expiresIn: 365 * 86_400, room: room)
            for made in [usedUp, long] {
                _ = try await chat.acceptInvitation(made.code, by: ann)
                try await chat.leave(room, by: ann)
            }
            _ = try await chat.makeReset(for: ann.user, by: owner)
            func left() async throws -> Set<InvitationID> {
                while try await chat.removeSpentLinks() {}
                return try await scene.store.read { store throws(ChatError) in
                    var found: Set<InvitationID> = []
                    for made in [short, usedUp, long] {
                        if let left = try store.invitation(made.invitation.id) { found.insert(left.id) }
                    }
                    return found
                }
            }
            func resets() async throws -> Int {
                try await scene.store.read { store throws(ChatError) in
                    try store.spentResets(endedBefore: Timestamp(milliseconds: .max), limit: 9).count
                }
            }
            scene.clock.advance(seconds: 6 * 86_400)
            #expect(try await left() == Set([short, usedUp, long].map(\.invitation.id)))
            #expect(try await resets() == 1)
            scene.clock.advance(seconds: 86_400 + 61)
            #expect(try await left() == [long.invitation.id])
            scene.clock.advance(seconds: 86_400)
            #expect(try await left() == [long.invitation.id])
            #expect(try await resets() == 0)
            // With its room goes what leads into it.
            try await chat.deleteRoom(room, by: owner)
            #expect(try await left() == [])
        }
    }
}
