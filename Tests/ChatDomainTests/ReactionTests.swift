import ChatModel
import Testing

@testable import ChatDomain

@Suite("Reactions and pins")
struct ReactionTests {
    @Test("a reaction is told once, seen with the message, and taken back")
    func reactions() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let seq = try await talk.say("hi", by: talk.ann)
            try await talk.forget()
            for caller in [talk.bob, talk.bob, talk.eve] {
                try await scene.chat.react("🦊", true, to: seq, in: talk.room, by: caller)
            }
            try await scene.chat.react("👍", false, to: seq, in: talk.room, by: talk.bob)
            let on = RoomEvent.Body.reaction(target: seq, emoji: "🦊", isOn: true)
            #expect(try await talk.told() == [on, on])
            let seen = try #require(try await talk.message(seq, for: talk.bob)?.responses)
            #expect(
                seen.reactions
                    == [Reaction(emoji: "🦊", count: 2, users: [talk.bob.user, talk.eve.user], isMine: true)])
            #expect(try await talk.message(seq, for: talk.ann)?.responses?.reactions.first?.isMine == false)
            try await talk.forget()
            for _ in 0..<2 { try await scene.chat.react("🦊", false, to: seq, in: talk.room, by: talk.bob) }
            #expect(try await talk.told() == [.reaction(target: seq, emoji: "🦊", isOn: false)])
            #expect(try await talk.message(seq, for: talk.bob)?.responses?.reactions.map(\.count) == [1])
            try await scene.chat.react("🦊", false, to: seq, in: talk.room, by: talk.eve)
            #expect(try await talk.message(seq, for: talk.bob)?.responses == nil)
            #expect(try await scene.chat.room(talk.room, for: talk.bob).unread == 1, "a reaction is no message")
        }
    }

    @Test("one person has 20 emoji on a message, all together 30 different ones; what is there already may be joined")
    func limits() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let (chat, room) = (scene.chat, talk.room)
            let seq = try await talk.say("hi", by: talk.ann)
            func emoji(_ number: Int) -> String {
                String(Character(Unicode.Scalar(UInt32(0x1f600 + number)) ?? "!"))
            }
            for number in 0..<20 { try await chat.react(emoji(number), true, to: seq, in: room, by: talk.bob) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.react(emoji(20), true, to: seq, in: room, by: talk.bob)
            }
            for number in 20..<30 { try await chat.react(emoji(number), true, to: seq, in: room, by: talk.eve) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.react(emoji(30), true, to: seq, in: room, by: talk.eve)
            }
            try await chat.react(emoji(0), true, to: seq, in: room, by: talk.eve)
            try await chat.react(emoji(0), true, to: seq, in: room, by: talk.bob)
            try await chat.react(emoji(5), false, to: seq, in: room, by: talk.bob)
            try await chat.react(emoji(30), true, to: seq, in: room, by: talk.eve)
        }
    }

    @Test(
        "what is no emoji is refused",
        arguments: [
            "", "a", "Z", "🦊a", " ", "🦊 ", "\n", "\u{7}", "\u{202e}🦊", "\u{200d}", "\u{2028}", "\u{a0}",
            String(repeating: "🦊", count: 17),
        ])
    func noEmoji(_ text: String) async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let seq = try await talk.say("hi", by: talk.ann)
            let error = await refusal { () throws(ChatError) in
                try await scene.chat.react(text, true, to: seq, in: talk.room, by: talk.bob)
            }
            #expect(error?.field == "emoji" && (error?.code == .invalidArgument || error?.code == .tooLong))
        }
    }

    @Test("joined emoji, skin tones, flags and keycaps are emoji", arguments: ["👩🏽‍🚀", "🇩🇪", "#️⃣", "❤️", "👍🏿"])
    func emoji(_ text: String) async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let seq = try await talk.say("hi", by: talk.ann)
            try await scene.chat.react(text, true, to: seq, in: talk.room, by: talk.bob)
            let seen = try #require(try await talk.message(seq, for: talk.ann)?.responses?.reactions.first?.emoji)
            #expect(Array(seen.utf8) == Array(text.utf8))
        }
    }

    @Test("only live messages are reacted to and pinned, by who may write there")
    func refusals() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let (chat, room) = (scene.chat, talk.room)
            let seq = try await talk.say("hi", by: talk.ann)
            func expect(
                _ code: ErrorCode, _ seq: Int64, by caller: Caller, location: SourceLocation = #_sourceLocation
            ) async {
                await expectRefusal(code, sourceLocation: location) { () throws(ChatError) in
                    try await chat.react("🦊", true, to: seq, in: room, by: caller)
                }
                await expectRefusal(code, sourceLocation: location) { () throws(ChatError) in
                    try await chat.pin(seq, in: room, true, by: caller)
                }
            }
            try await chat.setRole(.moderator, of: talk.bob.user, in: room, by: talk.ann)
            for number in [1, 99, .max] as [Int64] { await expect(.notFound, number, by: talk.bob) }
            try await chat.mute(talk.bob.user, in: room, seconds: 60, by: talk.ann)
            await expect(.muted, seq, by: talk.bob)
            _ = try await chat.archiveRoom(room, archived: true, by: talk.ann)
            await expect(.archived, seq, by: talk.ann)
            // Also from outside, where the server's owners pin.
            let owner = try await scene.caller("owner", role: .owner)
            await expectRefusal(.archived) { () throws(ChatError) in
                try await chat.pin(seq, in: room, true, by: owner)
            }
            _ = try await chat.archiveRoom(room, archived: false, by: talk.ann)
            try await chat.pin(seq, in: room, true, by: owner)
            try await chat.deleteMessage(seq, in: room, by: talk.ann)
            await expect(.notFound, seq, by: talk.ann)
        }
    }

    @Test("a pin is told once, listed the newest first, and goes with its message")
    func pins() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let (chat, room) = (scene.chat, talk.room)
            var seqs: [Int64] = []
            for text in ["a", "b", "c"] { seqs.append(try await talk.say(text, by: talk.bob)) }
            try await talk.forget()
            for seq in [seqs[1], seqs[0], seqs[0], seqs[2]] { try await chat.pin(seq, in: room, true, by: talk.ann) }
            #expect(
                try await talk.told() == [1, 0, 2].map { .messagePinned(target: seqs[$0], isPinned: true) })
            let pins = try await chat.pins(of: room, for: talk.eve)
            #expect(pins.page.map(\.seq) == [seqs[2], seqs[0], seqs[1]] && !pins.more)
            #expect(
                try await chat.pins(of: room, before: seqs[2], for: talk.eve).page.map(\.seq) == [seqs[0], seqs[1]])
            #expect(try await chat.pins(of: room, before: 77, for: talk.eve).page.isEmpty)
            #expect(try await talk.message(seqs[0], for: talk.eve)?.responses?.isPinned == true)
            try await chat.pin(seqs[2], in: room, false, by: talk.ann)
            try await chat.deleteMessage(seqs[0], in: room, by: talk.ann)
            #expect(try await chat.pins(of: room, for: talk.eve).page.map(\.seq) == [seqs[1]])
        }
    }

    @Test("a room has a hundred pins at most, and they come in pages that fit an answer")
    func manyPins() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let (chat, room) = (scene.chat, talk.room)
            let long = String(repeating: "x", count: 15_990)
            var seqs: [Int64] = []
            for number in 0...Limits.pinsPerRoom { seqs.append(try await talk.say("\(number)" + long, by: talk.ann)) }
            for seq in seqs.dropLast() { try await chat.pin(seq, in: room, true, by: talk.ann) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.pin(seqs[Limits.pinsPerRoom], in: room, true, by: talk.ann)
            }
            try await chat.pin(seqs[0], in: room, true, by: talk.ann)
            var found: [Int64] = []
            while true {
                let page = try await chat.pins(of: room, before: found.last, for: talk.bob)
                found += page.page.map(\.seq)
                if !page.more { break }
            }
            #expect(found == seqs.dropLast().reversed())
        }
    }
}
