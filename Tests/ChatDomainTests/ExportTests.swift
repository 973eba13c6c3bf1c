import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("The export of one's own")
struct ExportTests {
    /// All pages, held to what a page may be.
    private func export(_ caller: Caller, limit: Int, _ scene: Scene) async throws -> (ExportPage, [ExportedMessage]) {
        let first = try await scene.chat.export(after: nil, limit: limit, for: caller)
        #expect(first.account != nil)
        var messages = first.messages
        var next = first.next
        while let place = next {
            let page = try await scene.chat.export(after: place, limit: limit, for: caller)
            #expect(page.account == nil)
            #expect(page.messages.count <= limit)
            #expect(page.next != place)
            messages += page.messages
            next = page.next
        }
        return (first, messages)
    }

    @Test(
        "it has the account, rooms, sessions and blocks, and each message once, whatever a page holds",
        arguments: [1, 2, 3, 500])
    func whole(_ limit: Int) async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            let bob = try await scene.caller("bob")
            let channel = try await scene.chat.createChannel(name: "General", by: ann.caller).room.id
            let group = try await scene.chat.createGroup(name: "Us", users: [bob.user], by: ann.caller).room.id
            let direct = try await scene.chat.direct(with: [bob.user], by: ann.caller).room.id
            _ = try await scene.chat.join(channel, by: bob)
            var expected: [ExportedMessage] = []
            for (room, name) in [(channel, "General"), (group, ""), (direct, "")] {
                for number in 1...3 {
                    _ = try await scene.chat.send(
                        room: room, text: "not mine", nonce: .text("\(room)\(number)"), by: bob)
                    let sent = try await scene.chat.send(
                        room: room, text: "mine \(number)", nonce: .text("\(room)\(number)"), by: ann.caller)
                    expected.append(
                        ExportedMessage(room: room, roomName: name, seq: sent.seq, at: sent.at, text: "mine \(number)"))
                }
            }
            // What was deleted is gone; a room that was left keeps what one said, and its name no more.
            try await scene.chat.deleteMessage(expected[1].seq, in: channel, by: ann.caller)
            expected.remove(at: 1)
            try await scene.chat.leave(group, by: ann.caller)
            try await scene.chat.block(bob.user, true, by: ann.caller)
            let (first, messages) = try await export(ann.caller, limit: limit, scene)
            let account = try #require(first.account)
            #expect(account.user == ann.user)
            #expect(account.rooms.map(\.room.id) == [channel, direct])
            #expect(account.sessions.map(\.id) == [ann.caller.session])
            #expect(account.blocks.map(\.id) == [bob.user])
            #expect(messages == expected.sorted { ($0.room, $0.seq) < ($1.room, $1.seq) })
        }
    }

    @Test("it goes on behind what others said, of which a page looks at so much and no more")
    func sparse() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.privateRoom([ann.user, bob.user])
            let start = scene.clock.now()
            try await scene.store.write { transaction throws(ChatError) in
                for number in 0..<25_000 {
                    try transaction.append(
                        .message(Message(id: MessageID(millisecond: 0, entropy: 0), text: "x")), to: room,
                        by: number == 24_000 ? ann.user : bob.user, at: start, nonce: nil, fingerprint: 0)
                }
            }
            let first = try await scene.chat.export(after: nil, for: ann)
            #expect(first.messages.isEmpty && first.next != nil)
            let (_, messages) = try await export(ann, limit: 500, scene)
            #expect(messages.map(\.seq) == [24_003])
        }
    }

    @Test("a page ends where its text would make it too long")
    func heavy() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.privateRoom([ann.user])
            let text = String(repeating: "x", count: 16_000)
            for number in 0..<40 {
                _ = try await scene.chat.send(room: room, text: text, nonce: .text("\(number)"), by: ann)
            }
            let first = try await scene.chat.export(after: nil, for: ann)
            #expect((30...33).contains(first.messages.count))
            #expect(try await export(ann, limit: 500, scene).1.count == 40)
        }
    }

    @Test("it has what is to be sent later, and as much less of what was sent")
    func scheduled() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.privateRoom([ann.user])
            let text = String(repeating: "x", count: 16_000)
            var expected: [ScheduledMessage] = []
            for number in 0..<30 {
                _ = try await scene.chat.send(room: room, text: text, nonce: .text("\(number)"), by: ann)
                expected.append(
                    try await scene.chat.schedule(
                        text, to: room, at: scene.clock.now().advanced(bySeconds: 60), nonce: .text("later \(number)"),
                        by: ann))
            }
            let first = try await scene.chat.export(after: nil, for: ann)
            #expect(first.account?.scheduled == expected)
            #expect((1...3).contains(first.messages.count))
            #expect(try await export(ann, limit: 500, scene).1.count == 30)
        }
    }

    @Test("everyone exports their own and nobody else's, whatever place they name", arguments: Role.allCases)
    func rights(_ role: Role) async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: role)
            let bob = try await scene.caller("bob")
            let room = try await scene.privateRoom([bob.user])
            _ = try await scene.chat.send(room: room, text: "secret", nonce: .text("1"), by: bob)
            #expect(try await export(ann, limit: 5, scene).1.isEmpty)
            let forged = try await scene.chat.export(after: ExportPlace(room: room, seq: 0), for: ann)
            #expect(forged == ExportPage())
            let far = try await scene.chat.export(after: ExportPlace(room: room, seq: .max), for: bob)
            #expect(far == ExportPage())
            for limit in [0, 1001] {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.export(after: nil, limit: limit, for: ann)
                }
                #expect(refused?.field == "limit")
            }
        }
    }
}
