import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Editing messages")
struct EditTests {
    @Test("an edit gives the message another text, is told once with it, and keeps what it said")
    func edits() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let since = try await scene.chat.place()
            let seq = try await talk.say("frist", by: talk.bob)
            try await talk.forget()
            let began = scene.clock.now()
            scene.clock.advance(seconds: 5)
            let at = try await scene.chat.edit(seq, in: talk.room, text: "first", by: talk.bob)
            #expect(at == scene.clock.now())
            let message = try #require(try await talk.message(seq, for: talk.ann))
            #expect(message.text == "first" && message.editedAt == at)
            #expect(try await talk.told() == [.messageEdited(target: seq, author: talk.bob.user, message)])

            scene.clock.advance(seconds: 5)
            #expect(try await scene.chat.edit(seq, in: talk.room, text: "first", by: talk.bob) == at)
            #expect(try await talk.told().count == 1, "the same text changes nothing")
            // The same letter in another spelling is another text.
            _ = try await scene.chat.edit(seq, in: talk.room, text: "fi\u{72}st\u{301}", by: talk.bob)
            let before = try await scene.chat.edits(of: seq, in: talk.room, for: talk.bob)
            #expect(before.page.map(\.text) == ["frist", "first"] && !before.more)
            #expect(before.page.map(\.at.milliseconds) == [began.milliseconds, at?.milliseconds])
            let rest = try await scene.chat.edits(of: seq, in: talk.room, after: 1, for: talk.ann)
            #expect(rest.page.map(\.text) == ["first"])
            // Whoever was away hears the message as it is now, and the edits with what it says now.
            let changes = try await scene.chat.changes(since: since, for: talk.eve).events.compactMap(\.roomEvent)
            guard case .message(let now)? = changes.first?.body else {
                Issue.record("It is no message.")
                return
            }
            #expect(now.text == "fi\u{72}st\u{301}")
            #expect(changes.last?.body == .messageEdited(target: seq, author: talk.bob.user, now))
        }
    }

    @Test("only live messages of one's own are edited, with a text that could be sent, under what holds for sending")
    func refusals() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let (chat, room) = (scene.chat, talk.room)
            let seq = try await talk.say("mine", by: talk.bob)
            func expect(
                _ code: ErrorCode, _ seq: Int64, _ text: String = "x", by caller: Caller,
                location: SourceLocation = #_sourceLocation
            ) async {
                await expectRefusal(code, sourceLocation: location) { () throws(ChatError) in
                    try await chat.edit(seq, in: room, text: text, by: caller)
                }
            }
            await expect(.forbidden, seq, by: talk.ann)
            await expect(.forbidden, seq, by: talk.eve)
            for number in [1, 99, .max] as [Int64] { await expect(.notFound, number, by: talk.bob) }
            await expect(.invalidArgument, seq, " \n", by: talk.bob)
            await expect(.invalidArgument, seq, "\0", by: talk.bob)
            await expect(.tooLong, seq, String(repeating: "x", count: 16_001), by: talk.bob)
            try await chat.mute(talk.bob.user, in: room, seconds: 60, by: talk.ann)
            await expect(.muted, seq, by: talk.bob)
            scene.clock.advance(seconds: 61)
            _ = try await chat.archiveRoom(room, archived: true, by: talk.ann)
            await expect(.archived, seq, by: talk.bob)
            _ = try await chat.archiveRoom(room, archived: false, by: talk.ann)
            _ = try await chat.updateRoom(
                room, name: nil, description: nil, slowMode: 600, retention: nil, by: talk.ann)
            let slow = try await talk.say("slow", by: talk.bob)
            #expect(try await chat.edit(slow, in: room, text: "not slowed", by: talk.bob) != nil)
            try await chat.leave(room, by: talk.bob)
            await expect(.notMember, seq, by: talk.bob)
            _ = try await chat.join(room, by: talk.bob)
            try await chat.deleteMessage(seq, in: room, by: talk.bob)
            await expect(.notFound, seq, by: talk.bob)
            #expect(try await talk.message(seq, for: talk.bob) == nil)
        }
    }

    @Test("who is blocked in a direct room does not edit there")
    func blocked() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let room = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            let sent = try await scene.chat.send(room: room, text: "x", nonce: .text("1"), by: bob)
            try await scene.chat.block(bob.user, true, by: ann)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.edit(sent.seq, in: room, text: "y", by: bob)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.react("🦊", true, to: sent.seq, in: room, by: bob)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.pin(sent.seq, in: room, true, by: bob)
            }
        }
    }

    @Test("a message is edited a hundred times and no more, and its past comes in pages that fit an answer")
    func many() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let seq = try await talk.say("0", by: talk.bob)
            let long = String(repeating: "x", count: 15_900)
            for number in 1...Limits.edits {
                scene.clock.advance(seconds: 1)
                _ = try await scene.chat.edit(seq, in: talk.room, text: "\(number)" + long, by: talk.bob)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.edit(seq, in: talk.room, text: "once more", by: talk.bob)
            }
            var found: [MessageVersion] = []
            while true {
                let page = try await scene.chat.edits(
                    of: seq, in: talk.room, after: Int64(found.count), for: talk.bob)
                #expect(page.page.reduce(0) { $0 + $1.text.utf8.count } <= Limits.pageBytes)
                found += page.page
                if !page.more { break }
            }
            #expect(found.count == Limits.edits && found.last?.text == "\(Limits.edits - 1)" + long)
        }
    }

    @Test("what a message said goes with it: deleted, expired or erased")
    func gone() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let seqs = [
                try await talk.say("a", by: talk.bob), try await talk.say("b", by: talk.bob),
                try await talk.say("c", by: talk.bob),
            ]
            for seq in seqs { _ = try await scene.chat.edit(seq, in: talk.room, text: "changed", by: talk.bob) }
            try await scene.chat.deleteMessage(seqs[0], in: talk.room, by: talk.bob)
            let edits = try await scene.store.read { store throws(ChatError) in
                try store.editCount(of: seqs[0], in: talk.room)
            }
            #expect(edits == 0)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.edits(of: seqs[0], in: talk.room, for: talk.bob)
            }
            let since = try await scene.chat.place()
            try await scene.chat.deleteUser(
                talk.bob.user, messages: .erase, by: try await scene.caller("owner", role: .owner))
            while try await scene.chat.eraseMessages() {}
            for seq in seqs {
                let left = try await scene.store.read { store throws(ChatError) in
                    try store.editCount(of: seq, in: talk.room)
                }
                #expect(left == 0)
            }
            // The edits that the log has of them say nothing any more.
            let all = try await scene.chat.changes(since: .start, for: talk.eve).events
            #expect(since < (try await scene.chat.place()))
            for case .room(let event) in all {
                if case .messageEdited(_, _, let message?) = event.body { Issue.record("It says \(message.text).") }
            }
        }
    }
}
