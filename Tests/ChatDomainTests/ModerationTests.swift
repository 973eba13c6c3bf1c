import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Removing people and messages")
struct ModerationTests {
    private func send(_ text: String, _ nonce: String, to room: RoomID, by caller: Caller, _ scene: Scene) async throws
        -> RoomEvent
    {
        try await scene.chat.send(room: room, text: text, nonce: try #require(Nonce(nonce)), by: caller)
    }

    private func bodies(_ scene: Scene) -> [RoomEvent.Body] { scene.cluster.events.compactMap { $0.roomEvent?.body } }

    @Test("the room's maker, owners and administrators remove; members, guests and who is outside do not")
    func whoRemoves() async throws {
        try await Scene.run { scene in
            let maker = try await scene.caller("maker")
            let room = try await scene.chat.createChannel(name: "General", by: maker).room.id
            let member = try await scene.caller("member")
            let outside = try await scene.caller("outside")
            let guest = try await scene.caller("guest", role: .guest)
            let victim = try await scene.caller("victim")
            for caller in [member, victim] { _ = try await scene.chat.join(room, by: caller) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.removeMember(victim.user, from: room, by: member)
            }
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.removeMember(victim.user, from: room, by: outside)
            }
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.removeMember(victim.user, from: room, by: guest)
            }
            for remover in [
                maker, try await scene.caller("admin", role: .admin), try await scene.caller("owner", role: .owner),
            ] {
                try await scene.settle()
                scene.cluster.forget()
                try await scene.chat.removeMember(victim.user, from: room, by: remover)
                try await scene.settle()
                #expect(bodies(scene) == [.memberRemoved(victim.user)])
                #expect(scene.cluster.events.first?.roomEvent?.actor == remover.user)
                // Who is not in it any more is removed without a word.
                try await scene.chat.removeMember(victim.user, from: room, by: remover)
                try await scene.settle()
                #expect(bodies(scene).count == 1)
                _ = try await scene.chat.join(room, by: victim)
            }
            try await scene.chat.leave(room, by: maker)
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.removeMember(victim.user, from: room, by: maker)
            }
        }
    }

    @Test("nobody removes themselves, and only an owner removes an owner")
    func whomNot() async throws {
        try await Scene.run { scene in
            let maker = try await scene.caller("maker")
            let room = try await scene.chat.createChannel(name: "General", by: maker).room.id
            let owner = try await scene.caller("owner", role: .owner)
            let second = try await scene.caller("second", role: .owner)
            let admin = try await scene.caller("admin", role: .admin)
            for caller in [owner, admin] { _ = try await scene.chat.join(room, by: caller) }
            await expectRefusal(.invalidArgument) { () throws(ChatError) in
                try await scene.chat.removeMember(maker.user, from: room, by: maker)
            }
            for caller in [admin, maker] {
                await expectRefusal(.forbidden) { () throws(ChatError) in
                    try await scene.chat.removeMember(owner.user, from: room, by: caller)
                }
            }
            #expect(try await scene.chat.room(room, for: owner).membership != nil)
            try await scene.chat.removeMember(owner.user, from: room, by: second)
            #expect(try await scene.chat.room(room, for: owner).membership == nil)
        }
    }

    @Test("who was removed sends nothing, and sees nothing that follows, in sync or history, until they are back")
    func afterRemoval() async throws {
        try await Scene.run { scene in
            let maker = try await scene.caller("maker")
            let room = try await scene.chat.createChannel(name: "General", by: maker).room.id
            let victim = try await scene.caller("victim")
            _ = try await scene.chat.join(room, by: victim)
            let since = try await scene.chat.place()
            let before = try await send("before", "1", to: room, by: maker, scene)
            try await scene.chat.removeMember(victim.user, from: room, by: maker)
            try await scene.settle()
            let removal = try #require(scene.cluster.events.last?.roomEvent)
            let after = try await send("after", "2", to: room, by: maker, scene)
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.send(room: room, text: "x", nonce: .text("x"), by: victim)
            }
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.markUnread(from: 1, in: room, by: victim)
            }
            await expectRefusal(.notMember) { () throws(ChatError) in try await scene.chat.whyUnread(room, by: victim) }
            let changes = try await scene.chat.changes(since: since, for: victim)
            #expect(changes.left == [room] && changes.events.isEmpty)
            let history = try await scene.chat.history(of: room, before: nil, for: victim)
            #expect(history.events.suffix(2).map(\.seq) == [before.seq, removal.seq])
            let newest = try await scene.chat.history(of: room, before: nil, limit: 1, for: victim)
            #expect(newest.events.map(\.seq) == [removal.seq] && newest.more)
            _ = try await scene.chat.join(room, by: victim)
            let back = try await scene.chat.history(of: room, before: nil, for: victim)
            #expect(back.events.contains(after))
        }
    }

    @Test("a removal in a private room is the members' alone")
    func privateRoom() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let owner = try await scene.caller("owner", role: .owner)
            let room = try await scene.privateRoom([ann.user, bob.user])
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.removeMember(bob.user, from: room, by: owner)
            }
            try await scene.chat.removeMember(bob.user, from: room, by: ann)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.history(of: room, before: nil, for: bob)
            }
        }
    }

    @Test("one's own message is deleted by oneself, anybody's by who moderates the room, and told once")
    func whoDeletes() async throws {
        try await Scene.run { scene in
            let maker = try await scene.caller("maker")
            let room = try await scene.chat.createChannel(name: "General", by: maker).room.id
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let outside = try await scene.caller("outside")
            for caller in [ann, bob] { _ = try await scene.chat.join(room, by: caller) }
            let first = try await send("first", "1", to: room, by: ann, scene)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.deleteMessage(first.seq, in: room, by: bob)
            }
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.deleteMessage(first.seq, in: room, by: outside)
            }
            let admin = try await scene.caller("admin", role: .admin)
            for (index, deleter) in [ann, maker, admin].enumerated() {
                let event = try await send("a", "n\(index)", to: room, by: ann, scene)
                try await scene.settle()
                scene.cluster.forget()
                for _ in 0..<2 { try await scene.chat.deleteMessage(event.seq, in: room, by: deleter) }
                try await scene.settle()
                #expect(bodies(scene) == [.messageDeleted(target: event.seq, author: ann.user)])
                #expect(scene.cluster.events.first?.roomEvent?.actor == deleter.user)
            }
            try await scene.chat.leave(room, by: ann)
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.deleteMessage(first.seq, in: room, by: ann)
            }
        }
    }

    @Test("only messages are deleted, and their text is nowhere afterwards", arguments: [0, 1, 3, 99] as [Int64])
    func whatIsDeleted(seq: Int64) async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let sent = try await send("secret", "1", to: room, by: ann, scene)
            try await scene.chat.deleteMessage(sent.seq, in: room, by: ann)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.deleteMessage(seq, in: room, by: ann)
            }
            let history = try await scene.chat.history(of: room, before: nil, for: ann).events
            guard case .message(let message) = sent.body else { return }
            #expect(history.map(\.body)[1] == .messageGone(id: message.id))
            #expect(history.last?.body == .messageDeleted(target: sent.seq, author: ann.user))
        }
    }

    @Test("a deleted message's send, repeated, answers the first result; other text is another message still")
    func repeated() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            for nonce in ["device:1", "some text"] {
                let sent = try await send("once", nonce, to: room, by: ann, scene)
                try await scene.chat.deleteMessage(sent.seq, in: room, by: ann)
                let again = try await send("once", nonce, to: room, by: ann, scene)
                #expect(again.seq == sent.seq && again.at == sent.at)
                await expectRefusal(.nonceReused) { () throws(ChatError) in
                    try await scene.chat.send(
                        room: room, text: "other", nonce: Nonce(nonce) ?? .text("?"), by: ann)
                }
            }
        }
    }

    @Test("mark unread moves the cursor back and is bounded; why names the first message that counts")
    func markUnread() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            _ = try await scene.chat.join(room, by: bob)
            var sent: [RoomEvent] = []
            for index in 0..<3 { sent.append(try await send("\(index)", "\(index)", to: room, by: ann, scene)) }
            _ = try await scene.chat.moveCursor(room: room, to: 99, by: bob)
            #expect(try await scene.chat.whyUnread(room, by: bob) == UnreadReason(unread: 0, first: nil))
            try await scene.settle()
            scene.cluster.forget()
            #expect(try await scene.chat.markUnread(from: sent[1].seq, in: room, by: bob) == sent[1].seq - 1)
            #expect(try await scene.chat.whyUnread(room, by: bob) == UnreadReason(unread: 2, first: sent[1]))
            _ = try await scene.chat.markUnread(from: sent[1].seq, in: room, by: bob)
            try await scene.settle()
            #expect(scene.cluster.events.count == 1, "where it is already, nothing is told")
            try await scene.chat.deleteMessage(sent[1].seq, in: room, by: ann)
            #expect(try await scene.chat.whyUnread(room, by: bob) == UnreadReason(unread: 1, first: sent[2]))
            let cursor = try await scene.chat.moveCursor(room: room, to: sent[1].seq, by: bob)
            for seq in [cursor + 1, cursor + 2, .max] {
                #expect(try await scene.chat.markUnread(from: seq, in: room, by: bob) == cursor, "never forward")
            }
            for (seq, expected) in [(.min, 0), (0, 0), (1, 0), (.max, 0)] as [(Int64, Int64)] {
                #expect(try await scene.chat.markUnread(from: seq, in: room, by: bob) == expected)
            }
        }
    }

    @Test("a room that was joined comes with its newest events, as many rooms as there are, and the page stays bounded")
    func joinedWhole() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let since = try await scene.chat.place()
            let long = String(repeating: "x", count: 16_000)
            for name in ["a", "b"] {
                let room = try await scene.chat.createChannel(name: name, by: ann).room.id
                for index in 0..<60 { _ = try await send(long, "\(name)\(index)", to: room, by: ann, scene) }
                _ = try await scene.chat.join(room, by: bob)
            }
            let changes = try await scene.chat.changes(since: since, for: bob)
            #expect(changes.joined.count == 2 && changes.pages.count == 2)
            let texts = changes.pages.flatMap(\.events).reduce(0) { sum, event in
                if case .message(let message) = event.body { sum + message.text.utf8.count } else { sum }
            }
            #expect(texts <= Limits.pageBytes && texts > Limits.pageBytes / 2)
            #expect(!changes.pages.contains { !$0.more })
            #expect(changes.pages[0].events.last?.body == .memberJoined(bob.user))
            #expect(changes.pages[0].events.map(\.seq) == changes.pages[0].events.map(\.seq).sorted())
        }
    }

    @Test("pruning asks for a fresh load from before, and is by age")
    func pruning() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let since = try await scene.chat.place()
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            _ = try await send("stays", "1", to: room, by: ann, scene)
            while try await scene.chat.pruneEvents(olderThan: 1) {}
            _ = try await scene.chat.changes(since: since, for: ann)
            scene.clock.advance(seconds: 2 * 86_400)
            while try await scene.chat.pruneEvents(olderThan: 1) {}
            await expectRefusal(.resync) { () throws(ChatError) in
                try await scene.chat.changes(since: since, for: ann)
            }
            #expect(try await scene.chat.history(of: room, before: nil, for: ann).events.map(\.seq) == [2])
        }
    }
}
