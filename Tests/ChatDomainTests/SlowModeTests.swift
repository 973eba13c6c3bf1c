import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Slow mode")
struct SlowModeTests {
    @Test("each member writes once in its time, those who keep order as they like, and a refusal counts for nothing")
    func members() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner")
            let (member, bot) = (try await scene.caller("member"), try await scene.caller("bot", role: .bot))
            let admin = try await scene.caller("admin", role: .admin)
            let room = try await chat.createChannel(name: "General", by: owner).room.id
            _ = try await chat.addMembers([member, bot, admin].map(\.user), to: room, by: owner)
            let changed = try await chat.updateRoom(room, slowMode: 30, by: owner)
            #expect(changed.room.slowMode == 30)
            func send(_ text: String, by caller: Caller) async throws(ChatError) -> RoomEvent {
                try await chat.send(room: room, text: text, nonce: .text(text), by: caller)
            }
            for number in 1...3 {
                for caller in [owner, admin] { _ = try await send("\(number) \(caller.user)", by: caller) }
            }
            for caller in [member, bot] {
                let sent = try await send("first \(caller.user)", by: caller)
                scene.clock.advance(seconds: 10)
                let found = await refusal { () throws(ChatError) in
                    try await send("second \(caller.user)", by: caller)
                }
                #expect(found?.code == .rateLimited && found?.field == "room" && found?.retryAfter == 20_000)
                // The same again is no second message.
                #expect(try await send("first \(caller.user)", by: caller) == sent)
                scene.clock.advance(milliseconds: 19_999)
                let again = await refusal { () throws(ChatError) in
                    try await send("second \(caller.user)", by: caller)
                }
                #expect(again?.retryAfter == 1)
                scene.clock.advance(milliseconds: 1)
                _ = try await send("second \(caller.user)", by: caller)
            }
            // Leaving and coming back gives no new turn.
            try await chat.leave(room, by: bot)
            _ = try await chat.join(room, by: bot)
            await expectRefusal(.rateLimited) { () throws(ChatError) in try await send("third", by: bot) }
            // A moderator is free at once, and a room without it too.
            try await chat.setRole(.moderator, of: member.user, in: room, by: owner)
            for number in 1...2 { _ = try await send("moderator \(number)", by: member) }
            _ = try await chat.updateRoom(room, slowMode: 0, by: owner)
            for number in 1...2 { _ = try await send("free \(number)", by: bot) }
        }
    }

    @Test("a clock that is set back holds nobody up")
    func clock() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (owner, member) = (try await scene.caller("owner"), try await scene.caller("member"))
            let room = try await chat.createChannel(name: "General", by: owner).room.id
            _ = try await chat.join(room, by: member)
            _ = try await chat.updateRoom(room, slowMode: 21_600, by: owner)
            _ = try await chat.send(room: room, text: "a", nonce: .text("a"), by: member)
            scene.clock.setTimeOfDay(days: -10)
            _ = try await chat.send(room: room, text: "b", nonce: .text("b"), by: member)
            await expectRefusal(.rateLimited) { () throws(ChatError) in
                try await chat.send(room: room, text: "c", nonce: .text("c"), by: member)
            }
        }
    }

    @Test("moderators set it, only owners the retention; members, the directory and the audit log hear of both")
    func rules() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (owner, moderator) = (try await scene.caller("owner"), try await scene.caller("moderator"))
            let room = try await chat.createChannel(name: "General", by: owner).room.id
            _ = try await chat.addMembers([moderator.user], to: room, by: owner)
            try await chat.setRole(.moderator, of: moderator.user, in: room, by: owner)
            let since = try await chat.place()
            _ = try await chat.updateRoom(room, slowMode: 5, by: moderator)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.updateRoom(room, slowMode: 6, retention: 7, by: moderator)
            }
            _ = try await chat.updateRoom(room, name: "Plaza", slowMode: 5, retention: 7, by: owner)
            _ = try await chat.updateRoom(room, slowMode: 5, retention: 7, by: owner)
            let changes = try await chat.changes(since: since, for: owner).events
            #expect(
                changes.compactMap { $0.roomEvent?.body } == [
                    .roomRules(slowMode: 5, retention: 0), .roomUpdated(name: "Plaza", description: ""),
                    .roomRules(slowMode: 5, retention: 7),
                ])
            let channels = changes.compactMap { event -> Room? in
                guard case .directory(let event) = event, case .channelUpdated(let room) = event.body else {
                    return nil
                }
                return room
            }
            #expect(channels.last?.slowMode == 5 && channels.last?.retention == 7)
            let details = try await scene.store.read { store throws(ChatError) in
                try store.auditLog(before: nil, limit: 3).map(\.detail)
            }
            #expect(details == ["retention 7", "Plaza", "slow_mode 5"])
            for (slow, days) in [(-1, nil), (21_601, nil), (nil, -1), (nil, 3651)] as [(Int64?, Int64?)] {
                await expectRefusal(.invalidArgument) { () throws(ChatError) in
                    try await chat.updateRoom(room, slowMode: slow, retention: days, by: owner)
                }
            }
        }
    }
}
