import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("The audit log")
struct AuditTests {
    /// The newest entry, as text without its id: what, to whom, where, what else.
    private func newest(_ scene: Scene, _ owner: Caller) async throws -> AuditEntry? {
        try await scene.chat.audit(before: nil, limit: 1, for: owner).page.first
    }

    @Test("every act of those who keep order in a room is written down with who did it, and one's own deeds are not")
    func rooms() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let maker = try await scene.caller("maker")
            let member = try await scene.caller("member")
            let room = try await chat.createChannel(name: "Plaza", by: maker).room.id
            _ = try await chat.addMembers([member.user], to: room, by: maker)
            let own = try await chat.send(room: room, text: "x", nonce: .text("1"), by: maker).seq
            let theirs = try await chat.send(room: room, text: "x", nonce: .text("2"), by: member).seq
            try await chat.deleteMessage(own, in: room, by: maker)
            #expect(try await newest(scene, owner) == nil)

            func expect(
                _ action: AuditAction, user: UserID? = nil, detail: String = "",
                sourceLocation: SourceLocation = #_sourceLocation
            ) async throws {
                let found = try await newest(scene, owner)
                #expect(
                    found.map { [$0.action.rawValue, $0.detail] } == [action.rawValue, detail],
                    sourceLocation: sourceLocation)
                #expect(found?.actor == maker.user && found?.user == user, sourceLocation: sourceLocation)
                #expect(found?.room == room && found?.at == scene.clock.now(), sourceLocation: sourceLocation)
            }
            try await chat.deleteMessage(theirs, in: room, by: maker)
            try await expect(.messageDeleted, user: member.user, detail: "\(theirs)")
            try await chat.setRole(.moderator, of: member.user, in: room, by: maker)
            try await expect(.memberRole, user: member.user, detail: "moderator")
            _ = try await chat.updateRoom(room, name: "Square", description: nil, by: maker)
            try await expect(.roomUpdated, detail: "Square")
            _ = try await chat.archiveRoom(room, archived: true, by: maker)
            try await expect(.roomArchived)
            _ = try await chat.archiveRoom(room, archived: false, by: maker)
            try await expect(.roomOpened)
            try await chat.removeMember(member.user, from: room, by: maker)
            try await expect(.memberRemoved, user: member.user)
            try await chat.deleteRoom(room, by: maker)
            try await expect(.roomDeleted, detail: "Square")
        }
    }

    @Test("what changed nothing or was refused is not written down, and a private room's name is not told")
    func nothing() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let maker = try await scene.caller("maker")
            let member = try await scene.caller("member")
            let room = try await chat.createGroup(name: "Secret", users: [member.user], by: maker).room.id
            _ = try await chat.updateRoom(room, name: "Secret", description: nil, by: maker)
            _ = try await chat.archiveRoom(room, archived: false, by: maker)
            try await chat.setRole(.member, of: member.user, in: room, by: maker)
            try await chat.removeMember(owner.user, from: room, by: maker)
            await expectRefusal(.forbidden) { () throws(ChatError) in try await chat.deleteRoom(room, by: member) }
            #expect(try await newest(scene, owner) == nil)
            _ = try await chat.updateRoom(room, name: "Secret plans", description: nil, by: maker)
            let renamed = try await newest(scene, owner)
            #expect(renamed?.action == .roomUpdated && renamed?.detail == "")
        }
    }

    @Test("owners and administrators read it, in pages, nobody else; its order is that of the acts, not of the clock")
    func reading() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let room = try await chat.createChannel(name: "Plaza", by: owner).room.id
            for days in [0, -3, 2, -1, 0] as [Int64] {
                scene.clock.setTimeOfDay(days: days)
                let isArchived = try await chat.room(room, for: owner).room.isArchived
                _ = try await chat.archiveRoom(room, archived: !isArchived, by: owner)
            }
            for role in Role.allCases {
                let caller = try await scene.caller("a \(role.rawValue)".replacing(" ", with: "."), role: role)
                if role == .owner || role == .admin {
                    let first = try await chat.audit(before: nil, limit: 3, for: caller)
                    let second = try await chat.audit(before: first.page.last?.id, limit: 3, for: caller)
                    #expect(first.more && !second.more)
                    #expect(
                        (first.page + second.page).map(\.action)
                            == [.roomArchived, .roomOpened, .roomArchived, .roomOpened, .roomArchived])
                } else {
                    await expectRefusal(.forbidden) { () throws(ChatError) in
                        try await chat.audit(before: nil, for: caller)
                    }
                }
            }
            for limit in [0, 201] {
                await expectRefusal(.invalidArgument) { () throws(ChatError) in
                    try await chat.audit(before: nil, limit: limit, for: owner)
                }
            }
        }
    }
}
